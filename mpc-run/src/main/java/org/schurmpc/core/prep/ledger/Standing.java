package org.schurmpc.core.prep.ledger;

/**
 * States where a party stands in a run.
 *
 * @param terms the hash of the run's terms, hex
 * @param content the hash of everything that the run leaves, hex; {@link #NOTHING} unless it is
 *     prepared
 */
record Standing(RunPhase phase, String terms, String content) {
  /** Stands for a hash of nothing. */
  static final String NOTHING = "0".repeat(64);

  /** Standing of a party in a run of which it knows nothing. */
  static final Standing NONE = new Standing(RunPhase.NONE, NOTHING, NOTHING);
}
