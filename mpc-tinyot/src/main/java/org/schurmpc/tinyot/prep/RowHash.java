package org.schurmpc.tinyot.prep;

/** A tweakable hash of rows, as {@link org.schurmpc.core.crypto.TweakedHash#hash}. */
@FunctionalInterface
interface RowHash {
  /**
   * Hashes {@code n} rows of two longs, row r under the tweak (domain, first + r).
   *
   * @param out may be the same place as x
   */
  void hash(long[] x, int xOff, long domain, long first, int n, long[] out, int outOff);
}
