package org.schurmpc.cli.command;

import java.io.PrintStream;
import org.schurmpc.core.abort.MpcException;

/**
 * What {@code prepare} does once its call is checked, in a child or in the JVM that was started.
 */
final class PrepareWork {
  private final PrintStream out;
  private final Runnable step;
  private long stepped;

  /**
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
