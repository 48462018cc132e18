package org.schurmpc.core.abort;

/**
 * A peer cannot be reached, was silent for too long, or is gone; the lease of preprocessing in use
 * is burnt.
 */
public final class ConnectionLost extends MpcException {
  public ConnectionLost(String message) {
    super(message);
  }

  public ConnectionLost(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public ExitCode exitCode() {
    return ExitCode.CONNECTION_LOST;
  }
}
