package org.schurmpc.vm.lang;

/** Indicates that a program is compiled without an argument it needs, or with an unknown one. */
public final class ArgumentError extends ProgramError {
  private static final long serialVersionUID = 1L;

  ArgumentError(String line, String reason) {
    super(line, reason);
  }
}
