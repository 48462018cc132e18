package org.schurmpc.cli.command;

import java.util.List;
import java.util.Optional;
import org.schurmpc.cli.compute.WorkEstimate;
import org.schurmpc.cli.display.Progress;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ProgressListener;
import org.schurmpc.core.abort.MpcException;

/** Describes what a call of a command does, with all options checked. */
interface CommandTask {
  /** Estimates the processor time. */
  WorkEstimate work();

  /** Returns a heap size that is sufficient for material and values. */
  HeapSize heap();

  /** Returns the options of a JVM with a heap of this size. */
  default List<String> jvmOptions(HeapSize heap) {
    return heap.options();
  }

  /** Returns a warning that is printed before the work. */
  default Optional<String> warning() {
    return Optional.empty();
  }

  /** Creates the display of progress. */
  default Progress progress() {
    return Progress.none();
  }

  /**
   * Does the work.
   *
   * @param progress receives a step for each unit of {@link #progress}
   */
  void run(ProgressListener progress) throws MpcException;
}
