package org.schurmpc.minimac;

import org.schurmpc.core.prep.MaterialKind;

/** The preprocessing that MiniTrix consumes and how an item lies in memory. */
final class Material {
  /**
   * For an AND gate (DLT14, section 4.3): [[a]]*, [[b]]*, [[a and b]]*, then [[b_i]] and [[a_i]]
   * for i = 0..7, where a_i has bit i of each symbol of a and is zero elsewhere. The redundancy of
   * each of the first three is uniform.
   */
  static final MaterialKind AND = new MaterialKind("AND gate", 19 * AuthWord.LONGS);

  static final int A = 0;
  static final int B = AuthWord.LONGS;
  static final int C = 2 * AuthWord.LONGS;

  /** [[b_0]], ..., [[b_7]], [[a_0]], ..., [[a_7]]: the factors of epsilon's and delta's bits. */
  static final int BIT_PARTS = 3 * AuthWord.LONGS;

  /** [[r]] with uniform r in C that its party knows: the other party's share is zero. */
  private static final MaterialKind[] INPUT_MASK = {
    new MaterialKind("input mask of party 1", AuthWord.LONGS),
    new MaterialKind("input mask of party 2", AuthWord.LONGS)
  };

  /** [[o]]* with zero data and otherwise uniform in C*. */
  static final MaterialKind OUTPUT_MASK = new MaterialKind("output mask", AuthWord.LONGS);

  /** [[r]]* with r uniform in C* and known to nobody. */
  static final MaterialKind RANDOM = new MaterialKind("random word", AuthWord.LONGS);

  private Material() {}

  static MaterialKind inputMask(int party) {
    return INPUT_MASK[party];
  }
}
