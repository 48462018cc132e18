package org.schurmpc.core.net;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs the parties of a test in threads and brings back their results, or the first failure. */
public final class Parties {

  /** What one party does. */
  @FunctionalInterface
  public interface Body<T> {
    /** Runs one party's part in its thread. */
    T run(Network network) throws Exception;
  }

  private Parties() {}

  /** Runs {@code body} once for each of {@code n} parties over a network in memory. */
  public static <T> List<T> run(int n, Duration timeout, Body<T> body) throws Exception {
    return run(InMemoryNetwork.create(n), timeout, body);
  }

  /**
   * Runs {@code body} once for each network, each in a thread of its own, and closes a party's
   * network when it is done or has failed. The results come in the order of the networks.
   *
   * <p>The failure that came first is thrown; those that followed from it, such as a lost
   * connection, are suppressed in it. After {@code timeout} the threads are interrupted, and an
   * {@link AssertionError} shows where each one was.
   */
  public static <T> List<T> run(Network[] networks, Duration timeout, Body<T> body)
      throws Exception {
    int n = networks.length;
    List<T> results = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    Thread[] threads = new Thread[n];
    for (int i = 0; i < n; i++) {
      results.add(null);
      int party = i;
      threads[i] =
          new Thread(
              () -> {
                // A failure is recorded before the network closes, so before others can follow.
                try (Network network = networks[party]) {
                  try {
                    T result = body.run(network);
                    synchronized (failures) {
                      results.set(party, result);
                    }
                  } catch (Throwable t) {
                    synchronized (failures) {
                      failures.add(t);
                    }
                  }
                }
              },
              "party " + (i + 1));
      threads[i].setDaemon(true);
      threads[i].start();
    }
    join(threads, timeout, failures);
    throwFirst(failures);
    return results;
  }

  private static void join(Thread[] threads, Duration timeout, List<Throwable> failures)
      throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    for (Thread thread : threads) {
      thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
    }
    AssertionError late = new AssertionError("parties were not done within " + timeout);
    for (Thread thread : threads) {
      if (thread.isAlive()) {
        Throwable where = new Throwable(thread.getName() + " was here");
        where.setStackTrace(thread.getStackTrace());
        late.addSuppressed(where);
      }
    }
    if (late.getSuppressed().length > 0) {
      synchronized (failures) {
        failures.add(late);
      }
      for (Thread thread : threads) {
        thread.interrupt();
      }
    }
  }

  private static void throwFirst(List<Throwable> failures) throws Exception {
    Throwable first = null;
    synchronized (failures) {
      for (Throwable failure : failures) {
        if (first == null) {
          first = failure;
        } else if (failure != first) {
          first.addSuppressed(failure);
        }
      }
    }
    if (first instanceof Error error) {
      throw error;
    }
    if (first instanceof Exception exception) {
      throw exception;
    }
  }
}
