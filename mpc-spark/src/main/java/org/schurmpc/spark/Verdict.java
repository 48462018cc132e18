package org.schurmpc.spark;

import java.io.Serializable;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
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
  static final Verdict OK = new Verdict(ExitCode.OK, null, "");

  /** Returns the verdict of a worker that ended by an exception. */
  static Verdict of(int worker, MpcException e) {
    PeerCheated.Check check = e instanceof PeerCheated cheated ? cheated.check() : null;
    String where =
        check == null ? e.getMessage() : e.getMessage().replaceFirst("^.*? failed: ", "");
    return new Verdict(e.exitCode(), check, "worker %d: %s".formatted(worker, where));
  }

  /** Returns a verdict of a lost worker. */
  static Verdict lost(String message) {
    return new Verdict(ExitCode.CONNECTION_LOST, null, message);
  }

  /** Returns the more serious verdict of two, or this one. */
  Verdict worst(Verdict other) {
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
      case EXHAUSTED -> new Exhausted(message);
      case DISAGREEMENT -> new Disagreement(message);
      case PEER_CHEATED -> new PeerCheated(check, message);
      case OK, CONNECTION_LOST -> new ConnectionLost(message);
    };
  }
}
