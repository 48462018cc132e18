package org.schurmpc.bench.monitor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.monitor.Failure.Kind;
import org.schurmpc.core.abort.ExitCode;

/**
 * Collects the failures of a run. One failure causes others, because a party that loses its peer
 * fails too. Therefore further failures are awaited for a short time, and the first cause is
 * reported.
 */
public final class Faults {
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Watcher watcher;
  private final List<Failure> failures = new ArrayList<>();
  private boolean finished;

  /** Creates the record of a run that nobody watches. */
  public Faults() {
    this(Watcher.NONE);
  }

  /**
   * Creates the record of a run.
   *
   * @param watcher receives each failure, and the end of the run
   */
  public Faults(Watcher watcher) {
    this.watcher = watcher;
  }

  /** Reports the failure of a child. */
  public synchronized void report(Failure failure) {
    if (!finished) {
      failures.add(failure);
      notifyAll(); // before the watcher, whose exceptions must not keep anybody waiting
      watcher.failed(failure);
    }
  }

  /**
   * Reports children that did not do something in time, if there are any.
   *
   * @param missing the roles of the children
   * @param what what they did not do, for the sentence that begins with their names
   */
  void reportMissing(List<Role> missing, String what) {
    if (!missing.isEmpty()) {
      String names = missing.stream().map(Role::toString).collect(Collectors.joining(", "));
      reportGone(missing, names + " " + what);
    }
  }

  /** Reports children, at least one, that cannot be reached. */
  void reportGone(List<Role> missing, String sentence) {
    report(new Failure(missing, Failure.Kind.DISCONNECTED, ExitCode.CONNECTION_LOST, sentence));
  }

  /** Ends the run successfully, unless a child has failed. Later failures do not count. */
  public synchronized void finish() {
    finished = failures.isEmpty();
    notifyAll();
  }

  /**
   * Waits for the end of the run.
   *
   * @throws RunFailed if a child failed before the end
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
      RunFailed verdict = verdict(failures);
      watcher.ended(Optional.of(verdict));
      throw verdict;
    }
    watcher.ended(Optional.empty());
  }

  /** Returns the first cause with the worst exit code of all failures. */
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

  /** Returns whether a process had reported a failure of one of its roles before it ended. */
  private static boolean hasReport(List<Failure> failures, Failure death) {
    return failures.stream()
        .anyMatch(
            f -> f.kind() == Kind.REPORTED && !Collections.disjoint(f.roles(), death.roles()));
  }

  /**
   * Returns the rank of a failure: the failure of the lowest rank is the most likely cause. Among
   * failures of equal rank, the more serious one is taken, then the earlier one.
   */
  private static int rank(Failure failure) {
    return switch (failure.kind()) {
      case REPORTED ->
          failure.code() != ExitCode.CONNECTION_LOST
              ? 0
              : failure.roles().get(0).isDealer() ? 4 : 3;
      case DIED -> 1;
      // A child that is able to reports the reason before it disconnects.
      case DISCONNECTED -> 2;
    };
  }
}
