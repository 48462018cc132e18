package org.schurmpc.bench.cli;

import java.io.PrintStream;
import org.schurmpc.bench.launch.HeapSize;
import org.schurmpc.bench.launch.Jvm;
import org.schurmpc.bench.launch.Launcher;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
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
    Launcher launcher = new Launcher(plan, jvm, heap, echo);
    try (Progress progress = Progress.of(plan.allPasses())) {
      return launcher.run(progress::step);
    }
  }
}
