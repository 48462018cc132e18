package org.schurmpc.core.abort;

import java.util.Optional;

/**
 * Explains why a run ended without a result, in one sentence for the user, and determines the exit
 * code of a process that ends for this reason.
 *
 * <p>Messages never carry secret data. Mistakes of the calling program are reported by {@link
 * IllegalArgumentException} and {@link IllegalStateException} instead.
 */
public abstract sealed class MpcException extends Exception
    permits BadFile, ConnectionLost, Disagreement, Exhausted, PeerCheated, PeerWithdrew, Refused {

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

  /** Returns what the user can do about the failure, if known. */
  public Optional<Remedy> remedy() {
    return Optional.ofNullable(remedy);
  }

  /** Returns the exit code of a process that ends for this reason. */
  public abstract ExitCode exitCode();
}
