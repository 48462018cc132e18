package org.schurmpc.core.word;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.kernel.RowSumKernels;

/**
 * Computes random combinations of words over GF(2^8): share, MAC and key alike. Each word has one
 * coefficient for each combination, the same for all coordinates, uniform and public.
 *
 * <p>Combination i is Σ_b X^b S_(i, b), where S_(i, b) is the sum of the words of which bit b of
 * the coefficient is set.
 */
final class WordCombination {
  /** Number of words processed at a time, so that they stay in the first-level cache. */
  static final int TILE = 32;

  private static final int WORD = WordBatch.LONGS;
  private static final int BITS = Codeword.PLANES;

  private final RowSumKernels kernels;
  private final Prg coefficients;
  private final byte[] drawn;
  private final int count;
  private final SelectedSums sums; // S_(i, b) at 8i + b

  /**
   * Creates combinations that are zero.
   *
   * @param count the number of combinations
   * @param coefficients draws the coefficients, word by word
   */
  WordCombination(int count, Prg coefficients, RowSumKernels kernels) {
    this.kernels = kernels;
    this.count = count;
    this.coefficients = coefficients;
    this.drawn = new byte[TILE * count];
    this.sums = new SelectedSums(BITS * count, WORD, kernels);
  }

  /** Adds the next words. */
  void add(long[] words, int first, int length) {
    for (int done = 0; done < length; done += TILE) {
      int now = Math.min(TILE, length - done);
      coefficients.nextBytes(drawn, 0, now * count);
      sums.add(words, (first + done) * WORD, now, drawn, 0);
    }
  }

  /**
   * Writes a combination plus a mask.
   *
   * @param mask a word of a batch, with coefficient one
   * @param dst receives share, MAC and key
   */
  void get(int combination, long[] mask, int maskOff, long[] dst, int off) {
    Arrays.fill(dst, off, off + WORD, 0);
    for (int bit = BITS - 1; bit >= 0; bit--) {
      for (int part = 0; part < WORD; part += Codeword.LONGS) {
        Codeword.mulX(dst, off + part);
      }
      kernels.xorInto(dst, off, sums.sums(), (combination * BITS + bit) * WORD, WORD);
    }
    kernels.xorInto(dst, off, mask, maskOff, WORD);
  }

  void wipe() {
    sums.wipe();
  }
}
