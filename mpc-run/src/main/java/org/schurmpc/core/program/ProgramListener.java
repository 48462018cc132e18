package org.schurmpc.core.program;

import org.schurmpc.core.abort.MpcException;

/** Follows a run of a program. */
@FunctionalInterface
public interface ProgramListener {
  /** Receives a line that the program prints. All values in it were checked. */
  void printed(String line);

  /**
   * Notes that the parties are about to learn a value in the run, or act on one; outputs at its end
   * not among them. Called before anything of the value is sent, by any thread of the run, and
   * often.
   */
  default void revealing() throws MpcException {}
}
