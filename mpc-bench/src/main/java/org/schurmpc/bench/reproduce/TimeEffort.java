package org.schurmpc.bench.reproduce;

import java.time.Duration;

/**
 * How long and in what portions cells of tables of times are measured.
 *
 * @param each how long runs that count are begun in a cell, dealing included
 * @param runs the most of them
 * @param warmup runs before them
 * @param rehearsal of each party before it connects
 * @param inARow the most evaluations of one AES after the other at a word of the Monitor
 * @param lanes the most AES at once
 * @param material the most bytes of it at each party, unless one AES takes more
 * @param budget the time for all cells together
 */
public record TimeEffort(
    Duration each,
    int runs,
    int warmup,
    Duration rehearsal,
    int inARow,
    int lanes,
    long material,
    Duration budget) {
  private static final int MANY = 100_000;

  /** As in the paper, if {@code each} is 30 seconds. */
  public static TimeEffort usual(Duration each, Duration budget) {
    return new TimeEffort(each, MANY, 1, Duration.ofSeconds(5), 100, 1024, 512L << 20, budget);
  }

  /** One run each, without any warming up: to see that everything works. */
  public static TimeEffort quick(Duration budget) {
    return new TimeEffort(Duration.ofSeconds(30), 1, 0, Duration.ZERO, 3, 64, 32L << 20, budget);
  }
}
