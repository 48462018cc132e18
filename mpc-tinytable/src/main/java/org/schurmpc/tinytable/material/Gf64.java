package org.schurmpc.tinytable.material;

/**
 * GF(2^64) = F2[X] / (X^64 + X^4 + X^3 + X + 1), the field of the linear MAC of values of several
 * bits: bit i of a long is the coefficient of X^i. Addition is XOR.
 *
 * <p>DNNR17, section 3, does not reduce products, which suits a processor's instruction. Reduced
 * tags are shorter and equally hard to forge: a wrong difference v has the tag v * Δ, which is
 * one-to-one in Δ for v other than 0.
 */
public final class Gf64 {
  private static final long REDUCTION = 0x1B;

  private Gf64() {}

  /** Returns X * a, in constant time. */
  public static long timesX(long a) {
    return (a << 1) ^ (a >> 63 & REDUCTION);
  }

  /**
   * Multiplies words by X^power, in constant time.
   *
   * @param power 1 to 59
   */
  public static void timesPowerOfX(long[] words, int offset, int count, int power) {
    for (int i = offset; i < offset + count; i++) {
      long high = words[i] >>> (Long.SIZE - power);
      words[i] = words[i] << power ^ high ^ high << 1 ^ high << 3 ^ high << 4;
    }
  }
}
