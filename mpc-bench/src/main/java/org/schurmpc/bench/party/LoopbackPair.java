package org.schurmpc.bench.party;

import java.util.Arrays;
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
 * Two parties in one process, with a session over loopback: the first in the caller's thread, the
 * second in one of its own.
 */
final class LoopbackPair implements AutoCloseable {
  private final ExecutorService second = Executors.newSingleThreadExecutor();
  private final Session[] sessions = new Session[2];

  private LoopbackPair() {}

  /** Connects the two under the same terms. */
  static LoopbackPair connect(SortedMap<String, String> terms) throws MpcException {
    LoopbackPair pair = new LoopbackPair();
    boolean connected = false;
    try {
      Endpoint any = new Endpoint(Place.LOOPBACK, 0);
      PeerConnector first = PeerConnector.of(0, any, NetOptions.party());
      PeerConnector other = PeerConnector.of(1, any, NetOptions.party());
      Endpoint at = new Endpoint(Place.LOOPBACK, first.port());
      pair.both(
          party -> {
            Session session = (party == 0 ? first : other).establish(at, terms);
            pair.sessions[party] = session;
            return session;
          });
      connected = true;
      return pair;
    } finally {
      if (!connected) {
        pair.close();
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

  /** Has both parties do their parts at the same time. */
  <T> List<T> both(Part<T> part) throws MpcException {
    Future<T> theirs = second.submit(() -> part.run(1));
    T mine = part.run(0);
    return Arrays.asList(mine, await(theirs));
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
    second.shutdownNow();
    for (Session session : sessions) {
      if (session != null) {
        session.close();
      }
    }
  }
}
