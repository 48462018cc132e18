package org.schurmpc.core.field;

/**
 * Products of polynomials over F2 by integer products "with holes": factors are split in three, so
 * that only every third bit may be set. If at most seven products of bits are added up at a place,
 * their sum fits in three bits, and its lowest bit is that of the polynomial. Processor time does
 * not depend on the factors.
 */
final class Carryless {
  /** Number of bits of the shorter factor of {@link #times}: seven in each of its parts. */
  static final int SHORT = 21;

  /** Number of bits of the longer factor of {@link #times}, so that the product fits in a word. */
  static final int LONG = 43;

  static final long LONG_MASK = (1L << LONG) - 1;

  private static final long THIRD_0 = 0x9249249249249249L;
  private static final long THIRD_1 = 0x2492492492492492L;
  private static final long THIRD_2 = 0x4924924924924924L;
  private static final long SHORT_MASK = (1L << SHORT) - 1;

  private Carryless() {}

  /**
   * Returns the product, below degree 63.
   *
   * @param a only the low 21 bits are read
   * @param b below degree 43
   */
  static long times(long a, long b) {
    long a0 = a & (THIRD_0 & SHORT_MASK);
    long a1 = a & (THIRD_1 & SHORT_MASK);
    long a2 = a & (THIRD_2 & SHORT_MASK);
    long b0 = b & THIRD_0;
    long b1 = b & THIRD_1;
    long b2 = b & THIRD_2;
    return (((a0 * b0) ^ (a1 * b2) ^ (a2 * b1)) & THIRD_0)
        | (((a0 * b1) ^ (a1 * b0) ^ (a2 * b2)) & THIRD_1)
        | (((a0 * b2) ^ (a1 * b1) ^ (a2 * b0)) & THIRD_2);
  }

  /** Returns the square of a, below degree 32: the coefficients moved to twice their positions. */
  static long spread(long a) {
    long x = a;
    x = (x | (x << 16)) & 0x0000ffff0000ffffL;
    x = (x | (x << 8)) & 0x00ff00ff00ff00ffL;
    x = (x | (x << 4)) & 0x0f0f0f0f0f0f0f0fL;
    x = (x | (x << 2)) & 0x3333333333333333L;
    return (x | (x << 1)) & 0x5555555555555555L;
  }
}
