package org.schurmpc.core.field;

import java.math.BigInteger;

/** The integers modulo a prime of two words, represented as three digits. */
final class TwoLimbField extends MontgomeryField {
  private static final int DIGITS = 3;

  private final long p0;
  private final long p1;
  private final long p2;
  private final long q0;
  private final long q1;
  private final long q2;

  /** -1/p modulo 2^52. */
  private final long inverse;

  TwoLimbField(String name, BigInteger p) {
    super(name, p, DIGITS);
    this.p0 = digit(p, 0);
    this.p1 = digit(p, 1);
    this.p2 = digit(p, 2);
    this.q0 = p0 << ALIGN;
    this.q1 = p1 << ALIGN;
    this.q2 = p2 << ALIGN;
    this.inverse = negativeInverse(p);
  }

  @Override
  public void add(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    int limbs = limbs();
    for (int i = 0; i < n * limbs; i += limbs) {
      long a0 = a[aAt + i];
      long a1 = a[aAt + i + 1];
      long b0 = b[bAt + i];
      long b1 = b[bAt + i + 1];
      store(
          (a0 & MASK) + (b0 & MASK),
          (((a0 >>> 52) | (a1 << 12)) & MASK) + (((b0 >>> 52) | (b1 << 12)) & MASK),
          (a1 >>> 40) + (b1 >>> 40),
          to,
          toAt + i);
    }
  }

  @Override
  public void subtract(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    int limbs = limbs();
    for (int i = 0; i < n * limbs; i += limbs) {
      long a0 = a[aAt + i];
      long a1 = a[aAt + i + 1];
      long b0 = b[bAt + i];
      long b1 = b[bAt + i + 1];
      store(
          (a0 & MASK) - (b0 & MASK) + p0,
          (((a0 >>> 52) | (a1 << 12)) & MASK) - (((b0 >>> 52) | (b1 << 12)) & MASK) + p1,
          (a1 >>> 40) - (b1 >>> 40) + p2,
          to,
          toAt + i);
    }
  }

  @Override
  void split(long[] a, int aAt, long[] x) {
    long w0 = a[aAt];
    long w1 = a[aAt + 1];
    x[0] = w0 & MASK;
    x[1] = ((w0 >>> 52) | (w1 << 12)) & MASK;
    x[2] = w1 >>> 40;
  }

  @Override
  void product(long[] x, long[] b, int bAt, long[] to, int toAt) {
    long w0 = b[bAt];
    long w1 = b[bAt + 1];
    long b0 = w0 & MASK;
    long b1 = ((w0 >>> 52) | (w1 << 12)) & MASK;
    long b2 = w1 >>> 40;
    long t0 = 0;
    long t1 = 0;
    long t2 = 0;
    for (int i = 0; i < DIGITS; i++) {
      long d = x[i];
      long shifted = d << ALIGN;
      t0 += (d * b0) & MASK;
      long m = (t0 * inverse) & MASK;
      long multiple = m << ALIGN;
      // Adding m p makes the lowest digit zero.
      long carry = (t0 + ((m * p0) & MASK)) >>> DIGIT;
      t0 =
          t1
              + ((d * b1) & MASK)
              + ((m * p1) & MASK)
              + Math.multiplyHigh(shifted, b0 << ALIGN)
              + Math.multiplyHigh(multiple, q0)
              + carry;
      t1 =
          t2
              + ((d * b2) & MASK)
              + ((m * p2) & MASK)
              + Math.multiplyHigh(shifted, b1 << ALIGN)
              + Math.multiplyHigh(multiple, q1);
      t2 = Math.multiplyHigh(shifted, b2 << ALIGN) + Math.multiplyHigh(multiple, q2);
    }
    store(t0, t1, t2, to, toAt);
  }

  /** Writes the residue of a number below 2 p, of digits of any sign. */
  private void store(long d0, long d1, long d2, long[] to, int toAt) {
    long t1 = d1 + (d0 >> DIGIT);
    long t2 = d2 + (t1 >> DIGIT);
    // Subtract p if the difference is not negative.
    long r0 = d0 & MASK;
    long r1 = t1 & MASK;
    long r2 = t2;
    long s0 = r0 - p0;
    long s1 = r1 - p1 + (s0 >> DIGIT);
    long s2 = r2 - p2 + (s1 >> DIGIT);
    long mask = s2 >> 63;
    r0 = (s0 ^ ((s0 ^ r0) & mask)) & MASK;
    r1 = (s1 ^ ((s1 ^ r1) & mask)) & MASK;
    r2 = s2 ^ ((s2 ^ r2) & mask);
    to[toAt] = r0 | (r1 << 52);
    to[toAt + 1] = (r1 >>> 12) | (r2 << 40);
  }

  @Override
  void accumulate(long[] x, long[] b, int bAt, long[] sums) {
    long w0 = b[bAt];
    long w1 = b[bAt + 1];
    long b0 = w0 & MASK;
    long b1 = ((w0 >>> 52) | (w1 << 12)) & MASK;
    long b2 = w1 >>> 40;
    long c0 = b0 << ALIGN;
    long c1 = b1 << ALIGN;
    long c2 = b2 << ALIGN;
    long t0 = sums[0];
    long t1 = sums[1];
    long t2 = sums[2];
    for (int i = 0; i < DIGITS; i++) {
      long d = x[i];
      long shifted = d << ALIGN;
      sums[i] = t0 + ((d * b0) & MASK);
      t0 = t1 + ((d * b1) & MASK) + Math.multiplyHigh(shifted, c0);
      t1 = t2 + ((d * b2) & MASK) + Math.multiplyHigh(shifted, c1);
      t2 = sums[i + DIGITS] + Math.multiplyHigh(shifted, c2);
    }
    sums[DIGITS] = t0;
    sums[DIGITS + 1] = t1;
    sums[DIGITS + 2] = t2;
  }
}
