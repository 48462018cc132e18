package org.schurmpc.spark;

import java.io.Serializable;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.PeerCheated;

/**
 * How a worker's part of an attempt ended; a failed check that is on record ends the whole stage
 * instead. A plain class: Kryo, which users may have set, cannot read records.
 */
final class WorkerReport implements Serializable {
  private final int code;
  private final String check;
  private final String message;

  WorkerReport(Verdict verdict) {
    this.code = verdict.code().code();
    this.check = verdict.check() == null ? null : verdict.check().name();
    this.message = verdict.message();
  }

  Verdict verdict() {
    return new Verdict(
        ExitCode.ofProcess(code), check == null ? null : PeerCheated.Check.valueOf(check), message);
  }
}
