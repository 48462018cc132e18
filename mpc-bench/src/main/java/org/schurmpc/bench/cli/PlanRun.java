package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.Optional;
import org.schurmpc.bench.launch.Launcher;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.monitor.Watcher;
import org.schurmpc.bench.page.MonitorPage;
import org.schurmpc.cli.display.Progress;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.core.abort.MpcException;

/**
 * Runs plans in child processes, and displays progress.
 *
 * @param program the program that the children run
 * @param jvm the JVM of the children
 * @param echo receives the error output of children; null to discard it
 * @param page shows the runs; empty if no page was asked for
 */
record PlanRun(CommandName program, Jvm jvm, PrintStream echo, Optional<MonitorPage> page) {
  /** Creates the runner of plans that no page shows. */
  PlanRun(CommandName program, Jvm jvm, PrintStream echo) {
    this(program, jvm, echo, Optional.empty());
  }

  /**
   * Runs a plan to its end.
   *
   * @param heap the heap size of each child
   * @throws RunFailed if a child failed
   */
  Measured of(Plan plan, HeapSize heap) throws MpcException, RunFailed, InterruptedException {
    return run(Progress.of(plan.allPasses()), plan, heap);
  }

  /** Runs a plan to its end, with a name in the progress display. */
  Measured of(String name, Plan plan, HeapSize heap)
      throws MpcException, RunFailed, InterruptedException {
    // With a time limit, the number of runs is not known.
    int passes = plan.task().schedule().wallMillis() > 0 ? -1 : plan.allPasses();
    return run(Progress.of(name, passes), plan, heap);
  }

  private Measured run(Progress progress, Plan plan, HeapSize heap)
      throws MpcException, RunFailed, InterruptedException {
    try (progress) {
      Watcher watcher = MonitorPage.watcher(page, plan, progress::step);
      return new Launcher(program, plan, jvm, heap, echo, watcher).run();
    }
  }
}
