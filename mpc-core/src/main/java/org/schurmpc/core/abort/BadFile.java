package org.schurmpc.core.abort;

/**
 * A circuit, program, configuration or store cannot be read or is malformed, or the disk is full.
 */
public final class BadFile extends MpcException {
  public BadFile(String message) {
    super(message);
  }

  /** With what the user can do about it. */
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
