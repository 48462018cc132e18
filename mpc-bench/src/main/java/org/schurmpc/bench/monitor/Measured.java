package org.schurmpc.bench.monitor;

import java.util.List;

/**
 * Holds the measurements of a benchmark in which every output was correct.
 *
 * @param runNanos the compute time of each counted run, in nanoseconds, from the start signal until
 *     the last party is done
 * @param parties the figures of the parties, instance by instance
 * @param connections describes the connections between the processes, for reports
 */
@SuppressWarnings("ArrayRecordComponent") // a result, which is never compared
public record Measured(long[] runNanos, List<PartyFigures> parties, String connections) {
  public Measured {
    parties = List.copyOf(parties);
  }

  /** Returns the peak resident set size of each party, in bytes; 0 if unknown. */
  public List<Long> peakRssBytes() {
    return parties.stream().map(PartyFigures::peakRssBytes).toList();
  }
}
