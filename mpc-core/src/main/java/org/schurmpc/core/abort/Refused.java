package org.schurmpc.core.abort;

/**
 * Indicates that a request is outside the range that a command, a protocol or a parameter allows.
 * Thrown before any I/O.
 */
public final class Refused extends MpcException {
  public Refused(String message) {
    super(message);
  }

  /** Creates an exception with what the user can do about the refused request. */
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
