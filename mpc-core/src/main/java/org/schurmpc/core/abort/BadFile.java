package org.schurmpc.core.abort;

/**
 * Indicates that a circuit, program, configuration or store is malformed or cannot be read, or that
 * the disk is full.
 */
public sealed class BadFile extends MpcException permits ProgramFault {
  public BadFile(String message) {
    super(message);
  }

  /** Creates an exception with what the user can do about the file. */
  public BadFile(String message, Remedy remedy) {
    super(message, remedy);
  }

  public BadFile(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public ExitCode exitCode() {
    return ExitCode.BAD_FILE;
  }
}
