package org.schurmpc.core.net;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;

/**
 * Connects parties over TCP. Party i listens for the parties above it and connects to those below,
 * with retries until {@link NetOptions#connectDeadline}; so the order in which parties start does
 * not matter. Strangers on the port are dropped. Over TLS, a caller that does not prove possession
 * of the key of the certificate that is pinned for its place is a stranger. A peer shows the same
 * certificate on all forks.
 *
 * <p>All channels of a network share an event loop, which is run by the thread that waits;
 * concurrent use by two threads is an {@link IllegalStateException}. Closing the first network ends
 * listening, so no fork can be opened afterwards; open forks remain usable.
 */
public final class NettyNetwork implements Network {

  /** Time limit for telling the other parties that a party cannot begin. */
  public static final Duration WITHDRAWAL = Duration.ofSeconds(5);

  private final Wiring wiring;
  private final Loop loop;
  private final NettyChannel[] channels;
  private final boolean first;

  NettyNetwork(Wiring wiring, Loop loop, NettyChannel[] channels, boolean first) {
    this.wiring = wiring;
    this.loop = loop;
    this.channels = channels;
    this.first = first;
  }

  /**
   * Represents a party that listens and has not connected yet: for use when ports are not known in
   * advance.
   */
  public static final class Listening implements AutoCloseable {
    private final int party;
    private final int parties;
    private final NetOptions options;
    private final ListeningPort acceptor;

    private Listening(int party, int parties, NetOptions options, ListeningPort acceptor) {
      this.party = party;
      this.parties = parties;
      this.options = options;
      this.acceptor = acceptor;
    }

    /** Returns the port, even if the system chose it. */
    public int port() {
      return acceptor.port();
    }

    /**
     * Connects to all parties. The network takes over listening; if connecting fails, listening
     * ends.
     *
     * @param all the addresses on which the parties listen, in their order; those from this party
     *     on are ignored and may be missing
     */
    public NettyNetwork connect(List<Endpoint> all) throws MpcException {
      if (all.size() < party) {
        throw new IllegalArgumentException(
            party + " parties are below, " + all.size() + " endpoints were given");
      }
      return open(new Wiring(party, parties, options, List.copyOf(all), acceptor));
    }

    /** Stops listening. */
    @Override
    public void close() {
      acceptor.close();
    }
  }

  /** Starts to listen as {@code party} of {@code parties}; {@code at} may have port 0. */
  public static Listening listen(int party, int parties, Endpoint at, NetOptions options)
      throws MpcException {
    check(party, parties, options);
    return new Listening(party, parties, options, ListeningPort.open(party, parties, at, options));
  }

  /**
   * Listens, except as the last party, and connects to all parties.
   *
   * @param all the addresses on which the parties listen, in their order
   */
  public static NettyNetwork connect(int party, List<Endpoint> all, NetOptions options)
      throws MpcException {
    int parties = all.size();
    check(party, parties, options);
    if (party < parties - 1) {
      return listen(party, parties, all.get(party), options).connect(all);
    }
    return open(new Wiring(party, parties, options, List.copyOf(all), null));
  }

  /**
   * Tells the other parties that this party cannot begin, so that they do not wait: calls those
   * below and answers those above, as {@link #connect} would, with the same identities. A party
   * that is told ends with {@link org.schurmpc.core.abort.PeerWithdrew}, unless its run has begun.
   *
   * @param all the addresses on which the parties listen, in their order
   * @param options of a run; the time in all is {@link #WITHDRAWAL}, or the deadline for connecting
   *     if that is shorter
   * @return the indices of the parties that were told
   * @throws Disagreement if this party has not the identity that the others expect
   */
  public static Set<Integer> withdraw(int party, List<Endpoint> all, NetOptions options)
      throws MpcException {
    check(party, all.size(), options);
    Duration patience = options.connectDeadline();
    Duration limit = patience.compareTo(WITHDRAWAL) < 0 ? patience : WITHDRAWAL;
    return new Withdrawal(party, all, options, limit).tell();
  }

  private static void check(int party, int parties, NetOptions options) throws MpcException {
    if (parties < 2 || parties > Prelude.MAX_PARTIES) {
      throw new IllegalArgumentException("2 to 1000 parties, not " + parties);
    }
    if (party < 0 || party >= parties) {
      throw new IllegalArgumentException("no party " + party + " among " + parties);
    }
    if (options.tls().isPresent()) {
      options.tls().get().requireParties(party, parties);
    }
  }

  private static NettyNetwork open(Wiring wiring) throws MpcException {
    boolean opened = false;
    try {
      NettyNetwork network = wiring.open(ByteBuffer.allocate(0), 0);
      opened = true;
      return network;
    } finally {
      if (!opened) {
        wiring.close();
      }
    }
  }

  @Override
  public int party() {
    return wiring.party();
  }

  @Override
  public int parties() {
    return channels.length;
  }

  @Override
  public Channel channel(int peer) {
    return channels[InMemoryNetwork.requirePeer(peer, party(), channels.length)];
  }

  @Override
  public Network fork(byte[] sid, int number) throws MpcException {
    Forks.check(sid, number);
    NettyNetwork fork = wiring.open(ByteBuffer.wrap(sid.clone()), number);
    boolean opened = false;
    try {
      for (int peer = 0; peer < channels.length; peer++) {
        if (peer != party()) {
          requireSameCertificate(channels[peer], fork.channels[peer]);
          if (channels[peer].isEstablished()) {
            fork.channels[peer].established();
          }
        }
      }
      opened = true;
      return fork;
    } finally {
      if (!opened) {
        fork.closeChannels();
      }
    }
  }

  /** Holds a fork to the session's certificate: a pin may accept two of one party. */
  private static void requireSameCertificate(NettyChannel first, NettyChannel fork)
      throws Disagreement {
    Optional<Certificates> shown = fork.certificates();
    if (!shown.equals(first.certificates())) {
      throw new Disagreement(
          "%s shows the certificate %s, but %s on the first connection of the session."
              .formatted(
                  fork.peer(),
                  shown.map(Certificates::theirs).orElseThrow(),
                  first.certificates().map(Certificates::theirs).orElseThrow()));
    }
  }

  @Override
  public void close() {
    closeChannels();
    if (first) {
      wiring.close();
    }
  }

  void closeChannels() {
    for (NettyChannel channel : channels) {
      if (channel != null) {
        channel.close();
      }
    }
    loop.runAsDriver(loop::shutDown);
  }
}
