package org.schurmpc.core.field;

import java.math.BigInteger;

/**
 * The integers modulo p = 2^128 - c for a small c. An element is the residue itself: R is 1.
 *
 * <p>Products are added up as halves of words, which are digits of 32 bits with room for carries;
 * then 2^128 is replaced by c.
 */
final class PseudoMersenneField extends PrimeField {
  /**
   * Maximum number of bits of c, which leaves room for the sums of {@link #store} and {@link
   * #innerProduct}.
   */
  private static final int MOST_C_BITS = 28;

  private static final int LIMBS = 2;
  private static final int BITS = LIMBS * Long.SIZE;

  private final long c;

  PseudoMersenneField(String name, BigInteger p) {
    super(name, p, BigInteger.ONE);
    this.c = BigInteger.ONE.shiftLeft(BITS).subtract(p).longValueExact();
  }

  /** Whether p has the form 2^128 - c with c small enough. */
  static boolean has(BigInteger p) {
    return p.bitLength() == BITS
        && BigInteger.ONE.shiftLeft(BITS).subtract(p).bitLength() <= MOST_C_BITS;
  }

  /** Writes the residue of a number of four digits, each below 2^63. */
  private static void store(long e0, long e1, long e2, long e3, long c, long[] to, int at) {
    long d1 = e1 + (e0 >>> 32);
    long d2 = e2 + (d1 >>> 32);
    long d3 = e3 + (d2 >>> 32);
    long f0 = (e0 & Limbs.HALF) + (d3 >>> 32) * c;
    long f1 = (d1 & Limbs.HALF) + (f0 >>> 32);
    long f2 = (d2 & Limbs.HALF) + (f1 >>> 32);
    long f3 = (d3 & Limbs.HALF) + (f2 >>> 32);
    long low = (f0 & Limbs.HALF) | (f1 << 32);
    long high = (f2 & Limbs.HALF) | (f3 << 32);
    // x is below 2^128 + 2^60: take x - p = x - 2^128 + c if x + c reaches 2^128.
    long lowLess = low + c;
    long highLess = high + ((low & ~lowLess) >>> 63);
    long mask = -(((high & ~highLess) >>> 63) | (f3 >>> 32));
    to[at] = low ^ ((low ^ lowLess) & mask);
    to[at + 1] = high ^ ((high ^ highLess) & mask);
  }

  /** Computes to = a b + d. */
  private static void product(
      long a0, long a1, long b0, long b1, long d0, long d1, long c, long[] to, int at) {
    long low00 = a0 * b0;
    long low01 = a0 * b1;
    long low10 = a1 * b0;
    long low11 = a1 * b1;
    long high00 = Limbs.high(a0, b0);
    long high01 = Limbs.high(a0, b1);
    long high10 = Limbs.high(a1, b0);
    long high11 = Limbs.high(a1, b1);
    long s2 =
        (d1 & Limbs.HALF) + (high00 & Limbs.HALF) + (low01 & Limbs.HALF) + (low10 & Limbs.HALF);
    long s3 = (d1 >>> 32) + (high00 >>> 32) + (low01 >>> 32) + (low10 >>> 32);
    long s4 = (high01 & Limbs.HALF) + (high10 & Limbs.HALF) + (low11 & Limbs.HALF);
    long s5 = (high01 >>> 32) + (high10 >>> 32) + (low11 >>> 32);
    store(
        (low00 & Limbs.HALF) + (d0 & Limbs.HALF) + c * s4,
        (low00 >>> 32) + (d0 >>> 32) + c * s5,
        s2 + c * (high11 & Limbs.HALF),
        s3 + c * (high11 >>> 32),
        c,
        to,
        at);
  }

  @Override
  public void add(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      long a0 = a[aAt + i];
      long b0 = b[bAt + i];
      long a1 = a[aAt + i + 1];
      long b1 = b[bAt + i + 1];
      long low = a0 + b0;
      long part = a1 + b1;
      long high = part + Limbs.carry(a0, b0, low);
      long over = Limbs.carry(a1, b1, part) | ((part & ~high) >>> 63);
      long lowLess = low + c;
      long highLess = high + ((low & ~lowLess) >>> 63);
      long mask = -(((high & ~highLess) >>> 63) | over);
      to[toAt + i] = low ^ ((low ^ lowLess) & mask);
      to[toAt + i + 1] = high ^ ((high ^ highLess) & mask);
    }
  }

  /** Takes digits of 32 bits, low halves of words and high ones, which need no carries. */
  @Override
  public void fromSums(long[] sums, int at, long[] tops, long[] to, int toAt, int n) {
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      long low = sums[at + i] - (tops[i] << 32);
      long high = sums[at + i + 1] - (tops[i + 1] << 32);
      store(low, tops[i], high, tops[i + 1], c, to, toAt + i);
    }
  }

  @Override
  public void subtract(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      long a0 = a[aAt + i];
      long b0 = b[bAt + i];
      long a1 = a[aAt + i + 1];
      long b1 = b[bAt + i + 1];
      long low = a0 - b0;
      long part = a1 - b1;
      long high = part - Limbs.borrow(a0, b0, low);
      long under = Limbs.borrow(a1, b1, part) | ((~part & high) >>> 63);
      // Adding p is subtracting c, modulo 2^128.
      long correction = c & -under;
      long corrected = low - correction;
      to[toAt + i] = corrected;
      to[toAt + i + 1] = high - Limbs.borrow(low, correction, corrected);
    }
  }

  @Override
  public void multiply(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      product(a[aAt + i], a[aAt + i + 1], b[bAt + i], b[bAt + i + 1], 0, 0, c, to, toAt + i);
    }
  }

  @Override
  public void scale(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    long s0 = s[sAt];
    long s1 = s[sAt + 1];
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      product(s0, s1, a[aAt + i], a[aAt + i + 1], 0, 0, c, to, toAt + i);
    }
  }

  @Override
  public void addScaled(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    long s0 = s[sAt];
    long s1 = s[sAt + 1];
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      long a0 = a[aAt + i];
      long a1 = a[aAt + i + 1];
      product(s0, s1, a0, a1, to[toAt + i], to[toAt + i + 1], c, to, toAt + i);
    }
  }

  @Override
  public void innerProduct(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    long d0 = 0;
    long d1 = 0;
    long d2 = 0;
    long d3 = 0;
    long d4 = 0;
    long d5 = 0;
    long d6 = 0;
    long d7 = 0;
    // A digit grows by less than 3 * 2^32 each time, and n is below 2^30.
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      long a0 = a[aAt + i];
      long a1 = a[aAt + i + 1];
      long b0 = b[bAt + i];
      long b1 = b[bAt + i + 1];
      long low00 = a0 * b0;
      long low01 = a0 * b1;
      long low10 = a1 * b0;
      long low11 = a1 * b1;
      long high00 = Limbs.high(a0, b0);
      long high01 = Limbs.high(a0, b1);
      long high10 = Limbs.high(a1, b0);
      long high11 = Limbs.high(a1, b1);
      d0 += low00 & Limbs.HALF;
      d1 += low00 >>> 32;
      d2 += (high00 & Limbs.HALF) + (low01 & Limbs.HALF) + (low10 & Limbs.HALF);
      d3 += (high00 >>> 32) + (low01 >>> 32) + (low10 >>> 32);
      d4 += (high01 & Limbs.HALF) + (high10 & Limbs.HALF) + (low11 & Limbs.HALF);
      d5 += (high01 >>> 32) + (high10 >>> 32) + (low11 >>> 32);
      d6 += high11 & Limbs.HALF;
      d7 += high11 >>> 32;
    }
    d1 += d0 >>> 32;
    d2 += d1 >>> 32;
    d3 += d2 >>> 32;
    d4 += d3 >>> 32;
    d5 += d4 >>> 32;
    d6 += d5 >>> 32;
    d7 += d6 >>> 32;
    long[] words = {
      (d0 & Limbs.HALF) | (d1 << 32),
      (d2 & Limbs.HALF) | (d3 << 32),
      (d4 & Limbs.HALF) | (d5 << 32),
      (d6 & Limbs.HALF) | (d7 << 32),
      d7 >>> 32
    };
    reduce(words, 0, words.length, 1, to, toAt);
  }

  /** Reduces by Horner's rule, two words at a time. */
  @Override
  void reduce(long[] words, int at, int n, int e, long[] to, int toAt) {
    long x0 = 0;
    long x1 = 0;
    for (int i = (n - 1) & -LIMBS; i >= 0; i -= LIMBS) {
      long w0 = words[at + i];
      long w1 = i + 1 < n ? words[at + i + 1] : 0;
      store(
          (w0 & Limbs.HALF) + c * (x0 & Limbs.HALF),
          (w0 >>> 32) + c * (x0 >>> 32),
          (w1 & Limbs.HALF) + c * (x1 & Limbs.HALF),
          (w1 >>> 32) + c * (x1 >>> 32),
          c,
          to,
          toAt);
      x0 = to[toAt];
      x1 = to[toAt + 1];
    }
  }

  /** Reduces two words by subtracting p at most once: they are below 2 p. */
  @Override
  public void fromUniform(long[] words, int wordsAt, long[] to, int toAt, int n) {
    if (uniformWords() > LIMBS) {
      super.fromUniform(words, wordsAt, to, toAt, n);
      return;
    }
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      long low = words[wordsAt + i];
      long high = words[wordsAt + i + 1];
      long lowLess = low + c;
      long highLess = high + ((low & ~lowLess) >>> 63);
      long mask = -((high & ~highLess) >>> 63);
      to[toAt + i] = low ^ ((low ^ lowLess) & mask);
      to[toAt + i + 1] = high ^ ((high ^ highLess) & mask);
    }
  }

  @Override
  public void toNumbers(long[] a, int aAt, long[] words, int wordsAt, int n) {
    System.arraycopy(a, aAt, words, wordsAt, LIMBS * n);
  }

  @Override
  public boolean fromNumbers(long[] words, int wordsAt, long[] to, int toAt, int n) {
    System.arraycopy(words, wordsAt, to, toAt, LIMBS * n);
    return areElements(words, wordsAt, n);
  }

  @Override
  boolean areElements(long[] a, int aAt, int n) {
    long excess = 0;
    for (int i = 0; i < LIMBS * n; i += LIMBS) {
      long low = a[aAt + i];
      long high = a[aAt + i + 1];
      long sum = high + ((low & ~(low + c)) >>> 63);
      excess |= high & ~sum;
    }
    return excess >= 0;
  }
}
