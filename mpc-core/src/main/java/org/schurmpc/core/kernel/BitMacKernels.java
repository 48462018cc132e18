package org.schurmpc.core.kernel;

/**
 * Arithmetic on the MACs of up to 64 bits, a word each: multiples of a key by bits. See {@link
 * Kernels} for the rules of use.
 */
public interface BitMacKernels extends XorKernels {
  /**
   * Adds a constant where bits are set: dst_i ^= bit_i * constant for i &lt; count, at most 64.
   *
   * @param bits bit i is for word i; bits from {@code count} on are ignored
   */
  void xorConstant(long[] dst, int dstOff, long bits, long constant, int count);

  /**
   * Adds two words, and a constant where bits are set: dst_i = a_i ^ b_i ^ bit_i * constant for i
   * &lt; count, at most 64.
   *
   * @param bits see {@link #xorConstant}
   */
  void xorBoth(
      long[] a,
      int aOff,
      long[] b,
      int bOff,
      long bits,
      long constant,
      long[] dst,
      int dstOff,
      int count);

  /**
   * Returns the sum of X^i (a_i + b_i + bit_i * constant) over i &lt; count, at most 64, in
   * GF(2^64) = F2[X] / (X^64 + X^4 + X^3 + X + 1), where bit j of a word is the coefficient of X^j.
   *
   * @param bits see {@link #xorConstant}
   */
  long sumBoth(long[] a, int aOff, long[] b, int bOff, long bits, long constant, int count);

  /**
   * Adds words where bits are set: dst_i = c_i ^ (d_i * a_i) ^ (e_i * b_i) for i &lt; count, at
   * most 64.
   *
   * @param src holds a, b and c
   * @param d bits for a, see {@link #xorConstant}
   * @param e bits for b, see {@link #xorConstant}
   */
  void xorSelected(
      long[] src, int cOff, int aOff, long d, int bOff, long e, long[] dst, int dstOff, int count);

  /** Returns low + X^64 high in the field of {@link #sumBoth}. */
  static long reduce(long low, long high) {
    long over = high >>> 63 ^ high >>> 61 ^ high >>> 60;
    long folded = high ^ over;
    return low ^ folded ^ folded << 1 ^ folded << 3 ^ folded << 4;
  }
}
