package org.schurmpc.core.field;

import java.math.BigInteger;

/**
 * The integers modulo a prime of 2 to 4 words. Products are made of digits of 52 bits; the halves
 * of the digits' products add up without carries. R is 2^52 to the power of the number of digits.
 */
abstract class MontgomeryField extends PrimeField {
  /** Number of bits of a digit. */
  static final int DIGIT = 52;

  static final long MASK = (1L << DIGIT) - 1;

  /** Shift of both digits after which the upper half of their product starts with a word. */
  static final int ALIGN = (Long.SIZE - DIGIT) / 2;

  private static final int POWERS = 5;

  /**
   * Number of products whose digits, each the sum of 2 * 5 numbers of up to 52 bits, add up within
   * a word.
   */
  private static final int PRODUCTS = 1 << 7;

  private final int digits;
  private final int limbs;

  /** p in words. */
  private final long[] p;

  /** Powers R^i mod p, one after the other. */
  private final long[] powers;

  MontgomeryField(String name, BigInteger p, int digits) {
    super(name, p, BigInteger.ONE.shiftLeft(DIGIT * digits));
    this.digits = digits;
    this.limbs = limbs();
    this.p = new long[limbs];
    fromNumber(p, this.p, 0, limbs);
    this.powers = new long[POWERS * limbs];
    for (int i = 0; i < POWERS; i++) {
      BigInteger power = BigInteger.ONE.shiftLeft(i * DIGIT * digits).mod(p);
      fromNumber(power, powers, i * limbs, limbs);
    }
  }

  /** Returns digit i of a number. */
  static long digit(BigInteger number, int i) {
    return number.shiftRight(i * DIGIT).longValue() & MASK;
  }

  /** Returns -1/p modulo 2^52. */
  static long negativeInverse(BigInteger p) {
    return digit(p.negate().modInverse(BigInteger.ONE.shiftLeft(DIGIT)), 0);
  }

  /** Writes an element's digits. */
  abstract void split(long[] a, int aAt, long[] x);

  /** Computes to = x b / R mod p, for any digits x and an element b. */
  abstract void product(long[] x, long[] b, int bAt, long[] to, int toAt);

  /** Adds the product of digits x and an element b to digits without propagating carries. */
  abstract void accumulate(long[] x, long[] b, int bAt, long[] sums);

  @Override
  public final void multiply(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    long[] x = new long[digits];
    for (int j = 0; j < n * limbs; j += limbs) {
      split(a, aAt + j, x);
      product(x, b, bAt + j, to, toAt + j);
    }
  }

  @Override
  public final void scale(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    long[] x = new long[digits];
    split(s, sAt, x);
    for (int j = 0; j < n * limbs; j += limbs) {
      product(x, a, aAt + j, to, toAt + j);
    }
  }

  @Override
  public final void addScaled(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    long[] x = new long[digits];
    long[] product = new long[limbs];
    split(s, sAt, x);
    for (int j = 0; j < n * limbs; j += limbs) {
      product(x, a, aAt + j, product, 0);
      add(to, toAt + j, product, 0, to, toAt + j, 1);
    }
  }

  @Override
  public final void innerProduct(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    long[] x = new long[digits];
    long[] sums = new long[2 * digits + 1];
    for (int j = 0; j < n; j += PRODUCTS) {
      int end = Math.min(n, j + PRODUCTS) * limbs;
      for (int i = j * limbs; i < end; i += limbs) {
        split(a, aAt + i, x);
        accumulate(x, b, bAt + i, sums);
      }
      for (int i = 0; i < 2 * digits; i++) {
        sums[i + 1] += sums[i] >>> DIGIT;
        sums[i] &= MASK;
      }
    }
    // The last digit is below n.
    long[] words = new long[(2 * digits * DIGIT) / Long.SIZE + 2];
    for (int i = 0; i <= 2 * digits; i++) {
      Limbs.setBits(sums[i], words, 0, (long) i * DIGIT, DIGIT);
    }
    reduce(words, 0, words.length, 0, to, toAt);
  }

  @Override
  final void reduce(long[] words, int at, int n, int e, long[] to, int toAt) {
    long[] x = new long[digits];
    long[] sum = new long[limbs];
    long[] part = new long[limbs];
    for (int place = 0; place * DIGIT * digits < n * Long.SIZE; place++) {
      for (int i = 0; i < digits; i++) {
        int from = (place * digits + i) * DIGIT;
        int count = Math.min(DIGIT, n * Long.SIZE - from);
        x[i] = count > 0 ? Limbs.bits(words, at, from, count) : 0;
      }
      product(x, powers, (place + e) * limbs, part, 0);
      add(sum, 0, part, 0, sum, 0, 1);
    }
    System.arraycopy(sum, 0, to, toAt, limbs);
  }

  @Override
  final boolean areElements(long[] a, int aAt, int n) {
    long below = 1;
    for (int j = 0; j < n * limbs; j += limbs) {
      long borrow = 0;
      for (int i = 0; i < limbs; i++) {
        long x = a[aAt + j + i];
        long less = x - p[i];
        borrow = Limbs.borrow(x, p[i], less) | ((~less & (less - borrow)) >>> 63);
      }
      below &= borrow;
    }
    return below == 1;
  }
}
