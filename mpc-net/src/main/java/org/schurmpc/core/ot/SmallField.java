package org.schurmpc.core.ot;

import org.schurmpc.core.abort.Refused;

/**
 * Divides the 128 bits of Δ into elements of GF(2^k), one for each tree: tree t has bits kt to kt +
 * k - 1. A larger k sends fewer bits, 128/k - 1 for an OT, and takes more computation, proportional
 * to 2^k/k.
 */
final class SmallField {
  /** Number of bits of Δ and of base OTs. */
  static final int BITS = 128;

  /** Name of the counter of extensions that are set up on a connection. */
  static final String SET_UP = "COT set-up";

  private SmallField() {}

  /**
   * Requires a valid k.
   *
   * @throws Refused if k is none of 1, 2, 4, 8
   */
  static void require(int k) throws Refused {
    if (k != 1 && k != 2 && k != 4 && k != 8) {
      throw new Refused("the OT extension has k = 1, 2, 4 or 8, not " + k);
    }
  }

  /**
   * Returns the base OT that belongs to a level of a tree. The top bit decides between the root's
   * children.
   */
  static int baseOt(int k, int tree, int level) {
    return k * tree + k - 1 - level;
  }

  /** Returns all ones if a bit of Δ is set, otherwise zero. */
  static long mask(long[] delta, int bit) {
    return -(delta[bit >>> 6] >>> bit & 1);
  }
}
