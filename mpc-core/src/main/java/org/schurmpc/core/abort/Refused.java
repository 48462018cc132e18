package org.schurmpc.core.abort;

/**
 * What was asked for is outside what a command, a protocol or a parameter allows; said before any
 * I/O.
 */
public final class Refused extends MpcException {
  public Refused(String message) {
    super(message);
  }

  /** With what the user can do about it. */
  public Refused(String message, Remedy remedy) {
    super(message, remedy);
  }

  public Refused(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public ExitCode exitCode() {
    return ExitCode.REFUSED;
  }
}
