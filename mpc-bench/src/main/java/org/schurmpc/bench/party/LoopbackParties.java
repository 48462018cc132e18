package org.schurmpc.bench.party;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.session.Session;

/**
 * Parties in one process, with a session over loopback: the first in the caller's thread, each
 * other one in one of its own.
 */
final class LoopbackParties implements AutoCloseable {
  private final ExecutorService others;
  private final Session[] sessions;

  private LoopbackParties(int parties) {
    this.others = Executors.newFixedThreadPool(parties - 1);
    this.sessions = new Session[parties];
  }

  /** Connects so many under the same terms. */
  static LoopbackParties connect(int parties, SortedMap<String, String> terms) throws MpcException {
    LoopbackParties all = new LoopbackParties(parties);
    List<PeerConnector> connectors = new ArrayList<>();
    boolean connected = false;
    try {
      List<Endpoint> at = new ArrayList<>();
      Endpoint any = new Endpoint(Place.LOOPBACK, 0);
      for (int party = 0; party < parties; party++) {
        PeerConnector connector = PeerConnector.of(party, parties, any, NetOptions.party());
        connectors.add(connector);
        if (party < parties - 1) {
          at.add(new Endpoint(Place.LOOPBACK, connector.port()));
        }
      }
      all.each(
          party -> {
            Session session = connectors.get(party).establish(at, terms);
            all.sessions[party] = session;
            return session;
          });
      connected = true;
      return all;
    } finally {
      if (!connected) {
        connectors.forEach(PeerConnector::close);
        all.close();
      }
    }
  }

  /** What one party does. */
  interface Part<T> {
    T run(int party) throws MpcException;
  }

  Session session(int party) {
    return sessions[party];
  }

  /** Has all parties do their parts at the same time. */
  <T> List<T> each(Part<T> part) throws MpcException {
    List<Future<T>> theirs = new ArrayList<>();
    for (int party = 1; party < sessions.length; party++) {
      int index = party;
      theirs.add(others.submit(() -> part.run(index)));
    }
    List<T> results = new ArrayList<>();
    results.add(part.run(0));
    for (Future<T> their : theirs) {
      results.add(await(their));
    }
    return results;
  }

  private static <T> T await(Future<T> future) throws MpcException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof MpcException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException("the rehearsal failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLost("interrupted in the rehearsal", e);
    }
  }

  @Override
  public void close() {
    others.shutdownNow();
    for (Session session : sessions) {
      if (session != null) {
        session.close();
      }
    }
  }
}
