package org.schurmpc.bench.party;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;

/**
 * Runs the parties of one index in several instances concurrently in one process. Each party has a
 * thread and connections to Monitor, dealer and peers of its own. If one party fails, all end.
 */
public final class PartySessions {
  /**
   * Time for which further failures are awaited after the first, because one failure causes others,
   * of which the most serious one counts.
   */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final List<PartyProgram> programs = new ArrayList<>();

  /**
   * Creates the parties.
   *
   * @param first the index of the first instance
   * @param count the number of consecutive instances
   * @param party the index of the party in each instance
   */
  public PartySessions(int first, int count, int party, Place place) {
    SharedRehearsal rehearsal = new SharedRehearsal();
    for (int i = 0; i < count; i++) {
      programs.add(new PartyProgram(first + i, party, place, rehearsal));
    }
  }

  /**
   * Runs all parties to their ends.
   *
   * @throws MpcException the most serious failure; among equally serious ones the first
   */
  public void run() throws MpcException {
    if (programs.size() == 1) {
      programs.get(0).run();
    } else {
      runAll();
    }
  }

  private void runAll() throws MpcException {
    ExecutorService threads = Executors.newFixedThreadPool(programs.size(), PartySessions::daemon);
    try {
      ExecutorCompletionService<Void> ends = new ExecutorCompletionService<>(threads);
      for (PartyProgram program : programs) {
        ends.submit(
            () -> {
              program.run();
              return null;
            });
      }
      rethrowWorst(failures(ends));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLost("interrupted while sessions were running", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "session");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Returns the failures in the order in which they occurred, until all parties have ended, or
   * shortly after the first failure.
   */
  private List<Throwable> failures(ExecutorCompletionService<Void> ends)
      throws InterruptedException {
    List<Throwable> failures = new ArrayList<>();
    long deadline = 0;
    for (int i = 0; i < programs.size(); i++) {
      Future<Void> end =
          failures.isEmpty()
              ? ends.take()
              : ends.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (end == null) {
        break;
      }
      try {
        end.get();
      } catch (ExecutionException e) {
        if (failures.isEmpty()) {
          deadline = System.nanoTime() + GRACE_NANOS;
        }
        failures.add(e.getCause());
      }
    }
    return failures;
  }

  private static void rethrowWorst(List<Throwable> failures) throws MpcException {
    Throwable worst =
        failures.stream()
            .min(Comparator.comparing(PartySessions::exitCode, Comparator.reverseOrder()))
            .orElse(null);
    if (worst instanceof MpcException known) {
      throw known;
    }
    if (worst instanceof Error error) {
      throw error;
    }
    if (worst != null) {
      throw new IllegalStateException("a session failed", worst);
    }
  }

  /** Returns the exit code that the Monitor is told. */
  private static ExitCode exitCode(Throwable failure) {
    if (failure instanceof MpcException known) {
      return known.exitCode();
    }
    return failure instanceof OutOfMemoryError ? ExitCode.REFUSED : ExitCode.CONNECTION_LOST;
  }
}
