package org.schurmpc.core.field;

/** F2[X]/(X^128 + X^7 + X^2 + X + 1). */
final class Gf2To128 extends BinaryField {
  private static final int LIMBS = 2;

  Gf2To128() {
    super(LIMBS * Long.SIZE);
  }

  @Override
  public void multiply(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    Gf2To128Products products = new Gf2To128Products();
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      products.add(a[aAt + i], a[aAt + i + 1], b[bAt + i], b[bAt + i + 1]);
      products.finish(to, toAt + i);
    }
  }

  @Override
  public void scale(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    long s0 = s[sAt];
    long s1 = s[sAt + 1];
    Gf2To128Products products = new Gf2To128Products();
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      products.add(s0, s1, a[aAt + i], a[aAt + i + 1]);
      products.finish(to, toAt + i);
    }
  }

  @Override
  public void addScaled(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    long s0 = s[sAt];
    long s1 = s[sAt + 1];
    Gf2To128Products products = new Gf2To128Products();
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      products.add(s0, s1, a[aAt + i], a[aAt + i + 1]);
      long to0 = to[toAt + i];
      long to1 = to[toAt + i + 1];
      products.finish(to, toAt + i);
      to[toAt + i] ^= to0;
      to[toAt + i + 1] ^= to1;
    }
  }

  @Override
  public void innerProduct(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    Gf2To128Products products = new Gf2To128Products();
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      products.add(a[aAt + i], a[aAt + i + 1], b[bAt + i], b[bAt + i + 1]);
    }
    products.finish(to, toAt);
  }

  @Override
  void square(long[] a, int aAt, long[] to, int toAt, int n) {
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      long a0 = a[aAt + i];
      long a1 = a[aAt + i + 1];
      Gf2To128Products.reduce(
          Carryless.spread(a0 & Limbs.HALF),
          Carryless.spread(a0 >>> 32),
          Carryless.spread(a1 & Limbs.HALF),
          Carryless.spread(a1 >>> 32),
          to,
          toAt + i);
    }
  }

  @Override
  public void composeEach(long[] rows, int rowsAt, long[] to, int toAt, int n) {
    int bits = LIMBS * Long.SIZE;
    for (int j = 0; j < LIMBS * n; j += LIMBS) {
      long low = 0;
      long high = 0;
      for (int h = bits - GROUP; h >= 0; h -= GROUP) {
        int row = rowsAt + j * bits + h * LIMBS;
        long top = groupHigh(rows, row + 1, LIMBS) ^ (high >>> (Long.SIZE - GROUP));
        high = groupLow(rows, row + 1, LIMBS) ^ (high << GROUP);
        high ^= groupHigh(rows, row, LIMBS) ^ (low >>> (Long.SIZE - GROUP));
        low = groupLow(rows, row, LIMBS) ^ (low << GROUP);
        low ^= top ^ (top << 1) ^ (top << 2) ^ (top << 7);
      }
      to[toAt + j] = low;
      to[toAt + j + 1] = high;
    }
  }

  @Override
  void appendGroup(long[] rows, int at, int stride, long[] to, int toAt, int n) {
    for (int j = 0; j < LIMBS * n; j += LIMBS) {
      int row = at + j;
      long low = groupLow(rows, row, stride) ^ (to[toAt + j] << GROUP);
      long middle = groupHigh(rows, row, stride) ^ (to[toAt + j] >>> (Long.SIZE - GROUP));
      long high = groupLow(rows, row + 1, stride) ^ (to[toAt + j + 1] << GROUP);
      long top = groupHigh(rows, row + 1, stride) ^ (to[toAt + j + 1] >>> (Long.SIZE - GROUP));
      to[toAt + j] = low ^ top ^ (top << 1) ^ (top << 2) ^ (top << 7);
      to[toAt + j + 1] = high ^ middle;
    }
  }
}
