package org.schurmpc.cli.compute;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyServer;
import org.schurmpc.core.net.Tls;
import org.schurmpc.core.prep.DealerServer;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.run.Computation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a dealer that serves two parties, one computation after the other. <b>Insecure</b>: a dealer
 * knows every mask and key that it deals.
 *
 * @param me the dealer's identity; empty for plaintext
 * @param listen the address to listen at; empty for the dealer's configured address
 * @param times the timeouts
 */
public record DealerRun(
    ComputationJob job, Optional<Identity> me, Optional<Endpoint> listen, Times times) {
  private static final Logger LOG = LoggerFactory.getLogger(DealerRun.class);
  private static final int PARTIES = 2;

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
    if (job.dealer().isEmpty() && listen.isEmpty()) {
      throw new Refused(
          "where does the dealer listen? Say address = \"host:port\" under [dealer] of the"
              + " configuration, or --listen");
    }
    if (listen.isEmpty()) {
      job.roster().dealerAddress();
    }
    if (me.isPresent()) {
      job.roster().partyPins();
      Optional<Fingerprint> announced = job.dealer().flatMap(dealer -> dealer.fingerprint());
      Fingerprint mine = me.get().fingerprint();
      if (announced.isPresent() && !announced.get().equals(mine)) {
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
      options = options.withTls(new Tls(me.get(), job.roster().partyPins()));
    }
    Endpoint at = listen.isPresent() ? listen.get() : job.roster().dealerAddress().orElseThrow();
    return NettyServer.listen(at.host(), at.port(), options);
  }

  /**
   * Serves one computation.
   *
   * @param patience time limit for both parties to connect
   * @throws ConnectionLost if the parties do not connect in time, or leave before the last pass
   * @throws org.schurmpc.core.abort.Disagreement if a party demands other material
   */
  public void serve(NettyServer server, Computation.Plan plan, Duration patience)
      throws MpcException {
    SecureRandom random = new SecureRandom();
    Channel[] channels = new Channel[PARTIES];
    try (TrustedDealer dealer = plan.protocol().dealer(random)) {
      await(server, channels, patience);
      LOG.info("both parties are there");
      DealerServer service = new DealerServer(dealer, plan.demand(), random);
      int rounds = service.serve(Arrays.asList(channels));
      if (rounds == 0) {
        throw new ConnectionLost("the parties left before anything was dealt");
      }
      if (rounds < plan.passes()) {
        throw new ConnectionLost(
            "the parties left after %d of %d passes".formatted(rounds, plan.passes()));
      }
      LOG.info("dealt {} times", rounds);
    } finally {
      for (Channel channel : channels) {
        if (channel != null) {
          channel.close();
        }
      }
    }
  }

  /**
   * Accepts connections until both parties are connected. If a party connects again, because it was
   * restarted, the new connection replaces the old one.
   */
  private void await(NettyServer server, Channel[] channels, Duration patience)
      throws MpcException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (channels[0] == null || channels[1] == null) {
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
      int party = DealerServer.introduction(channel, PARTIES);
      List<Fingerprint> pins = me.isPresent() ? job.roster().partyPins() : List.of();
      boolean right =
          me.isEmpty()
              || channel.certificates().filter(c -> c.theirs().equals(pins.get(party))).isPresent();
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
    String who =
        channels[0] == null && channels[1] == null
            ? "neither party"
            : "only party " + (channels[0] == null ? 2 : 1);
    return new ConnectionLost(
        "%s came to the dealer within %d s".formatted(who, patience.toSeconds()), e);
  }
}
