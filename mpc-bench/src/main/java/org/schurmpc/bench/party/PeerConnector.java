package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.util.List;
import java.util.SortedMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;

/** How a party reaches its peer over loopback: the first listens, the second calls. */
abstract sealed class PeerConnector {
  private static final Endpoint ANY = new Endpoint(ChildProgram.HOST, 0);

  /** For party 0 or 1; the former listens from now on. */
  static PeerConnector of(int party, NetOptions options) throws MpcException {
    return party == 0 ? new Listener(options) : new Caller(options);
  }

  /** Where the peer can call; 0 if it cannot. */
  abstract int port();

  /**
   * Connects.
   *
   * @param peerPort where the peer listens, if it does
   */
  abstract Network connect(int peerPort) throws MpcException;

  /** Connects and agrees on the terms. */
  final Session establish(int peerPort, SortedMap<String, String> terms) throws MpcException {
    Network network = connect(peerPort);
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

    Listener(NetOptions options) throws MpcException {
      listening = NettyNetwork.listen(0, 2, ANY, options);
    }

    @Override
    int port() {
      return listening.port();
    }

    @Override
    Network connect(int peerPort) throws MpcException {
      return listening.connect(List.of());
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
    Network connect(int peerPort) throws MpcException {
      Endpoint peer = new Endpoint(ChildProgram.HOST, peerPort);
      return NettyNetwork.connect(1, List.of(peer, ANY), options);
    }
  }
}
