package org.schurmpc.core.abort;

/**
 * Why a run ended without a result: one sentence for the user and the exit code of a process that
 * ends with it.
 *
 * <p>Messages never carry secret data. Mistakes of the calling program are {@link
 * IllegalArgumentException} and {@link IllegalStateException} instead.
 */
public abstract sealed class MpcException extends Exception
    permits BadFile, ConnectionLost, Disagreement, Exhausted, PeerCheated, Refused {

  MpcException(String message) {
    super(message);
  }

  MpcException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The exit code of a process that ends for this reason. */
  public abstract ExitCode exitCode();
}
