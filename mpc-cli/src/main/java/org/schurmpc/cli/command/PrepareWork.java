package org.schurmpc.cli.command;

import java.io.PrintStream;
import org.schurmpc.cli.launch.RelayedChild;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/** What the child of {@code prepare} does. */
final class PrepareWork {
  private final PrepareOptions options;
  private final PrintStream out;
  private final PrintStream err;
  private long stepped;

  PrepareWork(PrepareOptions options, PrintStream out, PrintStream err) {
    this.options = options;
    this.out = out;
    this.err = err;
  }

  void run() throws MpcException {
    try {
      out.println(options.task().run(this::at));
    } catch (OutOfMemoryError e) {
      throw new Refused("the heap is too small: give more with --heap, as --heap 4g", e);
    }
  }

  private void at(long there, long wanted) {
    for (; stepped < Math.min(there, wanted); stepped++) {
      err.println(RelayedChild.PROGRESS);
    }
  }
}
