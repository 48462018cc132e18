package org.schurmpc.bench.monitor;

import java.util.List;

/**
 * What a benchmark measured; every output was right.
 *
 * @param runNanos compute time of each counted run, from go to the last one done
 * @param parties instance by instance
 * @param connections how the processes were connected, for people
 */
@SuppressWarnings("ArrayRecordComponent") // a result: compared by nobody
public record Measured(long[] runNanos, List<PartyFigures> parties, String connections) {
  public Measured {
    parties = List.copyOf(parties);
  }

  /** The peak memory of each party; 0 where it is unknown. */
  public List<Long> peakRssBytes() {
    return parties.stream().map(PartyFigures::peakRssBytes).toList();
  }
}
