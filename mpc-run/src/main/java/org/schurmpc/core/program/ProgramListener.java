package org.schurmpc.core.program;

/** Follows a run of a program. */
@FunctionalInterface
public interface ProgramListener {
  /** Receives a line that the program prints. All values in it were checked. */
  void printed(String line);
}
