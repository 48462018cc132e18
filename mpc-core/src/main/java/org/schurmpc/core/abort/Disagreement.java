package org.schurmpc.core.abort;

/** The parties do not mean the same session; the message names the field in which they differ. */
public final class Disagreement extends MpcException {
  public Disagreement(String message) {
    super(message);
  }

  public Disagreement(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public ExitCode exitCode() {
    return ExitCode.DISAGREEMENT;
  }
}
