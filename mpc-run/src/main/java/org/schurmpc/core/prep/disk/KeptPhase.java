package org.schurmpc.core.prep.disk;

/** Lists how far a run that uses a version has come. */
enum KeptPhase {
  /** No run uses the version. */
  COMMITTED,
  TAKEN,
  /** The run may have revealed values. */
  REVEALED,
  /** The next version is on disk, and no values were revealed. */
  PREPARED,
  /** The next version is on disk, and values may have been revealed. */
  PREPARED_REVEALED;

  boolean prepared() {
    return this == PREPARED || this == PREPARED_REVEALED;
  }

  boolean revealed() {
    return this == REVEALED || this == PREPARED_REVEALED;
  }
}
