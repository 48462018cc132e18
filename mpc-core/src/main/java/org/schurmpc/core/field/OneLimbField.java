package org.schurmpc.core.field;

import java.math.BigInteger;

/** The integers modulo an odd prime below 2^64, with R = 2^64. */
final class OneLimbField extends PrimeField {
  private static final BigInteger R = BigInteger.ONE.shiftLeft(Long.SIZE);
  private static final int POWERS = 6;

  private final long p;

  /** 1/p mod R. */
  private final long inverse;

  /** R^i mod p. */
  private final long[] powers = new long[POWERS];

  OneLimbField(String name, BigInteger p) {
    super(name, p, R);
    this.p = p.longValue();
    this.inverse = p.modInverse(R).longValue();
    for (int i = 0; i < POWERS; i++) {
      powers[i] = R.pow(i).mod(p).longValue();
    }
  }

  /** Returns (low + high R) / R mod p, for high below p: low cancels out. */
  private static long reduced(long low, long high, long p, long inverse) {
    return difference(high, Limbs.high(low * inverse, p), p);
  }

  private static long product(long a, long b, long p, long inverse) {
    return reduced(a * b, Limbs.high(a, b), p, inverse);
  }

  private static long sum(long a, long b, long p) {
    return difference(a, p - b, p);
  }

  /** Returns a - b mod p, for b up to p. */
  private static long difference(long a, long b, long p) {
    long difference = a - b;
    return difference + (p & -Limbs.borrow(a, b, difference));
  }

  @Override
  public void add(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = sum(a[aAt + i], b[bAt + i], p);
    }
  }

  /** Takes the carries, of which each is R, from the high halves. */
  @Override
  public void fromSums(long[] sums, int at, long[] tops, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      long sum = sums[at + i];
      long carries = (tops[i] + ((sum - (tops[i] << 32)) >>> 32)) >>> 32;
      to[toAt + i] =
          sum(product(sum, powers[1], p, inverse), product(carries, powers[2], p, inverse), p);
    }
  }

  @Override
  public void subtract(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = difference(a[aAt + i], b[bAt + i], p);
    }
  }

  @Override
  public void multiply(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = product(a[aAt + i], b[bAt + i], p, inverse);
    }
  }

  @Override
  public void scale(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    long factor = s[sAt];
    for (int i = 0; i < n; i++) {
      to[toAt + i] = product(factor, a[aAt + i], p, inverse);
    }
  }

  @Override
  public void addScaled(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    long factor = s[sAt];
    for (int i = 0; i < n; i++) {
      to[toAt + i] = sum(to[toAt + i], product(factor, a[aAt + i], p, inverse), p);
    }
  }

  @Override
  public void innerProduct(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    long d0 = 0;
    long d1 = 0;
    long d2 = 0;
    long d3 = 0;
    for (int i = 0; i < n; i++) {
      long low = a[aAt + i] * b[bAt + i];
      long high = Limbs.high(a[aAt + i], b[bAt + i]);
      d0 += low & Limbs.HALF;
      d1 += low >>> 32;
      d2 += high & Limbs.HALF;
      d3 += high >>> 32;
    }
    d1 += d0 >>> 32;
    d2 += d1 >>> 32;
    d3 += d2 >>> 32;
    long[] words = {(d0 & Limbs.HALF) | (d1 << 32), (d2 & Limbs.HALF) | (d3 << 32), d3 >>> 32};
    reduce(words, 0, words.length, 0, to, toAt);
  }

  @Override
  void reduce(long[] words, int at, int n, int e, long[] to, int toAt) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum = sum(sum, product(words[at + i], powers[i + e], p, inverse), p);
    }
    to[toAt] = sum;
  }

  @Override
  boolean areElements(long[] a, int aAt, int n) {
    long below = 1;
    for (int i = 0; i < n; i++) {
      below &= Limbs.borrow(a[aAt + i], p, a[aAt + i] - p);
    }
    return below == 1;
  }
}
