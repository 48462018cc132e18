package org.schurmpc.core.prep.disk;

/**
 * How far a party is in a batch.
 *
 * @param made what there was ever, used up or not
 * @param used what is used up
 */
record Position(long made, long used) {
  static final Position NONE = new Position(0, 0);

  /** Whether a party can say so. */
  boolean makesSense() {
    return used >= 0 && used <= made;
  }
}
