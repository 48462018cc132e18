package org.schurmpc.core.field;

/**
 * F2[Y]/(Y^42 + Y^7 + 1), which has a subfield GF(2^6): see {@link Gf2To42Embedding}.
 *
 * <p>KORSVV17 print the modulus Y^42 + Y^21 + 1. Y^6 + Y^3 + 1 divides that polynomial, so that it
 * defines a ring with zero divisors, whose MACs are guessed with probability 2^-6.
 */
final class Gf2To42 extends BinaryField {
  private static final int K = 42;
  private static final int HALF = 21;
  private static final int FOLD = 7;
  private static final long MASK = (1L << K) - 1;
  private static final long HALF_MASK = (1L << HALF) - 1;

  /** Number of rows taken together. */
  private static final int ROWS = 7;

  Gf2To42() {
    super(K);
  }

  /** Returns a Y^42 = a (Y^7 + 1), not reduced. */
  private static long folded(long a) {
    return a ^ (a << FOLD);
  }

  /** Returns low + top Y^42, of degrees below 42 and 41, reduced. */
  private static long reduced(long low, long top) {
    long fold = folded(top);
    return low ^ (fold & MASK) ^ folded(fold >>> K);
  }

  /** Returns low + high Y^21, both below degree 62, reduced. */
  private static long halvesReduced(long low, long high) {
    long bottom = low ^ ((high & HALF_MASK) << HALF);
    return reduced(bottom & MASK, (bottom >>> K) ^ (high >>> HALF));
  }

  private static long product(long a, long b) {
    return halvesReduced(Carryless.times(a & HALF_MASK, b), Carryless.times(a >>> HALF, b));
  }

  @Override
  public void multiply(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = product(a[aAt + i], b[bAt + i]);
    }
  }

  @Override
  public void scale(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    long factor = s[sAt];
    for (int i = 0; i < n; i++) {
      to[toAt + i] = product(factor, a[aAt + i]);
    }
  }

  @Override
  public void addScaled(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    long factor = s[sAt];
    for (int i = 0; i < n; i++) {
      to[toAt + i] ^= product(factor, a[aAt + i]);
    }
  }

  @Override
  public void innerProduct(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    long low = 0;
    long high = 0;
    for (int i = 0; i < n; i++) {
      low ^= Carryless.times(a[aAt + i] & HALF_MASK, b[bAt + i]);
      high ^= Carryless.times(a[aAt + i] >>> HALF, b[bAt + i]);
    }
    to[toAt] = halvesReduced(low, high);
  }

  @Override
  void square(long[] a, int aAt, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      long low = Carryless.spread(a[aAt + i] & HALF_MASK);
      to[toAt + i] = reduced(low, Carryless.spread(a[aAt + i] >>> HALF));
    }
  }

  @Override
  int group() {
    return ROWS;
  }

  /** Returns the sum over i below 7 of Y^i times the word at offset i strides, not reduced. */
  private static long sevenRows(long[] rows, int at, int stride) {
    long sum = 0;
    for (int i = ROWS - 1; i >= 0; i--) {
      sum = (sum << 1) ^ rows[at + i * stride];
    }
    return sum;
  }

  /** Returns a Y^7 + low, for low below degree 49, reduced. */
  private static long appended(long a, long low) {
    long sum = (a << ROWS) ^ low;
    return (sum & MASK) ^ folded(sum >>> K);
  }

  @Override
  public void composeEach(long[] rows, int rowsAt, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      long sum = 0;
      for (int h = K - ROWS; h >= 0; h -= ROWS) {
        sum = appended(sum, sevenRows(rows, rowsAt + j * K + h, 1));
      }
      to[toAt + j] = sum;
    }
  }

  @Override
  void appendGroup(long[] rows, int at, int stride, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      to[toAt + j] = appended(to[toAt + j], sevenRows(rows, at + j, stride));
    }
  }
}
