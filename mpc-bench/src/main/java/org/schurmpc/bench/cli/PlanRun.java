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
 * Runs plans in child processes, and displays progress.
 *
 * @param program the program that the children run
 * @param jvm the JVM of the children
 * @param echo receives the error output of children; null to discard it
 */
record PlanRun(Program program, Jvm jvm, PrintStream echo) {
  /**
   * Runs a plan to its end.
   *
   * @param heap the heap size of each child
   * @throws RunFailed if a child failed
   */
  Measured of(Plan plan, HeapSize heap) throws MpcException, RunFailed, InterruptedException {
    return run(Progress.of(plan.allPasses()), launcher(plan, heap));
  }

  /** Runs a plan to its end, with a name in the progress display. */
  Measured of(String name, Plan plan, HeapSize heap)
      throws MpcException, RunFailed, InterruptedException {
    // With a time limit, the number of runs is not known.
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
