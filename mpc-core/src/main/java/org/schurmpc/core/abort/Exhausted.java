package org.schurmpc.core.abort;

/** The preprocessing material has run out; the message says what is missing. */
public final class Exhausted extends MpcException {
  public Exhausted(String message) {
    super(message);
  }

  /** With what the user can do about it. */
  public Exhausted(String message, Remedy remedy) {
    super(message, remedy);
  }

  public Exhausted(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public ExitCode exitCode() {
    return ExitCode.EXHAUSTED;
  }
}
