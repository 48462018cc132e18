package org.schurmpc.bench.reproduce;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time for all rows: what is left of it decides how many runs a slow row gets. */
final class Budget {
  /** Rows that take more than their share are paid for by those that take less. */
  private static final int GENEROSITY = 2;

  private static final double NANOS_PER_S = 1e9;

  private final LongSupplier nanoTime;
  private final long deadline;

  /**
   * Starts it.
   *
   * @param nanoTime {@link System#nanoTime}, or a test's
   */
  Budget(Duration total, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.deadline = nanoTime.getAsLong() + total.toNanos();
  }

  /**
   * What a row takes.
   *
   * @param fixedSeconds whatever the number of runs
   * @param secondsPerRun of each run, those to warm up included
   */
  record Forecast(double fixedSeconds, double secondsPerRun) {
    /** Returns the estimate for runs that take several times as long. */
    Forecast times(double factor) {
      return new Forecast(fixedSeconds, secondsPerRun * factor);
    }

    double seconds(int allRuns) {
      return fixedSeconds + allRuns * secondsPerRun;
    }
  }

  double secondsLeft() {
    return (deadline - nanoTime.getAsLong()) / NANOS_PER_S;
  }

  /** The counted runs that a row gets of which nothing is known: all or, if no time is left, 0. */
  int runs(int wanted) {
    return secondsLeft() > 0 ? wanted : 0;
  }

  /**
   * The counted runs that a row gets: those wanted, or fewer if it would take much more than its
   * share of the time; 0 if not even the fewest fit.
   *
   * @param fewest runs below which it is not worth it
   * @param rowsLeft this one and those after it
   */
  int runs(int wanted, int fewest, int warmup, Forecast forecast, int rowsLeft) {
    if (forecast.seconds(fewest + warmup) > secondsLeft()) {
      return 0;
    }
    double share = Math.min(secondsLeft(), GENEROSITY * secondsLeft() / rowsLeft);
    int runs = wanted;
    while (runs > fewest && forecast.seconds(runs + warmup) > share) {
      runs--;
    }
    return runs;
  }
}
