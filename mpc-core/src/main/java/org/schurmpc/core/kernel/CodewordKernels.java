package org.schurmpc.core.kernel;

/**
 * Arithmetic on bit-sliced codewords over GF(2^8) = F2[X]/0x11B. See {@link Kernels} for the rules
 * of use.
 *
 * <p>A codeword is 32 longs: eight planes of four longs. Plane j, the coefficients of X^j, is in
 * longs 4j to 4j+3; position p is bit p mod 64 of long 4j + p/64.
 */
public interface CodewordKernels extends XorKernels {
  /**
   * Adds sums of coordinate-wise GF(2^8) products: for each part p, acc_p += Σ_t x_t * y_{t,p}.
   * Reduces modulo 0x11B once for each part.
   *
   * @param acc {@code parts} codewords, acc_p at accOff + 32p; must not overlap x or y
   * @param x {@code terms} codewords, x_t at xOff + 32t
   * @param y codewords, y_{t,p} at yOff + 32 (t parts + p)
   */
  void schurMulAdd(
      long[] acc, int accOff, long[] x, int xOff, long[] y, int yOff, int terms, int parts);

  /**
   * Unpacks packed words, of which each plane has only the longs firstWord to firstWord +
   * planeLongs - 1: writes {@code count} codewords, zero elsewhere.
   *
   * @param packed {@code count} packed words of 8 planeLongs longs each, with at least 4 more longs
   *     before and after them in the array, whose content is ignored
   */
  void spread(
      long[] packed,
      int packedOff,
      int planeLongs,
      int firstWord,
      int count,
      long[] out,
      int outOff);

  /**
   * Combines eight packed words (see {@link #spread}) e_0 to e_7 by Horner's rule: out = Σ_j X^j
   * e_j. With planeLongs 4 and firstWord 0 the e_j are codewords, which need no padding around
   * them.
   *
   * @param out one codeword, zero outside the packed longs
   */
  void combine(long[] packed, int packedOff, int planeLongs, int firstWord, long[] out, int outOff);
}
