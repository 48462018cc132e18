package org.schurmpc.core.ot;

import org.schurmpc.core.abort.Refused;

/**
 * How the 128 bits of Δ fall into elements of GF(2^k), one for each tree: tree t has bits kt to kt
 * + k - 1. A larger k sends fewer bits, 128/k - 1 an OT, and computes more, 2^k/k times as much.
 */
final class SmallField {
  /** Bits of Δ, and base OTs. */
  static final int BITS = 128;

  /** What set-ups of extensions on a connection are counted under. */
  static final String SET_UP = "COT set-up";

  private SmallField() {}

  /**
   * @throws Refused if k is none of 1, 2, 4, 8
   */
  static void require(int k) throws Refused {
    if (k != 1 && k != 2 && k != 4 && k != 8) {
      throw new Refused("the OT extension has k = 1, 2, 4 or 8, not " + k);
    }
  }

  /**
   * The base OT that belongs to a level of a tree: the root's children are decided by the top bit.
   */
  static int baseOt(int k, int tree, int level) {
    return k * tree + k - 1 - level;
  }

  /** All ones if a bit of Δ is set, else zero. */
  static long mask(long[] delta, int bit) {
    return -(delta[bit >>> 6] >>> bit & 1);
  }
}
