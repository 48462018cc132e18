package org.schurmpc.core.net;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Configures the behaviour of channels.
 *
 * @param timeout how long a peer may be silent, or accept no data, while this side waits for it; a
 *     frame may take this time and a second for each 4 KiB, however its bytes are spread
 * @param connectDeadline how long to try to reach a peer, and to wait for a peer that calls
 * @param maxFrame the longest frame, in bytes, at least {@link Channel#PIECE}. A channel holds at
 *     most about this amount of data that was sent and not yet received; once the peer has closed,
 *     it also holds the data from the kernel's buffers, which the epoll transport reads at once
 * @param spin how long a waiting thread polls before it blocks; zero for services, which mostly
 *     wait
 * @param transport the implementation that transfers the bytes
 * @param tls identity and pinned certificates; empty for plaintext
 * @param link a line to imitate, if any
 */
public record NetOptions(
    Duration timeout,
    Duration connectDeadline,
    int maxFrame,
    Duration spin,
    Transport transport,
    Optional<Tls> tls,
    Optional<Link> link) {

  /** Names the implementations that transfer the bytes of a Netty channel. */
  public enum Transport {
    /** Epoll where it is available, otherwise NIO. */
    AUTO,
    EPOLL,
    NIO
  }

  private static final Duration LONGEST = Duration.ofDays(365);

  public NetOptions {
    requirePositive("timeout", timeout);
    requirePositive("connectDeadline", connectDeadline);
    if (maxFrame < Channel.PIECE || maxFrame > 1 << 30) {
      throw new IllegalArgumentException("maxFrame must be 1 MiB to 1 GiB, not " + maxFrame);
    }
    if (spin.isNegative() || spin.compareTo(Duration.ofMillis(1)) > 0) {
      throw new IllegalArgumentException("spin must be 0 to 1 ms, not " + spin);
    }
    Objects.requireNonNull(transport, "transport");
    Objects.requireNonNull(tls, "tls");
    Objects.requireNonNull(link, "link");
  }

  /** Returns options for a party: 30 s each, frames up to 16 MiB, a short spin. */
  public static NetOptions party() {
    return new NetOptions(
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        1 << 24,
        Duration.ofNanos(50_000),
        Transport.AUTO,
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Returns options for a service such as the Monitor or the dealer: like {@link #party()}, but
   * never spinning.
   */
  public static NetOptions service() {
    return party().withSpin(Duration.ZERO);
  }

  /** Returns these options with another time-out. */
  public NetOptions withTimeout(Duration value) {
    return new NetOptions(value, connectDeadline, maxFrame, spin, transport, tls, link);
  }

  /** Returns these options with another deadline for connecting. */
  public NetOptions withConnectDeadline(Duration value) {
    return new NetOptions(timeout, value, maxFrame, spin, transport, tls, link);
  }

  /** Returns these options with another longest frame. */
  public NetOptions withMaxFrame(int value) {
    return new NetOptions(timeout, connectDeadline, value, spin, transport, tls, link);
  }

  /** Returns these options with another spin. */
  public NetOptions withSpin(Duration value) {
    return new NetOptions(timeout, connectDeadline, maxFrame, value, transport, tls, link);
  }

  /** Returns these options with another transport. */
  public NetOptions withTransport(Transport value) {
    return new NetOptions(timeout, connectDeadline, maxFrame, spin, value, tls, link);
  }

  /** Returns these options with TLS. */
  public NetOptions withTls(Tls value) {
    return new NetOptions(
        timeout, connectDeadline, maxFrame, spin, transport, Optional.of(value), link);
  }

  /** Returns these options with an imitated line, which both ends must have. */
  public NetOptions withLink(Link value) {
    return new NetOptions(
        timeout, connectDeadline, maxFrame, spin, transport, tls, Optional.of(value));
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(name + " must be above 0, to a year, not " + value);
    }
  }

  /** Formats a duration for people: "30 s", "250 ms". */
  static String show(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }
}
