package org.schurmpc.bench.cli;

import java.io.PrintStream;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.MpcException;

/** The runs that the options of the main command describe, from their plans to their reports. */
interface MainRun {
  /** Runs a plan. */
  interface Runner {
    /**
     * Runs a plan to its end.
     *
     * @param usual the heap of each child if the options give none
     */
    Measured run(Plan plan, HeapSize usual) throws MpcException, RunFailed, InterruptedException;
  }

  /**
   * Creates the plans for options whose ranges were checked.
   *
   * @throws MpcException if a file is malformed, or an option is invalid
   */
  static MainRun of(RunOptions options) throws MpcException {
    return options.hasProgram() ? ProgramRun.of(options) : EvaluationRun.of(options);
  }

  /** Returns whether a dealer generates the material. */
  boolean hasDealer();

  /** Runs all plans and reports the results. */
  void measure(PrintStream out, Runner runner) throws MpcException, RunFailed, InterruptedException;
}
