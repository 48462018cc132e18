package org.schurmpc.bench.reproduce;

import java.time.Duration;

/**
 * How much of it is run.
 *
 * @param runs that count, of each row
 * @param fewestRuns with which a row still makes sense if the time is short
 * @param warmup runs before them
 * @param rehearsal of each party before it connects
 * @param budget the time for all rows together
 */
public record Effort(int runs, int fewestRuns, int warmup, Duration rehearsal, Duration budget) {
  private static final int RUNS = 5;
  private static final int FEWEST_FOR_AN_INTERVAL = 2;

  /** As in the paper: five runs or, where the time is short, fewer. */
  public static Effort usual(Duration budget) {
    return new Effort(RUNS, FEWEST_FOR_AN_INTERVAL, 1, Duration.ofSeconds(5), budget);
  }

  /** Returns the effort of exactly this number of runs. */
  public static Effort exactly(int runs, Duration budget) {
    return new Effort(runs, runs, 1, Duration.ofSeconds(5), budget);
  }

  /** So many runs, without any warming up: to see that everything works. */
  public static Effort quick(int runs, Duration budget) {
    return new Effort(runs, runs, 0, Duration.ZERO, budget);
  }
}
