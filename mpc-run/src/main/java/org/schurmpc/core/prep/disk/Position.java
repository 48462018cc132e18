package org.schurmpc.core.prep.disk;

/**
 * Represents a party's position in a batch.
 *
 * @param made the number of items or evaluations ever generated, used up or not
 * @param used the number used up
 */
record Position(long made, long used) {
  static final Position NONE = new Position(0, 0);

  /** Returns whether a party can be at this position. */
  boolean makesSense() {
    return used >= 0 && used <= made;
  }
}
