package org.schurmpc.minimac;

import org.schurmpc.core.prep.MaterialKind;

/**
 * The preprocessing that the protocols of this module consume and how an item lies in memory. What
 * is over the wires' code is over C* without down conversion and over C with it.
 */
final class Material {
  /**
   * For an AND gate on packed bits (DLT14, section 4.3): [[a]], [[b]] over the wires' code, [[a and
   * b]]*, then [[b_i]] and [[a_i]] for i = 0..7, where a_i has bit i of each symbol of a and is
   * zero elsewhere. The redundancy of what is over C* is uniform.
   */
  static final MaterialKind AND = new MaterialKind("AND gate", 19 * AuthWord.LONGS);

  static final int A = 0;
  static final int B = AuthWord.LONGS;
  static final int C = 2 * AuthWord.LONGS;

  /** [[b_0]], ..., [[b_7]], [[a_0]], ..., [[a_7]]: the factors of epsilon's and delta's bits. */
  static final int BIT_PARTS = 3 * AuthWord.LONGS;

  /**
   * For an AND gate on bytes: [[b]], [[a]] with a and b uniform in C, then [[c]]* with c = a * b in
   * its data, symbol by symbol, and uniform redundancy.
   */
  static final MaterialKind TRIPLE = new MaterialKind("triple", 3 * AuthWord.LONGS);

  static final int TRIPLE_B = 0;
  static final int TRIPLE_A = AuthWord.LONGS;
  static final int TRIPLE_C = 2 * AuthWord.LONGS;

  /** [[s]] with s uniform in C, then [[s]]* with the same data and uniform redundancy. */
  static final MaterialKind PAIR = new MaterialKind("pair", 2 * AuthWord.LONGS);

  static final int S = 0;
  static final int S_STAR = AuthWord.LONGS;

  /**
   * [[r]] over C that its party knows, its data uniform among what inputs can be: the other party's
   * share is zero.
   */
  private static final MaterialKind[] INPUT_MASK = {
    new MaterialKind("input mask of party 1", AuthWord.LONGS),
    new MaterialKind("input mask of party 2", AuthWord.LONGS)
  };

  /** [[o]]* with zero data and otherwise uniform in C*. */
  static final MaterialKind OUTPUT_MASK = new MaterialKind("output mask", AuthWord.LONGS);

  /**
   * [[r]] over the wires' code, known to nobody: its data uniform among what wires can hold, and
   * its redundancy uniform where the code is C*.
   */
  static final MaterialKind RANDOM = new MaterialKind("random word", AuthWord.LONGS);

  private Material() {}

  static MaterialKind inputMask(int party) {
    return INPUT_MASK[party];
  }
}
