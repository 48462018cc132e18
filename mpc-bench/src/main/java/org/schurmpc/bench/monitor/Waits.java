package org.schurmpc.bench.monitor;

import java.time.Duration;
import org.schurmpc.bench.job.Task;

/**
 * Holds the time limits for children that send keep-alives, but not the message for which the
 * Monitor waits.
 *
 * @param assembly the limit, after all children have called, until all are prepared
 * @param pass the limit, after the first party is ready or done, for the other parties
 * @param end the limit, after the last pass, until the last message of a child
 */
record Waits(Duration assembly, Duration pass, Duration end) {

  /** Returns the time limits for a task, generous enough for slow children. */
  static Waits of(Task task) {
    Duration pass = Duration.ofMillis(task.serviceMillis());
    Duration end = pass.plusMillis(task.startMillis());
    // The last round of a rehearsal may take long, especially on a machine with many parties.
    return new Waits(end.plusMillis(2 * task.schedule().rehearsalMillis()), pass, end);
  }
}
