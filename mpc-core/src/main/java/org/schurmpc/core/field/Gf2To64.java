package org.schurmpc.core.field;

/** F2[X]/(X^64 + X^4 + X^3 + X + 1). */
final class Gf2To64 extends BinaryField {
  private static final int LOW = Carryless.LONG;
  private static final int HIGH = Long.SIZE - LOW;

  Gf2To64() {
    super(Long.SIZE);
  }

  /** Returns low + high X^64, reduced. */
  private static long reduced(long low, long high) {
    long top = high ^ (high >>> 63) ^ (high >>> 61) ^ (high >>> 60);
    return low ^ top ^ (top << 1) ^ (top << 3) ^ (top << 4);
  }

  /**
   * Returns the product of (a0 + a1 X^21 + a2 X^42) + a3 X^43 and b0 + b1 X^43, reduced, from its
   * parts: a0 b0, a1 b0, a2 b0, a3 b0 + (a0 + a1 X^21 + a2 X^42) b1, and a3 b1.
   */
  private static long reduced(long p0, long p1, long p2, long p3, long p4) {
    long low = p0 ^ (p1 << 21) ^ (p2 << 42) ^ (p3 << LOW);
    long high = (p1 >>> 43) ^ (p2 >>> 22) ^ (p3 >>> HIGH) ^ (p4 << (2 * LOW - Long.SIZE));
    return reduced(low, high);
  }

  private static long top(long a, long b) {
    return -((a >>> (LOW - 1)) & 1) & (b & Carryless.LONG_MASK);
  }

  private static long middle(long a, long b) {
    return Carryless.times(a >>> LOW, b & Carryless.LONG_MASK)
        ^ Carryless.times(b >>> LOW, a & Carryless.LONG_MASK);
  }

  private static long product(long a, long b) {
    long b0 = b & Carryless.LONG_MASK;
    return reduced(
        Carryless.times(a, b0),
        Carryless.times(a >>> Carryless.SHORT, b0),
        top(a, b),
        middle(a, b),
        Carryless.times(a >>> LOW, b >>> LOW));
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
    long p0 = 0;
    long p1 = 0;
    long p2 = 0;
    long p3 = 0;
    long p4 = 0;
    for (int i = 0; i < n; i++) {
      long x = a[aAt + i];
      long y = b[bAt + i];
      long y0 = y & Carryless.LONG_MASK;
      p0 ^= Carryless.times(x, y0);
      p1 ^= Carryless.times(x >>> Carryless.SHORT, y0);
      p2 ^= top(x, y);
      p3 ^= middle(x, y);
      p4 ^= Carryless.times(x >>> LOW, y >>> LOW);
    }
    to[toAt] = reduced(p0, p1, p2, p3, p4);
  }

  @Override
  void square(long[] a, int aAt, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      long low = Carryless.spread(a[aAt + i] & Limbs.HALF);
      to[toAt + i] = reduced(low, Carryless.spread(a[aAt + i] >>> 32));
    }
  }

  @Override
  public void composeEach(long[] rows, int rowsAt, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      long low = 0;
      long high = 0;
      for (int h = Long.SIZE - GROUP; h >= 0; h -= GROUP) {
        int row = rowsAt + j * Long.SIZE + h;
        high = groupHigh(rows, row, 1) ^ (high << GROUP) ^ (low >>> (Long.SIZE - GROUP));
        low = groupLow(rows, row, 1) ^ (low << GROUP);
      }
      to[toAt + j] = reduced(low, high);
    }
  }

  @Override
  void appendGroup(long[] rows, int at, int stride, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      long low = groupLow(rows, at + j, stride) ^ (to[toAt + j] << GROUP);
      long top = groupHigh(rows, at + j, stride) ^ (to[toAt + j] >>> (Long.SIZE - GROUP));
      to[toAt + j] = low ^ top ^ (top << 1) ^ (top << 3) ^ (top << 4);
    }
  }
}
