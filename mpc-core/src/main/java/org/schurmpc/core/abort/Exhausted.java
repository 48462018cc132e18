package org.schurmpc.core.abort;

/** The preprocessing material has run out; the message says what is missing. */
public final class Exhausted extends MpcException {
  public Exhausted(String message) {
    super(message);
  }

  public Exhausted(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public ExitCode exitCode() {
    return ExitCode.EXHAUSTED;
  }
}
