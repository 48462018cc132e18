package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.util.ArrayList;
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

/**
 * Connects a party to its peers. All parties but the last listen, and each party connects to those
 * before it.
 */
abstract sealed class PeerConnector implements AutoCloseable {

  /**
   * Creates the connector of one party.
   *
   * @param party the index of this party
   * @param parties the number of parties
   * @param listen the address to listen at until the connector is closed; not used by the last
   *     party
   */
  static PeerConnector of(int party, int parties, Endpoint listen, NetOptions options)
      throws MpcException {
    return party < parties - 1
        ? new Listener(party, parties, listen, options)
        : new Caller(parties, options);
  }

  /** Returns the port to which peers connect; 0 if this party does not listen. */
  abstract int port();

  /**
   * Connects to the peers.
   *
   * @param parties the addresses of the parties by index, without the last party
   */
  abstract Network connect(List<Endpoint> parties) throws MpcException;

  /** Stops listening. */
  @Override
  public abstract void close();

  /** Connects to the peers and agrees with them on the terms. */
  final Session establish(List<Endpoint> parties, SortedMap<String, String> terms)
      throws MpcException {
    Network network = connect(parties);
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

  private static void requireAll(List<Endpoint> given, int needed) throws Disagreement {
    if (given.size() < needed) {
      throw new Disagreement(
          "the Monitor does not say where party " + (given.size() + 1) + " listens");
    }
  }

  private static final class Listener extends PeerConnector {
    private final int party;
    private final NettyNetwork.Listening listening;

    Listener(int party, int parties, Endpoint at, NetOptions options) throws MpcException {
      this.party = party;
      this.listening = NettyNetwork.listen(party, parties, at, options);
    }

    @Override
    int port() {
      return listening.port();
    }

    @Override
    Network connect(List<Endpoint> parties) throws MpcException {
      requireAll(parties, party);
      return listening.connect(parties);
    }

    @Override
    public void close() {
      listening.close();
    }
  }

  private static final class Caller extends PeerConnector {
    private final int parties;
    private final NetOptions options;

    Caller(int parties, NetOptions options) {
      this.parties = parties;
      this.options = options;
    }

    @Override
    int port() {
      return 0;
    }

    @Override
    Network connect(List<Endpoint> others) throws MpcException {
      requireAll(others, parties - 1);
      List<Endpoint> all = new ArrayList<>(others.subList(0, parties - 1));
      all.add(all.get(0)); // the last party does not listen
      return NettyNetwork.connect(parties - 1, all, options);
    }

    @Override
    public void close() {
      // This party does not listen.
    }
  }
}
