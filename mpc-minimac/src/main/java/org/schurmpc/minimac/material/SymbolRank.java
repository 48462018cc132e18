package org.schurmpc.minimac.material;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.kernel.CodewordKernels;

/**
 * Computes the rank over GF(2^8) of words, of which a range of positions counts, by elimination.
 * Branches on the words, so it is only for code that may know them.
 */
final class SymbolRank {
  private final int from;
  private final int to;
  private final CodewordKernels kernels;

  /** Row j is one at position from + j, where it is the only row, and zero before. */
  private final long[][] rows;

  private final long[] factor = new long[Codeword.LONGS];
  private final long[] word = new long[Codeword.LONGS];
  private int rank;

  /**
   * Creates the rank of no words.
   *
   * @param from the first position that counts
   * @param to the position after the last one
   */
  SymbolRank(int from, int to, CodewordKernels kernels) {
    this.from = from;
    this.to = to;
    this.kernels = kernels;
    this.rows = new long[to - from][];
  }

  /** Adds a word, whose other positions are ignored. */
  void add(long[] words, int offset) {
    System.arraycopy(words, offset, word, 0, Codeword.LONGS);
    for (int position = from; position < to && rank < rows.length; position++) {
      int symbol = Codeword.symbol(word, 0, position);
      if (symbol == 0) {
        continue;
      }
      long[] row = rows[position - from];
      if (row == null) {
        rows[position - from] = multiple(Gf256.inverse(symbol));
        rank++;
        return;
      }
      setFactor(symbol);
      kernels.schurMulAdd(word, 0, row, 0, factor, 0, 1, 1);
    }
  }

  private long[] multiple(int symbol) {
    long[] product = new long[Codeword.LONGS];
    setFactor(symbol);
    kernels.schurMulAdd(product, 0, word, 0, factor, 0, 1, 1);
    return product;
  }

  private void setFactor(int symbol) {
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      int at = plane * Codeword.PLANE_LONGS;
      Arrays.fill(factor, at, at + Codeword.PLANE_LONGS, -(symbol >>> plane & 1L));
    }
  }

  int rank() {
    return rank;
  }

  /** Forgets all words. */
  void clear() {
    Arrays.fill(rows, null);
    rank = 0;
  }
}
