package org.schurmpc.core.abort;

import java.util.Optional;

/**
 * Why a run ended without a result: one sentence for the user and the exit code of a process that
 * ends with it.
 *
 * <p>Messages never carry secret data. Mistakes of the calling program are {@link
 * IllegalArgumentException} and {@link IllegalStateException} instead.
 */
public abstract sealed class MpcException extends Exception
    permits BadFile, ConnectionLost, Disagreement, Exhausted, PeerCheated, Refused {

  private final Remedy remedy; // null if none is known

  MpcException(String message) {
    super(message);
    this.remedy = null;
  }

  MpcException(String message, Remedy remedy) {
    super(message);
    this.remedy = remedy;
  }

  MpcException(String message, Throwable cause) {
    super(message, cause);
    this.remedy = null;
  }

  /** What the user can do about it, where that is known. */
  public Optional<Remedy> remedy() {
    return Optional.ofNullable(remedy);
  }

  /** The exit code of a process that ends for this reason. */
  public abstract ExitCode exitCode();
}
