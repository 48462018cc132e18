package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.Task;
import org.schurmpc.core.circuit.Circuit;

/** What the Monitor has its children do, and how it checks what they did. */
public interface Plan {
  /** What the children are told to do. */
  Task task();

  /** Groups of parties that work at the same time. */
  int instances();

  /**
   * Instances whose parties of one index share a process, on a thread each; {@link #instances} is a
   * multiple.
   */
  default int threads() {
    return 1;
  }

  /** How long after one instance the next one goes. */
  Duration stagger();

  /** Times in a run that the Monitor says go. */
  int passes();

  /** Evaluations one after the other each time that the Monitor says go; 0 if there are none. */
  int evaluationsPerPass();

  /** Whether a dealer makes the material. */
  boolean hasDealer();

  /** The seeds of a party's inputs; null if there are no inputs. */
  InputSeeds seeds(Role party);

  /** What checks the outputs of the parties of an instance. */
  OutputCheck check(int instance);

  /** What the children cannot find in the library; empty if there is no such circuit. */
  Optional<Circuit> circuit();

  /** Who takes part: the dealer, if there is one, and the parties by instance. */
  default List<Role> roles() {
    List<Role> roles = new ArrayList<>();
    if (hasDealer()) {
      roles.add(Role.dealer());
    }
    for (int instance = 0; instance < instances(); instance++) {
      for (int party = 0; party < task().parties(); party++) {
        roles.add(new Role(instance, party));
      }
    }
    return roles;
  }

  /** Passes of all runs, over which progress counts. */
  default int allPasses() {
    return task().allRuns() * passes();
  }
}
