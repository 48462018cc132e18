package org.schurmpc.service.control;

/** How far a party is in an attempt of a run. */
public enum RunPhase {
  /** In the log; nothing is used yet. */
  WAITING,
  /** Inputs and material are being used; nothing that depends on an input has left the parties. */
  TAKEN,
  /** Values were revealed to the parties. */
  REVEALED,
  /** Outputs are written and checked, and have not left this party. */
  PREPARED,
  /** All parties have prepared the same: outputs are given to their clients. Final. */
  COMMITTED,
  /** The attempt is over, with nothing kept of it; another one may follow. */
  BACK,
  /** The run is over without a result. Final. */
  FAILED;

  /** Returns whether nothing follows in this run. */
  public boolean isFinal() {
    return this == COMMITTED || this == FAILED;
  }

  /** Returns whether the parties have to settle an attempt that was broken off here. */
  public boolean isOpen() {
    return !isFinal() && this != BACK;
  }
}
