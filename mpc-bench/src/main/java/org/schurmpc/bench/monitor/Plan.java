package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.Task;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.program.CompiledProgram;

/**
 * Describes the work of the Monitor's children, and the check of their outputs. By default one
 * group of parties works, in one pass per run, without inputs and outputs.
 */
public interface Plan {
  /** Returns the task of the children. */
  Task task();

  /** Returns the number of groups of parties that work at the same time. */
  default int instances() {
    return 1;
  }

  /**
   * Returns the number of instances whose parties of one index share a process, with a thread for
   * each. {@link #instances} is a multiple of it.
   */
  default int threads() {
    return 1;
  }

  /** Returns the time between the starts of consecutive instances. */
  default Duration stagger() {
    return Duration.ZERO;
  }

  /** Returns the number of passes of a run. The Monitor starts each pass. */
  default int passes() {
    return 1;
  }

  /** Returns the number of consecutive evaluations of a pass; 0 if nothing is evaluated. */
  default int evaluationsPerPass() {
    return 0;
  }

  /** Returns whether a dealer generates the material. */
  boolean hasDealer();

  /** Returns whether the parties gain from huge pages. */
  default boolean suitsHugePages() {
    return false;
  }

  /** Returns the seeds of a party's inputs; null if there are no inputs. */
  default InputSeeds seeds(Role party) {
    return null;
  }

  /** Returns the check of the outputs of an instance's parties. */
  default OutputCheck check(int instance) {
    return (channel, role, run, pass) -> {};
  }

  /**
   * Returns the circuit to be sent to the children; empty if the library contains it, or nothing is
   * evaluated.
   */
  default Optional<Circuit> circuit() {
    return Optional.empty();
  }

  /** Returns the program to be sent to the children; empty if none is run. */
  default Optional<CompiledProgram> program() {
    return Optional.empty();
  }

  /**
   * Returns the roles of all children: the dealer, if there is one, and the parties, instance by
   * instance.
   */
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

  /** Returns the number of passes of all runs. */
  default int allPasses() {
    return task().allRuns() * passes();
  }
}
