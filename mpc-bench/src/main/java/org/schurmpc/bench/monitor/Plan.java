package org.schurmpc.bench.monitor;

import java.time.Duration;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.Task;

/** What the Monitor has its children do, and how it checks what they did. */
public interface Plan {
  /** What the children are told to do. */
  Task task();

  /** Pairs of parties. */
  int instances();

  /** How long after one instance the next one goes. */
  Duration stagger();

  /** Times in a run that the Monitor says go. */
  int passes();

  /** Whether a dealer makes the material. */
  boolean hasDealer();

  /** The seeds of a party's inputs; null if there are no inputs. */
  InputSeeds seeds(Role party);

  /** What checks the outputs of the two parties of an instance. */
  OutputCheck check(int instance);

  /** Processes that take part. */
  default int children() {
    return 2 * instances() + (hasDealer() ? 1 : 0);
  }

  /** Passes of all runs, over which progress counts. */
  default int allPasses() {
    return task().allRuns() * passes();
  }
}
