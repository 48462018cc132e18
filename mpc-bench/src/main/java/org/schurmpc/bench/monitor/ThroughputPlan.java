package org.schurmpc.bench.monitor;

import org.schurmpc.bench.job.ThroughputTask;

/**
 * Plans the items of one group of parties: one pass per run. The parties check the items
 * themselves.
 *
 * @param task the task of the parties
 */
public record ThroughputPlan(ThroughputTask task) implements Plan {
  @Override
  public boolean hasDealer() {
    return task.hasDealer();
  }
}
