package org.schurmpc.cli.launch;

/** Receives the progress of a child process, or of the same work in this process. */
@FunctionalInterface
public interface ProgressListener {
  /** Reports that a unit of the work is done. */
  void step();

  /**
   * Reports the beginning of a phase.
   *
   * @param name what the process does or waits for, such as "waiting for party 2"
   */
  default void phase(String name) {}
}
