package org.schurmpc.core.abort;

/**
 * A circuit, program, configuration or store cannot be read or is malformed, or the disk is full.
 */
public final class BadFile extends MpcException {
  public BadFile(String message) {
    super(message);
  }

  public BadFile(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public ExitCode exitCode() {
    return ExitCode.BAD_FILE;
  }
}
