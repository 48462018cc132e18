package org.schurmpc.bench.monitor;

import java.time.Duration;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.Reference;
import org.schurmpc.bench.job.Workload;

/**
 * What the Monitor has done.
 *
 * @param instances pairs of parties
 * @param stagger how long after one instance the next one goes
 * @param seed the seed of all inputs
 */
public record Plan(
    Job job, Workload work, Reference reference, int instances, Duration stagger, long seed) {
  public Plan {
    if (instances < 1) {
      throw new IllegalArgumentException(instances + " instances");
    }
  }

  public boolean hasDealer() {
    return job.preprocessing().equals(Job.DEALER);
  }

  /** Processes that take part. */
  public int children() {
    return 2 * instances + (hasDealer() ? 1 : 0);
  }

  /** Passes of all runs, over which progress counts. */
  public int allPasses() {
    return job.allRuns() * work.passes();
  }
}
