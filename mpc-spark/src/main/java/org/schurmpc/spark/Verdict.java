package org.schurmpc.spark;

import java.io.Serializable;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.OutOfRange;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.Refused;

/**
 * How a worker's or a party's attempt ended.
 *
 * @param code the reason's exit code
 * @param check the failed check, if one failed; otherwise null
 * @param message one sentence; empty if all is well
 */
record Verdict(ExitCode code, PeerCheated.Check check, String message) implements Serializable {
  private static final String FAILED = " check failed: ";

  static final Verdict OK = new Verdict(ExitCode.OK, null, "");

  /** Returns the verdict of a worker that ended by an exception. */
  static Verdict of(int worker, MpcException e) {
    Verdict verdict = of(e);
    return new Verdict(
        verdict.code, verdict.check, "worker %d: %s".formatted(worker, verdict.message));
  }

  /** Returns the verdict of an exception. */
  static Verdict of(MpcException e) {
    PeerCheated.Check check = e instanceof PeerCheated cheated ? cheated.check() : null;
    // The exception of a failed check puts these words before where it failed, and will again.
    String where =
        check == null
            ? e.getMessage()
            : e.getMessage().substring(e.getMessage().indexOf(FAILED) + FAILED.length());
    return new Verdict(e.exitCode(), check, where);
  }

  /** Returns a verdict of a lost worker. */
  static Verdict lost(String message) {
    return new Verdict(ExitCode.CONNECTION_LOST, null, message);
  }

  /**
   * Returns the more serious verdict of two, or this one. Whatever ends the job is more serious
   * than a loss, which may be no more than its consequence at the other party.
   */
  Verdict worst(Verdict other) {
    if (mayPass() != other.mayPass()) {
      return mayPass() ? other : this;
    }
    return code.worst(other.code) == code ? this : other;
  }

  /** Returns whether another attempt may help. */
  boolean mayPass() {
    return code == ExitCode.OK || code == ExitCode.CONNECTION_LOST;
  }

  /** Returns the exception for which the job ends. */
  MpcException exception() {
    return switch (code) {
      case REFUSED -> new Refused(message);
      case BAD_FILE -> new BadFile(message);
      case OUT_OF_RANGE -> new OutOfRange(message);
      case EXHAUSTED -> new Exhausted(message);
      case DISAGREEMENT -> new Disagreement(message);
      case PEER_CHEATED -> new PeerCheated(check, message);
      case OK, PEER_WITHDREW, CONNECTION_LOST -> new ConnectionLost(message);
    };
  }
}
