package org.schurmpc.bench.monitor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.schurmpc.bench.monitor.Failure.Kind;
import org.schurmpc.core.abort.ExitCode;

/**
 * Collects what goes wrong until the run is over. One fault brings others with it, since whoever
 * loses a peer fails too: they are waited for briefly, and the first cause is told.
 */
public final class Faults {
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final List<Failure> failures = new ArrayList<>();
  private boolean finished;

  /** A child failed. */
  public synchronized void report(Failure failure) {
    if (!finished) {
      failures.add(failure);
      notifyAll();
    }
  }

  /** All is done; later failures do not count. */
  public synchronized void finish() {
    finished = failures.isEmpty();
    notifyAll();
  }

  /**
   * Waits for the end.
   *
   * @throws RunFailed if a child failed before all was done
   */
  public synchronized void await() throws RunFailed, InterruptedException {
    while (!finished && failures.isEmpty()) {
      wait();
    }
    if (!failures.isEmpty()) {
      long deadline = System.nanoTime() + GRACE_NANOS;
      for (long left = GRACE_NANOS; left > 0; left = deadline - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
      throw verdict(failures);
    }
  }

  /** The first cause and the worst code. */
  static RunFailed verdict(List<Failure> failures) {
    ExitCode worst = ExitCode.OK;
    for (Failure failure : failures) {
      worst = worst.worst(failure.code());
    }
    Failure cause =
        failures.stream()
            .filter(f -> f.kind() != Kind.DIED || !hasReport(failures, f))
            .min(
                Comparator.comparingInt(Faults::rank)
                    .thenComparing(Failure::code, Comparator.reverseOrder()))
            .orElseThrow();
    return new RunFailed(worst, cause.sentence());
  }

  /** A process that ends after the report of one of its roles did not die of something else. */
  private static boolean hasReport(List<Failure> failures, Failure death) {
    return failures.stream()
        .anyMatch(
            f -> f.kind() == Kind.REPORTED && !Collections.disjoint(f.roles(), death.roles()));
  }

  /**
   * The lower, the likelier to be the cause; among equals it is the more serious, then the earlier
   * one.
   */
  private static int rank(Failure failure) {
    return switch (failure.kind()) {
      case REPORTED ->
          failure.code() != ExitCode.CONNECTION_LOST
              ? 0
              : failure.roles().get(0).isDealer() ? 4 : 3;
      case DIED -> 1;
      // Whoever can says why before it hangs up.
      case DISCONNECTED -> 2;
    };
  }
}
