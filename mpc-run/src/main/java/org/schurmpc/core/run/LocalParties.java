package org.schurmpc.core.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Network;

/**
 * Runs all parties of a protocol in this process, each in a thread of its own, to count or measure
 * what they do. <b>Insecure</b>: one process sees the secrets of all parties.
 */
public final class LocalParties implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  /** Time limit for a silent peer: a party that computes alone is silent. */
  private static final Duration PATIENCE = Duration.ofHours(1);

  private final ExecutorService threads;
  private final Network[] networks;

  private LocalParties(Network[] networks) {
    this.networks = networks;
    this.threads = Executors.newFixedThreadPool(networks.length, LocalParties::thread);
  }

  private static Thread thread(Runnable part) {
    Thread thread = new Thread(part, "local party");
    thread.setDaemon(true);
    return thread;
  }

  /** Performs the part of one party; the network's number tells which one. */
  public interface Part<T> {
    /** Performs the part over the party's connections, which stay open. */
    T run(Network network) throws MpcException;
  }

  private static NetOptions options() {
    return NetOptions.party().withTimeout(PATIENCE);
  }

  /** Returns parties that are connected in memory. */
  public static LocalParties inMemory(int parties) {
    return new LocalParties(InMemoryNetwork.create(parties, options()));
  }

  /** Returns parties that are connected over TCP, on free ports of the loopback interface. */
  public static LocalParties overLoopback(int parties) throws MpcException {
    LocalParties all = new LocalParties(new Network[parties]);
    List<NettyNetwork.Listening> listening = new ArrayList<>();
    boolean connected = false;
    try {
      List<Endpoint> at = new ArrayList<>();
      for (int party = 0; party < parties - 1; party++) {
        Endpoint any = new Endpoint(LOOPBACK, 0);
        listening.add(NettyNetwork.listen(party, parties, any, options()));
        at.add(new Endpoint(LOOPBACK, listening.get(party).port()));
      }
      at.add(new Endpoint(LOOPBACK, 0)); // the last party does not listen
      all.perform(party -> all.networks[party] = all.connect(party, listening, at));
      connected = true;
      return all;
    } finally {
      if (!connected) {
        listening.forEach(NettyNetwork.Listening::close);
        all.close();
      }
    }
  }

  private Network connect(int party, List<NettyNetwork.Listening> listening, List<Endpoint> at)
      throws MpcException {
    return party < listening.size()
        ? listening.get(party).connect(at)
        : NettyNetwork.connect(party, at, options());
  }

  /**
   * Runs the parts of all parties concurrently. If a part fails, its network is closed, so that the
   * other parts end, too.
   *
   * @return the results by party
   * @throws MpcException the cause of the failure: a failure other than a lost connection, if there
   *     is one
   */
  public <T> List<T> each(Part<T> part) throws MpcException {
    return perform(
        party -> {
          boolean done = false;
          try {
            T result = part.run(networks[party]);
            done = true;
            return result;
          } finally {
            if (!done) {
              networks[party].close();
            }
          }
        });
  }

  private interface Numbered<T> {
    T run(int party) throws MpcException;
  }

  private <T> List<T> perform(Numbered<T> part) throws MpcException {
    List<Future<T>> all = new ArrayList<>();
    for (int party = 0; party < networks.length; party++) {
      int index = party;
      all.add(threads.submit(() -> part.run(index)));
    }
    List<T> results = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (Future<T> one : all) {
      try {
        results.add(one.get());
      } catch (ExecutionException e) {
        failures.add(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ConnectionLost("interrupted while the parties of this process ran", e);
      }
    }
    rethrow(failures);
    return results;
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
    throw new IllegalStateException("a party of this process failed", cause);
  }

  /** Disconnects all parties. */
  @Override
  public void close() {
    threads.shutdownNow();
    for (Network network : networks) {
      if (network != null) {
        network.close();
      }
    }
  }
}
