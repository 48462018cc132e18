package org.schurmpc.bench.reproduce;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.MpcException;

/** Understands the command lines of rows, and runs them. */
public interface StudyCommands {
  /**
   * A command line that was understood.
   *
   * @param heap of each child, unless the user gives another one
   * @param report returns what the command stores as JSON
   */
  record Command(Plan plan, HeapSize heap, Function<Measured, Map<String, Object>> report) {}

  /** Runs plans. */
  interface Runner {
    /**
     * Runs a plan to its end.
     *
     * @param heap of each child
     * @param what for people, as "Figure 5, 2 instances (2 of 23 rows)"
     */
    Measured run(Plan plan, HeapSize heap, String what)
        throws MpcException, RunFailed, InterruptedException;
  }

  /**
   * Parses a command line.
   *
   * @throws org.schurmpc.core.abort.Refused if it is wrong, or cannot be run
   */
  Command parse(List<String> words) throws MpcException;
}
