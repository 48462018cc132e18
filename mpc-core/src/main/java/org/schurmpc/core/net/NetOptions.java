package org.schurmpc.core.net;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How channels behave.
 *
 * @param timeout how long a peer may be silent, or take nothing, while we wait for it
 * @param connectDeadline how long to try to reach a peer, and to wait for one that is to call
 * @param maxFrame the longest frame, in bytes, at least {@link Channel#PIECE}; a channel holds at
 *     most about this much that was sent and not yet received, and, once the peer has closed, what
 *     the kernel held besides: the epoll transport reads that at once
 * @param spin how long a waiting thread polls before it blocks; zero for services, which mostly
 *     wait
 * @param transport what moves the bytes
 * @param tls with whom to talk privately; empty for plaintext
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

  /** What moves the bytes of a Netty channel. */
  public enum Transport {
    /** Epoll where it is available, else NIO. */
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

  /** For a party: 30 s each, frames up to 16 MiB, a short spin. */
  public static NetOptions party() {
    return new NetOptions(
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        1 << 24,
        Duration.ofNanos(20_000),
        Transport.AUTO,
        Optional.empty(),
        Optional.empty());
  }

  /** For a service such as the Monitor or the dealer: as {@link #party()}, but never spinning. */
  public static NetOptions service() {
    return party().withSpin(Duration.ZERO);
  }

  /** The same with another time-out. */
  public NetOptions withTimeout(Duration value) {
    return new NetOptions(value, connectDeadline, maxFrame, spin, transport, tls, link);
  }

  /** The same with another deadline for connecting. */
  public NetOptions withConnectDeadline(Duration value) {
    return new NetOptions(timeout, value, maxFrame, spin, transport, tls, link);
  }

  /** The same with another longest frame. */
  public NetOptions withMaxFrame(int value) {
    return new NetOptions(timeout, connectDeadline, value, spin, transport, tls, link);
  }

  /** The same with another spin. */
  public NetOptions withSpin(Duration value) {
    return new NetOptions(timeout, connectDeadline, maxFrame, value, transport, tls, link);
  }

  /** The same with another transport. */
  public NetOptions withTransport(Transport value) {
    return new NetOptions(timeout, connectDeadline, maxFrame, spin, value, tls, link);
  }

  /** The same over TLS. */
  public NetOptions withTls(Tls value) {
    return new NetOptions(
        timeout, connectDeadline, maxFrame, spin, transport, Optional.of(value), link);
  }

  /** The same over a line that imitates another; on both ends. */
  public NetOptions withLink(Link value) {
    return new NetOptions(
        timeout, connectDeadline, maxFrame, spin, transport, tls, Optional.of(value));
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(name + " must be above 0, to a year, not " + value);
    }
  }

  /** A duration as people write it: "30 s", "250 ms". */
  static String show(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }
}
