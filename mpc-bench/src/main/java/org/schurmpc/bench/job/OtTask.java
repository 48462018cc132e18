package org.schurmpc.bench.job;

import java.util.Map;

/**
 * Generates correlated OTs, with party 1 as the sender.
 *
 * @param count the number of correlated OTs in a run
 * @param k the trade-off of the extension: 128/k - 1 bits are sent for each OT, and the work grows
 *     as 2^k/k
 */
public record OtTask(long count, int k, Schedule schedule, Line line) implements GenerationTask {
  @Override
  public int parties() {
    return 2;
  }

  @Override
  public String items() {
    return "correlated OTs";
  }

  @Override
  public Map<String, Object> parameters() {
    return Map.of("k", k);
  }
}
