package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.util.List;
import java.util.SortedMap;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;

/** How a party reaches its peer: the first listens, the second calls. */
abstract sealed class PeerConnector implements AutoCloseable {

  /** For party 0 or 1; the former listens from now on, and until this is closed. */
  static PeerConnector of(int party, Endpoint listen, NetOptions options) throws MpcException {
    return party == 0 ? new Listener(listen, options) : new Caller(options);
  }

  /** Where the peer can call; 0 if it cannot. */
  abstract int port();

  /**
   * Connects.
   *
   * @param peer where the peer listens; null if it does not
   */
  abstract Network connect(Endpoint peer) throws MpcException;

  /** Ends listening. */
  @Override
  public abstract void close();

  /** Connects and agrees on the terms. */
  final Session establish(Endpoint peer, SortedMap<String, String> terms) throws MpcException {
    Network network = connect(peer);
    boolean established = false;
    try {
      Session session = Session.establish(network, new SessionTerms(terms), new SecureRandom());
      established = true;
      return session;
    } finally {
      if (!established) {
        network.close();
      }
    }
  }

  private static final class Listener extends PeerConnector {
    private final NettyNetwork.Listening listening;

    Listener(Endpoint at, NetOptions options) throws MpcException {
      listening = NettyNetwork.listen(0, 2, at, options);
    }

    @Override
    int port() {
      return listening.port();
    }

    @Override
    Network connect(Endpoint peer) throws MpcException {
      return listening.connect(List.of());
    }

    @Override
    public void close() {
      listening.close();
    }
  }

  private static final class Caller extends PeerConnector {
    private final NetOptions options;

    Caller(NetOptions options) {
      this.options = options;
    }

    @Override
    int port() {
      return 0;
    }

    @Override
    Network connect(Endpoint peer) throws MpcException {
      if (peer == null) {
        throw new Disagreement("the Monitor does not say where party 1 listens");
      }
      // The last party listens nowhere.
      return NettyNetwork.connect(1, List.of(peer, peer), options);
    }

    @Override
    public void close() {
      // It does not listen.
    }
  }
}
