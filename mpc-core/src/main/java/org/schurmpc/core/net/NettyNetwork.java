package org.schurmpc.core.net;

import java.nio.ByteBuffer;
import java.util.List;
import org.schurmpc.core.abort.MpcException;

/**
 * A network over TCP. Party i listens for the parties above it and connects to those below, trying
 * again until {@link NetOptions#connectDeadline}; so the order in which parties start does not
 * matter. Strangers on the port are dropped; over TLS, whoever does not prove to hold the key of
 * the certificate that is pinned for its place is one.
 *
 * <p>All channels of a network share an event loop, which the thread that waits runs itself; two
 * threads in it at once are an {@link IllegalStateException}. Closing the first network ends
 * listening, so no fork is opened after it; open forks go on.
 */
public final class NettyNetwork implements Network {

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

  /** A party that listens, and has called nobody yet: for when ports are not known in advance. */
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

    /** The port, also when the system chose it. */
    public int port() {
      return acceptor.port();
    }

    /**
     * Connects to all; listening passes on to the network, or ends if this fails.
     *
     * @param all where the parties listen, in their order; those from this one on do not count and
     *     may be missing
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
   * Listens, except as the last party, and connects to all.
   *
   * @param all where the parties listen, in their order
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
    for (int peer = 0; peer < channels.length; peer++) {
      if (peer != party() && channels[peer].isEstablished()) {
        fork.channels[peer].established();
      }
    }
    return fork;
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
