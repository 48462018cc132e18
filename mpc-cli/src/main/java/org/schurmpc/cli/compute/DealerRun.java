package org.schurmpc.cli.compute;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyServer;
import org.schurmpc.core.net.Pin;
import org.schurmpc.core.net.Tls;
import org.schurmpc.core.prep.DealerServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a dealer that serves the parties, one computation after the other. <b>Insecure</b>: a dealer
 * knows every mask and key that it deals.
 *
 * @param roster the participants
 * @param me the dealer's identity; empty for plaintext
 * @param listen the address to listen at; empty for the dealer's configured address
 * @param times the timeouts
 */
public record DealerRun(
    Roster roster, Optional<Identity> me, Optional<Endpoint> listen, Times times) {
  private static final Logger LOG = LoggerFactory.getLogger(DealerRun.class);

  /**
   * Time limit for a connection's first message, so that a silent connection cannot delay the
   * parties for longer.
   */
  private static final Duration INTRODUCTION = Duration.ofSeconds(5);

  /**
   * Checks that everything needed to serve is configured.
   *
   * @throws Refused naming the missing setting
   */
  public void check() throws Refused {
    if (roster.dealer().isEmpty() && listen.isEmpty()) {
      throw new Refused(
          "where does the dealer listen? Say address = \"host:port\" under [dealer] of the"
              + " configuration, or --listen");
    }
    if (listen.isEmpty()) {
      roster.dealerAddress();
    }
    if (me.isPresent()) {
      roster.partyPins();
      Optional<Pin> announced = roster.dealer().flatMap(dealer -> dealer.pin());
      Fingerprint mine = me.get().fingerprint();
      if (announced.isPresent() && !announced.get().accepts(mine)) {
        throw new Refused(
            "the dealer is expected with the certificate %s, and --cert is %s"
                .formatted(announced.get(), mine));
      }
    }
  }

  /** Starts to listen. */
  public NettyServer open() throws MpcException {
    NetOptions options = times.dealing();
    if (me.isPresent()) {
      options = options.withTls(new Tls(me.get(), roster.partyPins()));
    }
    Endpoint at = listen.isPresent() ? listen.get() : roster.dealerAddress().orElseThrow();
    return NettyServer.listen(at.host(), at.port(), options);
  }

  /**
   * Serves one computation.
   *
   * @param dealings by part of the computation
   * @param patience time limit for all parties to connect
   * @throws ConnectionLost if the parties do not connect in time, or leave before the last pass
   * @throws org.schurmpc.core.abort.Disagreement if a party demands other material
   */
  public void serve(NettyServer server, List<Dealing> dealings, Duration patience)
      throws MpcException {
    SecureRandom random = new SecureRandom();
    Channel[] channels = new Channel[parties()];
    List<DealerServer.Part> parts = new ArrayList<>();
    try {
      for (Dealing dealing : dealings) {
        parts.add(new DealerServer.Part(dealing.protocol().dealer(random), dealing.unit()));
      }
      await(server, channels, patience);
      LOG.info("all {} parties are there", parties());
      requireAll(dealings, new DealerServer(parts, random).serve(Arrays.asList(channels)));
    } finally {
      parts.forEach(part -> part.dealer().close());
      for (Channel channel : channels) {
        if (channel != null) {
          channel.close();
        }
      }
    }
  }

  /** Requires that the parties took all passes of each part. */
  private static void requireAll(List<Dealing> dealings, int[] rounds) throws ConnectionLost {
    if (Arrays.stream(rounds).sum() == 0) {
      throw new ConnectionLost("the parties left before anything was dealt");
    }
    for (int part = 0; part < rounds.length; part++) {
      int units = dealings.get(part).units();
      if (rounds[part] < units) {
        throw new ConnectionLost(
            "the parties left after %d of %d passes".formatted(rounds[part], units));
      }
      LOG.info("dealt {} times", rounds[part]);
    }
  }

  private int parties() {
    return roster.parties().size();
  }

  /**
   * Accepts connections until all parties are connected. If a party connects again, because it was
   * restarted, the new connection replaces the old one.
   */
  private void await(NettyServer server, Channel[] channels, Duration patience)
      throws MpcException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (Arrays.asList(channels).contains(null)) {
      Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
      Channel channel;
      try {
        channel = server.accept(left);
      } catch (ConnectionLost e) {
        throw missing(channels, patience, e);
      }
      int party = introduced(channel, deadline);
      if (party < 0) {
        channel.close();
        continue;
      }
      LOG.info("party {} is there, from {}", party + 1, channel.peer());
      if (channels[party] != null) {
        channels[party].close();
      }
      channels[party] = channel;
    }
  }

  /**
   * Returns the index of the party that connected; negative for any other caller, who is ignored.
   */
  private int introduced(Channel channel, long deadline) {
    long patience = Math.min(INTRODUCTION.toNanos(), deadline - System.nanoTime());
    CompletableFuture<Void> impatience =
        CompletableFuture.runAsync(
            channel::close,
            CompletableFuture.delayedExecutor(Math.max(1, patience), TimeUnit.NANOSECONDS));
    try {
      int party = DealerServer.introduction(channel, parties());
      List<Pin> pins = me.isPresent() ? roster.partyPins() : List.of();
      boolean right =
          me.isEmpty()
              || channel
                  .certificates()
                  .filter(c -> pins.get(party).accepts(c.theirs()))
                  .isPresent();
      if (!right) {
        LOG.warn("{} claims to be party {} with another certificate", channel.peer(), party + 1);
      }
      return right ? party : -1;
    } catch (MpcException e) {
      LOG.warn("{}: {}", channel.peer(), e.getMessage());
      return -1;
    } finally {
      impatience.cancel(false);
    }
  }

  private static ConnectionLost missing(Channel[] channels, Duration patience, ConnectionLost e) {
    List<String> there =
        IntStream.range(0, channels.length)
            .filter(i -> channels[i] != null)
            .mapToObj(i -> Integer.toString(i + 1))
            .toList();
    String who =
        switch (there.size()) {
          case 0 -> channels.length == 2 ? "neither party" : "no party";
          case 1 -> "only party " + there.get(0);
          default -> "only parties " + String.join(", ", there);
        };
    return new ConnectionLost(
        "%s came to the dealer within %d s".formatted(who, patience.toSeconds()), e);
  }
}
