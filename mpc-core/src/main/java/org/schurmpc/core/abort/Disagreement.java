package org.schurmpc.core.abort;

/**
 * Indicates that the parties do not mean the same session. The message names the field in which
 * they differ.
 */
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
