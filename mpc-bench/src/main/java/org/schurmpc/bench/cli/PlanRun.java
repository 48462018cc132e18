package org.schurmpc.bench.cli;

import java.io.PrintStream;
import org.schurmpc.bench.launch.Launcher;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.command.Progress;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.core.abort.MpcException;

/**
 * Runs plans in children of this process, and shows progress.
 *
 * @param program which the children run
 * @param echo where the children's errors go, or null to drop them
 */
record PlanRun(Program program, Jvm jvm, PrintStream echo) {
  /**
   * Runs a plan to its end.
   *
   * @param heap of each child
   */
  Measured of(Plan plan, HeapSize heap) throws MpcException, RunFailed, InterruptedException {
    return run(Progress.of(plan.allPasses()), launcher(plan, heap));
  }

  /** Runs a plan to its end, with a name for the progress. */
  Measured of(String name, Plan plan, HeapSize heap)
      throws MpcException, RunFailed, InterruptedException {
    // Nobody knows how many runs there is time for.
    int passes = plan.task().schedule().wallMillis() > 0 ? -1 : plan.allPasses();
    return run(Progress.of(name, passes), launcher(plan, heap));
  }

  private Launcher launcher(Plan plan, HeapSize heap) {
    return new Launcher(program, plan, jvm, heap, echo);
  }

  private static Measured run(Progress progress, Launcher launcher)
      throws MpcException, RunFailed, InterruptedException {
    try (progress) {
      return launcher.run(progress::step);
    }
  }
}
