package org.schurmpc.core.abort;

/**
 * Indicates that the preprocessing material has run out. The message names the missing material.
 */
public final class Exhausted extends MpcException {
  public Exhausted(String message) {
    super(message);
  }

  /** Creates an exception with what the user can do about the missing material. */
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
