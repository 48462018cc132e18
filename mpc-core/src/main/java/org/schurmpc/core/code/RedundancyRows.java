package org.schurmpc.core.code;

/**
 * The redundancy of the data unit vectors, bit-sliced and packed: only those longs of each plane
 * that hold positions from k to n - 1. The data positions in these longs are zero.
 */
final class RedundancyRows {
  private final int firstWord;
  private final int planeLongs;
  private final long[] rows;

  RedundancyRows(ReedSolomon code) {
    this.firstWord = code.k() / 64;
    this.planeLongs = (code.n() - 1) / 64 - firstWord + 1;
    this.rows = new long[code.k() * rowLongs()];
    for (int i = 0; i < code.k(); i++) {
      for (int p = code.k(); p < code.n(); p++) {
        int at = i * rowLongs() + p / 64 - firstWord;
        int symbol = code.generator(i, p);
        for (int plane = 0; plane < Codeword.PLANES; plane++) {
          rows[at + plane * planeLongs] |= (long) (symbol >>> plane & 1) << p;
        }
      }
    }
  }

  /** Returns the first long of a plane that holds redundancy. */
  int firstWord() {
    return firstWord;
  }

  /** Returns the number of longs of a plane that hold redundancy. */
  int planeLongs() {
    return planeLongs;
  }

  /** Returns the number of longs of a row. */
  int rowLongs() {
    return Codeword.PLANES * planeLongs;
  }

  /** Returns the k rows, not a copy. */
  long[] rows() {
    return rows;
  }
}
