package org.schurmpc.bench.party;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.session.Session;

/**
 * Connects parties in one process by sessions over loopback. The first party runs in the caller's
 * thread, each other party in a thread of its own.
 */
final class LoopbackParties implements AutoCloseable {
  private final ExecutorService others;
  private final Session[] sessions;

  private LoopbackParties(int parties) {
    this.others = Executors.newFixedThreadPool(parties - 1);
    this.sessions = new Session[parties];
  }

  /** Establishes the session of one party. */
  interface Establishment {
    /**
     * Establishes the session.
     *
     * @param at the addresses of the parties, for {@link PeerConnector#connect}
     */
    Session establish(int party, PeerConnector peers, List<Endpoint> at) throws MpcException;
  }

  /** Connects a number of parties under the same terms. */
  static LoopbackParties connect(int parties, SortedMap<String, String> terms) throws MpcException {
    return connect(parties, (party, peers, at) -> peers.establish(at, terms));
  }

  /** Connects a number of parties. */
  static LoopbackParties connect(int parties, Establishment establishment) throws MpcException {
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
            Session session = establishment.establish(party, connectors.get(party), at);
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

  /** Performs the part of one party. */
  interface Part<T> {
    T run(int party) throws MpcException;
  }

  Session session(int party) {
    return sessions[party];
  }

  /**
   * Runs the parts of all parties concurrently. If a part fails, its connections are closed, so
   * that the other parts end too.
   *
   * @return the results by party
   * @throws MpcException the cause of the failure: a failure other than a lost connection, if there
   *     is one
   */
  <T> List<T> each(Part<T> part) throws MpcException {
    List<Future<T>> all = new ArrayList<>();
    for (int party = 1; party < sessions.length; party++) {
      int index = party;
      all.add(others.submit(() -> perform(part, index)));
    }
    FutureTask<T> first = new FutureTask<>(() -> perform(part, 0));
    first.run();
    all.add(0, first);
    List<T> results = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (Future<T> one : all) {
      try {
        results.add(one.get());
      } catch (ExecutionException e) {
        failures.add(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ConnectionLost("interrupted in the rehearsal", e);
      }
    }
    rethrow(failures);
    return results;
  }

  private <T> T perform(Part<T> part, int party) throws MpcException {
    boolean done = false;
    try {
      T result = part.run(party);
      done = true;
      return result;
    } finally {
      if (!done && sessions[party] != null) {
        sessions[party].close();
      }
    }
  }

  private static void rethrow(List<Throwable> failures) throws MpcException {
    if (failures.isEmpty()) {
      return;
    }
    Throwable cause =
        failures.stream()
            .filter(failure -> !(failure instanceof ConnectionLost))
            .findFirst()
            .orElse(failures.get(0));
    if (cause instanceof MpcException known) {
      throw known;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException("the rehearsal failed", cause);
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
