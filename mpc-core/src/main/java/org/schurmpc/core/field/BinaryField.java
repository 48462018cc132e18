package org.schurmpc.core.field;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;

/**
 * A field F2[X]/(X^k + ...). An element's longs are its coefficients, from that of 1 on.
 *
 * <p>Products are made of integer products: if the set bits of the factors lie far enough apart, no
 * carry reaches the next bit ({@link Carryless}).
 */
abstract class BinaryField extends LimbField {
  /** Number of columns whose rows are processed together, few enough for the first-level cache. */
  private static final int BLOCK = 32;

  /** Number of rows that most fields take together. */
  static final int GROUP = 8;

  BinaryField(int k) {
    this("gf2_" + k, k);
  }

  BinaryField(String name, int k) {
    super(name, BigInteger.ONE.shiftLeft(k), k);
  }

  /** Computes to = a^2. */
  abstract void square(long[] a, int aAt, long[] to, int toAt, int n);

  /** Returns the number g of rows that are taken together; divides k. */
  int group() {
    return GROUP;
  }

  /**
   * Computes to = to X^g + sum over i below g of X^i * (element of row i), for g rows a stride
   * apart ({@link #group}).
   */
  abstract void appendGroup(long[] rows, int at, int stride, long[] to, int toAt, int n);

  /** Returns the low word of the sum over i below 8 of X^i times the word at offset i strides. */
  static long groupLow(long[] rows, int at, int stride) {
    return rows[at]
        ^ (rows[at + stride] << 1)
        ^ (rows[at + 2 * stride] << 2)
        ^ (rows[at + 3 * stride] << 3)
        ^ (rows[at + 4 * stride] << 4)
        ^ (rows[at + 5 * stride] << 5)
        ^ (rows[at + 6 * stride] << 6)
        ^ (rows[at + 7 * stride] << 7);
  }

  /** Returns the high word of the sum of {@link #groupLow}. */
  static long groupHigh(long[] rows, int at, int stride) {
    return (rows[at + stride] >>> 63)
        ^ (rows[at + 2 * stride] >>> 62)
        ^ (rows[at + 3 * stride] >>> 61)
        ^ (rows[at + 4 * stride] >>> 60)
        ^ (rows[at + 5 * stride] >>> 59)
        ^ (rows[at + 6 * stride] >>> 58)
        ^ (rows[at + 7 * stride] >>> 57);
  }

  @Override
  public final BigInteger characteristic() {
    return BigInteger.TWO;
  }

  @Override
  public final void add(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    int length = n * limbs();
    for (int i = 0; i < length; i++) {
      to[toAt + i] = a[aAt + i] ^ b[bAt + i];
    }
  }

  @Override
  public final void subtract(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    add(a, aAt, b, bAt, to, toAt, n);
  }

  @Override
  public final void composeRows(long[] rows, int rowsAt, int stride, long[] to, int toAt, int n) {
    int limbs = limbs();
    int group = group();
    Arrays.fill(to, toAt, toAt + n * limbs, 0);
    for (int j = 0; j < n; j += BLOCK) {
      int columns = Math.min(BLOCK, n - j);
      int at = rowsAt + j * limbs;
      for (int h = bits() - group; h >= 0; h -= group) {
        appendGroup(rows, at + h * stride, stride, to, toAt + j * limbs, columns);
      }
    }
  }

  /**
   * Computes a^(2^k - 2), by powers a^(2^m - 1) of doubling m (Itoh and Tsujii), whose exponents
   * are the leading bits of k - 1.
   */
  @Override
  public final void invert(long[] a, int aAt, long[] to, int toAt, int n) {
    long[] power = Arrays.copyOfRange(a, aAt, aAt + n * limbs());
    long[] unit = power.clone();
    long[] before = new long[power.length];
    int exponent = bits() - 1;
    int m = 1;
    for (int i = Integer.SIZE - 2 - Integer.numberOfLeadingZeros(exponent); i >= 0; i--) {
      System.arraycopy(power, 0, before, 0, power.length);
      for (int s = 0; s < m; s++) {
        square(power, 0, power, 0, n);
      }
      multiply(power, 0, before, 0, power, 0, n);
      m *= 2;
      if (((exponent >>> i) & 1) != 0) {
        square(power, 0, power, 0, n);
        multiply(power, 0, unit, 0, power, 0, n);
        m++;
      }
    }
    square(power, 0, to, toAt, n);
  }

  @Override
  public final void fromBits(long[] words, int wordsAt, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      unpack(words, wordsAt, j, to, toAt + j * limbs());
    }
  }

  @Override
  public final void toBits(long[] a, int aAt, long[] words, int wordsAt, int n) {
    pack(a, aAt, words, wordsAt, n);
  }

  @Override
  public final void toNumbers(long[] a, int aAt, long[] words, int wordsAt, int n) {
    System.arraycopy(a, aAt, words, wordsAt, n * limbs());
  }

  @Override
  public final boolean fromNumbers(long[] words, int wordsAt, long[] to, int toAt, int n) {
    System.arraycopy(words, wordsAt, to, toAt, n * limbs());
    return areElements(to, toAt, n);
  }

  /** Returns the mask of the coefficients in the last of an element's words. */
  private long lastMask() {
    return -1L >>> (limbs() * Long.SIZE - bits());
  }

  @Override
  public final int uniformWords() {
    return limbs();
  }

  @Override
  public final void fromUniform(long[] words, int wordsAt, long[] to, int toAt, int n) {
    int limbs = limbs();
    System.arraycopy(words, wordsAt, to, toAt, n * limbs);
    for (int i = limbs - 1; i < n * limbs; i += limbs) {
      to[toAt + i] &= lastMask();
    }
  }

  @Override
  final boolean areElements(long[] a, int aAt, int n) {
    int limbs = limbs();
    long excess = 0;
    for (int i = limbs - 1; i < n * limbs; i += limbs) {
      excess |= a[aAt + i] & ~lastMask();
    }
    return excess == 0;
  }

  @Override
  public final BigInteger toBigInteger(long[] a, int aAt) {
    return toNumber(a, aAt, limbs());
  }

  @Override
  public final void fromBigInteger(BigInteger value, long[] to, int toAt) {
    if (value.signum() < 0 || value.bitLength() > bits()) {
      throw new IllegalArgumentException("%s has no element %s".formatted(name(), value));
    }
    fromNumber(value, to, toAt, limbs());
  }

  /** Returns a^(2^(k-1)). */
  @Override
  public final Optional<long[]> squareRoot(long[] a, int aAt) {
    long[] root = Arrays.copyOfRange(a, aAt, aAt + limbs());
    for (int i = 1; i < bits(); i++) {
      square(root, 0, root, 0, 1);
    }
    return Optional.of(root);
  }
}
