package org.schurmpc.core.field;

/** F2: the bits 0 and 1, one to a long. */
final class Gf2 extends BinaryField {
  Gf2() {
    super("gf2", 1);
  }

  @Override
  public void multiply(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = a[aAt + i] & b[bAt + i];
    }
  }

  @Override
  public void scale(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = s[sAt] & a[aAt + i];
    }
  }

  @Override
  public void addScaled(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] ^= s[sAt] & a[aAt + i];
    }
  }

  @Override
  public void innerProduct(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum ^= a[aAt + i] & b[bAt + i];
    }
    to[toAt] = sum;
  }

  @Override
  void square(long[] a, int aAt, long[] to, int toAt, int n) {
    System.arraycopy(a, aAt, to, toAt, n);
  }

  @Override
  public void composeEach(long[] rows, int rowsAt, long[] to, int toAt, int n) {
    System.arraycopy(rows, rowsAt, to, toAt, n);
  }

  @Override
  int group() {
    return 1;
  }

  @Override
  void appendGroup(long[] rows, int at, int stride, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] ^= rows[at + i];
    }
  }
}
