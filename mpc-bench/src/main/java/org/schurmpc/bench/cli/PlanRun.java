package org.schurmpc.bench.cli;

import java.io.PrintStream;
import org.schurmpc.bench.launch.Launcher;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.command.Progress;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.core.abort.MpcException;

/** Runs plans in processes of their own, and shows progress. */
final class PlanRun {
  private PlanRun() {}

  /**
   * Runs a plan to its end.
   *
   * @param heap of each child
   * @param echo where the children's errors go, or null to drop them
   */
  static Measured of(Plan plan, Jvm jvm, HeapSize heap, PrintStream echo)
      throws MpcException, RunFailed, InterruptedException {
    return run(
        Progress.of(plan.allPasses()), new Launcher(BenchCommands.PROGRAM, plan, jvm, heap, echo));
  }

  /** Like the run without a name, with a name for the progress. */
  static Measured of(String name, Plan plan, Jvm jvm, HeapSize heap, PrintStream echo)
      throws MpcException, RunFailed, InterruptedException {
    // Nobody knows how many runs there is time for.
    int passes = plan.task().wallMillis() > 0 ? -1 : plan.allPasses();
    return run(
        Progress.of(name, passes), new Launcher(BenchCommands.PROGRAM, plan, jvm, heap, echo));
  }

  private static Measured run(Progress progress, Launcher launcher)
      throws MpcException, RunFailed, InterruptedException {
    try (progress) {
      return launcher.run(progress::step);
    }
  }
}
