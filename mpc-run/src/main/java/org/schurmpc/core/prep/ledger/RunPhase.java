package org.schurmpc.core.prep.ledger;

import java.util.Locale;

/** Lists how far a run has come at one party. */
public enum RunPhase {
  /** The party knows nothing of the run, or it ended without a result. */
  NONE,
  /** A session of this program is at work on the run. */
  ACTIVE,
  /** The run has begun. */
  TAKEN,
  /** The run may have revealed values. */
  REVEALED,
  /** Everything that the run leaves is on disk, and no values were revealed. */
  PREPARED,
  /** Everything that the run leaves is on disk, and values may have been revealed. */
  PREPARED_REVEALED,
  /** What the run leaves is in use. */
  COMMITTED,
  /** The run is committed, and all parties have said so. */
  SETTLED;

  boolean prepared() {
    return this == PREPARED || this == PREPARED_REVEALED;
  }

  boolean revealed() {
    return this == REVEALED || this == PREPARED_REVEALED;
  }

  boolean unfinished() {
    return prepared() || this == TAKEN || this == REVEALED;
  }

  /** Returns whether the run's result counts at this party. */
  boolean committed() {
    return this == COMMITTED || this == SETTLED;
  }

  /** Returns the word for entries and statements. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the phase for a word.
   *
   * @throws IllegalArgumentException if there is none
   */
  static RunPhase of(String word) {
    RunPhase phase = valueOf(word.toUpperCase(Locale.ROOT));
    if (!phase.word().equals(word)) {
      throw new IllegalArgumentException("no phase: " + word);
    }
    return phase;
  }
}
