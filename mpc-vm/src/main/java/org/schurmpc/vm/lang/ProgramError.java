package org.schurmpc.vm.lang;

/** Indicates an error in a program that is compiled. The message begins with the source line. */
public sealed class ProgramError extends IllegalStateException permits ArgumentError {
  private static final long serialVersionUID = 1L;

  ProgramError(String line, String reason) {
    super(line + ": " + reason);
  }
}
