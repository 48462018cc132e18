package org.schurmpc.bench.monitor;

import java.time.Duration;
import org.schurmpc.bench.job.Task;

/**
 * How long the Monitor waits for children that say that they live but not what it waits for.
 *
 * @param assembly until all that have called are prepared
 * @param pass until a party is ready, or done, when others are
 * @param end until a child has said its last word
 */
record Waits(Duration assembly, Duration pass, Duration end) {

  /** For the children of a task, which have good reasons to be slow. */
  static Waits of(Task task) {
    Duration pass = Duration.ofMillis(task.serviceMillis());
    Duration end = pass.plusMillis(task.startMillis());
    // A rehearsal's last round may take long, on a machine with many parties even more so.
    return new Waits(end.plusMillis(2 * task.schedule().rehearsalMillis()), pass, end);
  }
}
