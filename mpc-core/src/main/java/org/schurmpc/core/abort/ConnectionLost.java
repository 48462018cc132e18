package org.schurmpc.core.abort;

/**
 * Indicates that a peer cannot be reached, was silent for too long, or has disconnected. The lease
 * of preprocessing material in use is lost: none of its material may be used again.
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
