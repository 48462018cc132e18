package org.schurmpc.cli.command;

import java.io.PrintStream;
import org.schurmpc.core.abort.MpcException;

/**
 * Does the work of {@code prepare} after the options were checked, in a child process or in the JVM
 * that was started.
 */
final class PrepareWork {
  private final PrintStream out;
  private final Runnable step;
  private long stepped;

  /**
   * Creates the work.
   *
   * @param out receives the sentence about the result
   * @param step called for each step of progress
   */
  PrepareWork(PrintStream out, Runnable step) {
    this.out = out;
    this.step = step;
  }

  void run(PrepareTask task) throws MpcException {
    out.println(task.run(this::at));
  }

  private void at(long there, long wanted) {
    for (; stepped < Math.min(there, wanted); stepped++) {
      step.run();
    }
  }
}
