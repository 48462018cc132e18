package org.schurmpc.bench.cli;

import java.io.PrintStream;
import org.schurmpc.bench.launch.HeapSize;
import org.schurmpc.bench.launch.RelayedChild;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.Preparation;

/** What the child of {@code prepare} does. */
final class PrepareWork {
  private final PrepareOptions options;
  private final PrintStream out;
  private final PrintStream err;
  private long stepped;
  private long before = -1;

  PrepareWork(PrepareOptions options, PrintStream out, PrintStream err) {
    this.options = options;
    this.out = out;
    this.err = err;
  }

  /** A portion of material is in memory while it is made, and no more. */
  static HeapSize heap(PrepareOptions.Task task) {
    return HeapSize.forMaterial(
        Math.max(2 * Preparation.PORTION_BYTES, task.plan().demand().bytes()),
        JobOptions.threads(task.run().job()));
  }

  void run() throws MpcException {
    try {
      PrepareOptions.Task task = options.task();
      long start = System.nanoTime();
      task.run().prepare(task.plan(), this::at);
      long passes = task.plan().passes();
      int lanes = task.plan().protocol().lanes();
      double seconds = (System.nanoTime() - start) / 1e9;
      long bytes = task.plan().demand().bytes();
      out.println(
          "%s holds material for %,d evaluations (%,d passes of up to %,d, %,d bytes each): %,d passes made now in %.1f s"
              .formatted(
                  task.run().store().orElseThrow().folder(),
                  passes * lanes,
                  passes,
                  lanes,
                  bytes,
                  Math.max(0, passes - before),
                  seconds));
    } catch (OutOfMemoryError e) {
      throw new Refused("the heap is too small: give more with --heap, as --heap 4g", e);
    }
  }

  private void at(long there, long wanted) {
    if (before < 0) {
      before = there;
    }
    for (; stepped < Math.min(there, wanted); stepped++) {
      err.println(RelayedChild.PROGRESS);
    }
  }
}
