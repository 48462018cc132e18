package org.schurmpc.core.field;

/**
 * F2[X]/(X^40 + X^20 + X^15 + X^10 + 1), the field of DKLMS12 for AES: see {@link
 * Gf2To40Embedding}.
 */
final class Gf2To40 extends BinaryField {
  private static final int K = 40;
  private static final int HALF = 20;
  private static final long MASK = (1L << K) - 1;
  private static final long HALF_MASK = (1L << HALF) - 1;

  Gf2To40() {
    super(K);
  }

  /** Returns a X^40 = a (X^20 + X^15 + X^10 + 1), not reduced. */
  private static long folded(long a) {
    return a ^ (a << 10) ^ (a << 15) ^ (a << 20);
  }

  /** Returns low + top X^40, of degrees below 40 and 39, reduced. */
  private static long reduced(long low, long top) {
    long fold = folded(top);
    return low ^ (fold & MASK) ^ folded(fold >>> K);
  }

  /** Returns low + high X^20, both below degree 59, reduced. */
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
  public void composeEach(long[] rows, int rowsAt, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      long sum = 0;
      for (int h = K - GROUP; h >= 0; h -= GROUP) {
        long shifted = (sum << GROUP) ^ groupLow(rows, rowsAt + j * K + h, 1);
        sum = (shifted & MASK) ^ folded(shifted >>> K);
      }
      to[toAt + j] = sum;
    }
  }

  @Override
  void appendGroup(long[] rows, int at, int stride, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      long sum = groupLow(rows, at + j, stride) ^ (to[toAt + j] << GROUP);
      to[toAt + j] = (sum & MASK) ^ folded(sum >>> K);
    }
  }
}
