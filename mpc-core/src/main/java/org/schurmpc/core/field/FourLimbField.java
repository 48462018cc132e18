package org.schurmpc.core.field;

import java.math.BigInteger;

/** The integers modulo a prime of three or four words, represented as five digits. */
final class FourLimbField extends MontgomeryField {
  private static final int DIGITS = 5;

  private final int last;
  private final long p0;
  private final long p1;
  private final long p2;
  private final long p3;
  private final long p4;
  private final long q0;
  private final long q1;
  private final long q2;
  private final long q3;
  private final long q4;

  /** -1/p modulo 2^52. */
  private final long inverse;

  FourLimbField(String name, BigInteger p) {
    super(name, p, DIGITS);
    this.last = limbs() - 1;
    this.p0 = digit(p, 0);
    this.p1 = digit(p, 1);
    this.p2 = digit(p, 2);
    this.p3 = digit(p, 3);
    this.p4 = digit(p, 4);
    this.q0 = p0 << ALIGN;
    this.q1 = p1 << ALIGN;
    this.q2 = p2 << ALIGN;
    this.q3 = p3 << ALIGN;
    this.q4 = p4 << ALIGN;
    this.inverse = negativeInverse(p);
  }

  /** Returns the fourth word, 0 if elements have three. */
  private long last(long[] a, int aAt) {
    return last == 3 ? a[aAt + last] : 0;
  }

  @Override
  public void add(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    int limbs = limbs();
    for (int i = 0; i < n * limbs; i += limbs) {
      long a0 = a[aAt + i];
      long a1 = a[aAt + i + 1];
      long a2 = a[aAt + i + 2];
      long a3 = last(a, aAt + i);
      long b0 = b[bAt + i];
      long b1 = b[bAt + i + 1];
      long b2 = b[bAt + i + 2];
      long b3 = last(b, bAt + i);
      store(
          (a0 & MASK) + (b0 & MASK),
          (((a0 >>> 52) | (a1 << 12)) & MASK) + (((b0 >>> 52) | (b1 << 12)) & MASK),
          (((a1 >>> 40) | (a2 << 24)) & MASK) + (((b1 >>> 40) | (b2 << 24)) & MASK),
          (((a2 >>> 28) | (a3 << 36)) & MASK) + (((b2 >>> 28) | (b3 << 36)) & MASK),
          (a3 >>> 16) + (b3 >>> 16),
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
      long a2 = a[aAt + i + 2];
      long a3 = last(a, aAt + i);
      long b0 = b[bAt + i];
      long b1 = b[bAt + i + 1];
      long b2 = b[bAt + i + 2];
      long b3 = last(b, bAt + i);
      store(
          (a0 & MASK) - (b0 & MASK) + p0,
          (((a0 >>> 52) | (a1 << 12)) & MASK) - (((b0 >>> 52) | (b1 << 12)) & MASK) + p1,
          (((a1 >>> 40) | (a2 << 24)) & MASK) - (((b1 >>> 40) | (b2 << 24)) & MASK) + p2,
          (((a2 >>> 28) | (a3 << 36)) & MASK) - (((b2 >>> 28) | (b3 << 36)) & MASK) + p3,
          (a3 >>> 16) - (b3 >>> 16) + p4,
          to,
          toAt + i);
    }
  }

  @Override
  void split(long[] a, int aAt, long[] x) {
    long w0 = a[aAt];
    long w1 = a[aAt + 1];
    long w2 = a[aAt + 2];
    long w3 = last(a, aAt);
    x[0] = w0 & MASK;
    x[1] = ((w0 >>> 52) | (w1 << 12)) & MASK;
    x[2] = ((w1 >>> 40) | (w2 << 24)) & MASK;
    x[3] = ((w2 >>> 28) | (w3 << 36)) & MASK;
    x[4] = w3 >>> 16;
  }

  @Override
  void product(long[] x, long[] b, int bAt, long[] to, int toAt) {
    long w0 = b[bAt];
    long w1 = b[bAt + 1];
    long w2 = b[bAt + 2];
    long w3 = last(b, bAt);
    long b0 = w0 & MASK;
    long b1 = ((w0 >>> 52) | (w1 << 12)) & MASK;
    long b2 = ((w1 >>> 40) | (w2 << 24)) & MASK;
    long b3 = ((w2 >>> 28) | (w3 << 36)) & MASK;
    long b4 = w3 >>> 16;
    long t0 = 0;
    long t1 = 0;
    long t2 = 0;
    long t3 = 0;
    long t4 = 0;
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
      t2 =
          t3
              + ((d * b3) & MASK)
              + ((m * p3) & MASK)
              + Math.multiplyHigh(shifted, b2 << ALIGN)
              + Math.multiplyHigh(multiple, q2);
      t3 =
          t4
              + ((d * b4) & MASK)
              + ((m * p4) & MASK)
              + Math.multiplyHigh(shifted, b3 << ALIGN)
              + Math.multiplyHigh(multiple, q3);
      t4 = Math.multiplyHigh(shifted, b4 << ALIGN) + Math.multiplyHigh(multiple, q4);
    }
    store(t0, t1, t2, t3, t4, to, toAt);
  }

  /** Writes the residue of a number below 2 p, of digits of any sign. */
  private void store(long d0, long d1, long d2, long d3, long d4, long[] to, int toAt) {
    long t1 = d1 + (d0 >> DIGIT);
    long t2 = d2 + (t1 >> DIGIT);
    long t3 = d3 + (t2 >> DIGIT);
    long t4 = d4 + (t3 >> DIGIT);
    // Subtract p if the difference is not negative.
    long r0 = d0 & MASK;
    long r1 = t1 & MASK;
    long r2 = t2 & MASK;
    long r3 = t3 & MASK;
    long r4 = t4;
    long s0 = r0 - p0;
    long s1 = r1 - p1 + (s0 >> DIGIT);
    long s2 = r2 - p2 + (s1 >> DIGIT);
    long s3 = r3 - p3 + (s2 >> DIGIT);
    long s4 = r4 - p4 + (s3 >> DIGIT);
    long mask = s4 >> 63;
    r0 = (s0 ^ ((s0 ^ r0) & mask)) & MASK;
    r1 = (s1 ^ ((s1 ^ r1) & mask)) & MASK;
    r2 = (s2 ^ ((s2 ^ r2) & mask)) & MASK;
    r3 = (s3 ^ ((s3 ^ r3) & mask)) & MASK;
    r4 = s4 ^ ((s4 ^ r4) & mask);
    to[toAt] = r0 | (r1 << 52);
    to[toAt + 1] = (r1 >>> 12) | (r2 << 40);
    to[toAt + 2] = (r2 >>> 24) | (r3 << 28);
    if (last == 3) {
      to[toAt + last] = (r3 >>> 36) | (r4 << 16);
    }
  }

  @Override
  void accumulate(long[] x, long[] b, int bAt, long[] sums) {
    long w0 = b[bAt];
    long w1 = b[bAt + 1];
    long w2 = b[bAt + 2];
    long w3 = last(b, bAt);
    long b0 = w0 & MASK;
    long b1 = ((w0 >>> 52) | (w1 << 12)) & MASK;
    long b2 = ((w1 >>> 40) | (w2 << 24)) & MASK;
    long b3 = ((w2 >>> 28) | (w3 << 36)) & MASK;
    long b4 = w3 >>> 16;
    long c0 = b0 << ALIGN;
    long c1 = b1 << ALIGN;
    long c2 = b2 << ALIGN;
    long c3 = b3 << ALIGN;
    long c4 = b4 << ALIGN;
    long t0 = sums[0];
    long t1 = sums[1];
    long t2 = sums[2];
    long t3 = sums[3];
    long t4 = sums[4];
    for (int i = 0; i < DIGITS; i++) {
      long d = x[i];
      long shifted = d << ALIGN;
      sums[i] = t0 + ((d * b0) & MASK);
      t0 = t1 + ((d * b1) & MASK) + Math.multiplyHigh(shifted, c0);
      t1 = t2 + ((d * b2) & MASK) + Math.multiplyHigh(shifted, c1);
      t2 = t3 + ((d * b3) & MASK) + Math.multiplyHigh(shifted, c2);
      t3 = t4 + ((d * b4) & MASK) + Math.multiplyHigh(shifted, c3);
      t4 = sums[i + DIGITS] + Math.multiplyHigh(shifted, c4);
    }
    sums[DIGITS] = t0;
    sums[DIGITS + 1] = t1;
    sums[DIGITS + 2] = t2;
    sums[DIGITS + 3] = t3;
    sums[DIGITS + 4] = t4;
  }
}
