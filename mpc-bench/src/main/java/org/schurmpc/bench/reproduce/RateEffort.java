package org.schurmpc.bench.reproduce;

import java.time.Duration;

/**
 * How often cells are measured.
 *
 * @param runs that count
 * @param warmup runs before them
 * @param rehearsal of each party before it connects
 * @param divisor of the counts of items
 * @param parties the most of Figure 9
 * @param budget the time for all cells together
 */
public record RateEffort(
    int runs, int warmup, Duration rehearsal, int divisor, int parties, Duration budget) {
  /** The median of three runs. */
  public static RateEffort usual(Duration budget) {
    return new RateEffort(3, 1, Duration.ofSeconds(5), 1, 5, budget);
  }

  /** One run of few items, without any warming up: to see that everything works. */
  public static RateEffort quick(Duration budget) {
    return new RateEffort(1, 0, Duration.ZERO, 128, 3, budget);
  }
}
