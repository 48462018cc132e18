package org.schurmpc.bench.reproduce;

import java.time.Duration;

/**
 * How often, and with how many blocks, the methods of KORSVV17 are measured.
 *
 * @param runs that count, of each measurement of evaluations
 * @param warmup runs before them
 * @param rehearsal of each party before it connects
 * @param inARow blocks one after the other in a run that measures latency
 * @param lanes the most blocks at once
 * @param stored blocks of a run from a store
 * @param divisor by which blocks and triples of preprocessing are fewer
 * @param parties the most of them in Figure 3
 * @param quick whether only throughput online is measured of most methods
 * @param budget the time for all measurements together
 */
public record LutEffort(
    int runs,
    int warmup,
    Duration rehearsal,
    int inARow,
    int lanes,
    int stored,
    int divisor,
    int parties,
    boolean quick,
    Duration budget) {
  /** Three runs of as many blocks at once as the protocol takes. */
  public static LutEffort usual(Duration budget) {
    return new LutEffort(3, 1, Duration.ofSeconds(5), 100, 1024, 128, 1, 5, false, budget);
  }

  /** One run of few blocks, without any warming up: to see that everything works. */
  public static LutEffort quick(Duration budget) {
    return new LutEffort(1, 0, Duration.ZERO, 3, 16, 8, 16, 3, true, budget);
  }
}
