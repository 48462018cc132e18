package org.schurmpc.bench.job;

import java.util.Map;

/**
 * Correlated OTs, of which party 1 is the sender.
 *
 * @param count correlated OTs in a run
 * @param k the extension's trade-off: 128/k - 1 bits are sent for each OT, for work that grows as
 *     2^k/k
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
