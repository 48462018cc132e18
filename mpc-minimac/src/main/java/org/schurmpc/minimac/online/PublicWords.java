package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.kernel.CodewordKernels;
import org.schurmpc.minimac.material.AuthWord;

/**
 * Adds public codewords to representations (DLT14, section 2): the first party adds C(u) to its
 * share, every other party adds alpha * C(u) to its key of this share. (The paper prints alpha *
 * u.)
 */
final class PublicWords {
  private final int party;
  private final long[] alpha;
  private final CodewordKernels kernels;

  /** The constant that inverts every bit: one symbol at every position, in share or key. */
  private final long[] inversion = new long[Codeword.LONGS];

  private final int target;

  /**
   * Creates the words.
   *
   * @param one symbol that inverts the lanes of a symbol: 0xFF with eight lanes, 1 with one
   */
  PublicWords(
      AuthWord layout,
      int party,
      ReedSolomon code,
      int one,
      long[] alpha,
      CodewordKernels kernels) {
    this.party = party;
    this.alpha = alpha;
    this.kernels = kernels;
    this.target = party == 0 ? AuthWord.SHARE : layout.key(party, 0);
    long[] ones = new long[Codeword.LONGS];
    for (int p = 0; p < code.n(); p++) {
      Codeword.setSymbol(ones, 0, p, one);
    }
    if (party == 0) {
      System.arraycopy(ones, 0, inversion, 0, Codeword.LONGS);
    } else {
      kernels.schurMulAdd(inversion, 0, ones, 0, alpha, 0, 1, 1);
    }
  }

  /** Sets [[x]] := [[x]] + C(u), for a representation at {@code offset} and a word of C or C*. */
  void add(long[] auth, int offset, long[] word, int wordOffset) {
    if (party == 0) {
      kernels.xorInto(auth, offset + target, word, wordOffset, Codeword.LONGS);
    } else {
      kernels.schurMulAdd(auth, offset + target, word, wordOffset, alpha, 0, 1, 1);
    }
  }

  /** Inverts every bit of a representation by a word of degree zero, which is encoded only once. */
  void invert(long[] auth, int offset) {
    kernels.xorInto(auth, offset + target, inversion, 0, Codeword.LONGS);
  }

  void wipe() {
    Arrays.fill(inversion, 0);
  }
}
