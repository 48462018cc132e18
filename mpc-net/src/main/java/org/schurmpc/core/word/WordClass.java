package org.schurmpc.core.word;

import org.schurmpc.core.code.ReedSolomon;

/** Lists the linear codes over GF(2^8) that words belong to, given a code C [n, k]. */
public enum WordClass {
  /** C, of dimension k. */
  C,

  /** C*, the Schur square of C, of dimension 2k - 1. */
  STAR,

  /**
   * The words of C* whose k data symbols are zero, of dimension k - 1. The data symbols have no
   * VOLE: share, MAC and key are zero there, and no stream of these coordinates advances.
   *
   * <p>Combinations of these words are opened as words of this class, with masks of this class.
   * With masks of {@link #STAR}, a party that guesses one symbol of alpha could have a word with a
   * non-zero data symbol.
   */
  ZERO_DATA;

  /** Returns the first position that has a VOLE, and the first free symbol. */
  int from(ReedSolomon c) {
    return this == ZERO_DATA ? c.k() : 0;
  }

  /** Returns the end of the free symbols, which determine all others. */
  int freeEnd(ReedSolomon c) {
    return this == C ? c.k() : 2 * c.k() - 1;
  }

  /** Returns the dimension: the number of symbols that are sent to open a word. */
  int dimension(ReedSolomon c) {
    return freeEnd(c) - from(c);
  }
}
