package org.schurmpc.core.field;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Operations on public elements of a field as numbers, see {@link Field#toNumbers}: shifts, bits,
 * quotients, comparison, and integers with sign. Arrays hold elements; targets may be the sources
 * but must not overlap them otherwise. Every {@code at} counts longs, every {@code n} elements.
 *
 * <p>Time and memory accesses depend on the elements, which must be public. Not thread-safe.
 */
public final class Numbers {
  private static final int BLOCK = 64;

  private final Field field;
  private final int limbs;
  private final boolean binary;
  private final LimbDivision division;

  /** The order of a prime field, and the largest number that is not negative as an integer. */
  private final long[] order;

  private final long[] half;

  /** Numbers of a block. */
  private final long[] left;

  private final long[] right;

  /** Creates the operations of a field. */
  public Numbers(Field field) {
    this.field = field;
    this.limbs = field.limbs();
    this.binary = field.isBinary();
    this.division = new LimbDivision(limbs);
    this.order = new long[limbs];
    this.half = new long[limbs];
    if (!binary) {
      LimbField.fromNumber(field.order(), order, 0, limbs);
      LimbField.fromNumber(field.order().shiftRight(1), half, 0, limbs);
    }
    this.left = new long[BLOCK * limbs];
    this.right = new long[BLOCK * limbs];
  }

  /** Computes a number in place of the left one, from both. */
  private interface Operation {
    void apply(long[] left, long[] right, int at);
  }

  /** Computes numbers in place of those of the left block, up to a long. */
  private interface BlockOperation {
    void apply(int end);
  }

  private void each(
      Operation operation, long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    BlockOperation all =
        end -> {
          for (int at = 0; at < end; at += limbs) {
            operation.apply(left, right, at);
          }
        };
    blocks(all, a, aAt, b, bAt, to, toAt, n);
  }

  private void blocks(
      BlockOperation operation, long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    for (int done = 0; done < n; done += BLOCK) {
      int now = Math.min(BLOCK, n - done);
      field.toNumbers(a, aAt + done * limbs, left, 0, now);
      if (b != null) {
        field.toNumbers(b, bAt + done * limbs, right, 0, now);
      }
      operation.apply(now * limbs);
      if (!field.fromNumbers(left, 0, to, toAt + done * limbs, now)) {
        throw new IllegalStateException("a number is not below the order");
      }
    }
  }

  /** Computes the quotients a / b, rounded down, and 0 for b = 0. */
  public void divide(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    each(this::divide, a, aAt, b, bAt, to, toAt, n);
  }

  private void divide(long[] x, long[] y, int at) {
    if (!isZero(y, at)) {
      division.quotient(x, at, y, at, x, at);
    } else {
      Arrays.fill(x, at, at + limbs, 0);
    }
  }

  /** Computes the remainders of a modulo b, and a for b = 0. */
  public void remainder(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    each(this::remainder, a, aAt, b, bAt, to, toAt, n);
  }

  private void remainder(long[] x, long[] y, int at) {
    if (!isZero(y, at)) {
      division.remainder(x, at, y, at, x, at);
    }
  }

  private boolean isZero(long[] x, int at) {
    long any = 0;
    for (int i = 0; i < limbs; i++) {
      any |= x[at + i];
    }
    return any == 0;
  }

  /** Computes a AND b, bit by bit. */
  public void and(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    each(this::and, a, aAt, b, bAt, to, toAt, n);
  }

  private void and(long[] x, long[] y, int at) {
    for (int i = at; i < at + limbs; i++) {
      x[i] &= y[i];
    }
  }

  /** Computes a OR b, bit by bit, modulo the order of a prime field. */
  public void or(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    each(this::or, a, aAt, b, bAt, to, toAt, n);
  }

  private void or(long[] x, long[] y, int at) {
    for (int i = at; i < at + limbs; i++) {
      x[i] |= y[i];
    }
    reduce(x, at);
  }

  /** Computes a XOR b, bit by bit, modulo the order of a prime field. */
  public void xor(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    each(this::xor, a, aAt, b, bAt, to, toAt, n);
  }

  private void xor(long[] x, long[] y, int at) {
    for (int i = at; i < at + limbs; i++) {
      x[i] ^= y[i];
    }
    reduce(x, at);
  }

  /** Reduces a number of the field's number of bits, which is below twice the order. */
  private void reduce(long[] x, int at) {
    if (!binary && compare(x, at, order, 0) >= 0) {
      subtract(x, at, order, x, at);
    }
  }

  private void subtract(long[] x, int xAt, long[] y, long[] to, int toAt) {
    long borrow = 0;
    for (int i = 0; i < limbs; i++) {
      long word = x[xAt + i];
      long less = word - y[i];
      long next = Limbs.borrow(word, y[i], less) | ((~less & (less - borrow)) >>> 63);
      to[toAt + i] = less - borrow;
      borrow = next;
    }
  }

  /**
   * Computes a 2^k: modulo the order of a prime field; in characteristic 2 without the bits beyond
   * {@link Field#bits()}.
   *
   * @param k at least 0
   */
  public void shiftLeft(long[] a, int aAt, int k, long[] to, int toAt, int n) {
    requireShift(k);
    if (!binary) {
      BigInteger power = BigInteger.TWO.modPow(BigInteger.valueOf(k), field.order());
      field.scale(field.element(power), 0, a, aAt, to, toAt, n);
      return;
    }
    each((x, y, at) -> shiftLeft(x, at, k), a, aAt, null, 0, to, toAt, n);
  }

  private void shiftLeft(long[] x, int at, int k) {
    for (int i = limbs - 1; i >= 0; i--) {
      long from = (long) i * Long.SIZE - k;
      long word = from > -Long.SIZE ? window(x, at, (int) from) : 0;
      int excess = Math.max(0, (i + 1) * Long.SIZE - field.bits());
      x[at + i] = word << excess >>> excess;
    }
  }

  /** Computes a / 2^k, rounded down. */
  public void shiftRight(long[] a, int aAt, int k, long[] to, int toAt, int n) {
    requireShift(k);
    blocks(end -> shiftRight(k, end), a, aAt, null, 0, to, toAt, n);
  }

  /** Shifts the left block, word by word of all numbers. */
  private void shiftRight(int k, int end) {
    int words = k / Long.SIZE;
    int shift = k % Long.SIZE;
    for (int i = 0; i < limbs; i++) {
      int low = i < limbs - words ? i + words : -1;
      int high = shift > 0 && low >= 0 && low + 1 < limbs ? low + 1 : -1;
      for (int at = 0; at < end; at += limbs) {
        long word = low >= 0 ? left[at + low] >>> shift : 0;
        left[at + i] = high >= 0 ? word | (left[at + high] << (Long.SIZE - shift)) : word;
      }
    }
  }

  /** Returns the 64 bits of a number from a bit on; bits outside of the number are zero. */
  private long window(long[] x, int at, int from) {
    int word = Math.floorDiv(from, Long.SIZE);
    int shift = Math.floorMod(from, Long.SIZE);
    long low = word >= 0 ? x[at + word] >>> shift : 0;
    long high = shift > 0 && word + 1 < limbs ? x[at + word + 1] << (Long.SIZE - shift) : 0;
    return low | high;
  }

  /** Computes a modulo 2^k. */
  public void mod2k(long[] a, int aAt, int k, long[] to, int toAt, int n) {
    requireShift(k);
    blocks(end -> keepLow(k, end), a, aAt, null, 0, to, toAt, n);
  }

  /** Keeps low bits of the left block, word by word of all numbers. */
  private void keepLow(int k, int end) {
    for (int i = k / Long.SIZE; i < limbs; i++) {
      int bits = k - i * Long.SIZE;
      long mask = bits <= 0 ? 0 : (1L << bits) - 1;
      for (int at = i; at < end; at += limbs) {
        left[at] &= mask;
      }
    }
  }

  private void keepLow(long[] x, int at, int k) {
    for (int i = 0; i < limbs; i++) {
      int bits = k - i * Long.SIZE;
      if (bits < Long.SIZE) {
        x[at + i] = bits <= 0 ? 0 : x[at + i] & ((1L << bits) - 1);
      }
    }
  }

  private static void requireShift(int k) {
    if (k < 0) {
      throw new IllegalArgumentException("a shift by " + k + " bits");
    }
  }

  /**
   * Compares elements as numbers.
   *
   * @param to receives -1, 0 or 1, one long each, if a is less than, equal to or greater than b
   */
  public void compare(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    for (int done = 0; done < n; done += BLOCK) {
      int now = Math.min(BLOCK, n - done);
      field.toNumbers(a, aAt + done * limbs, left, 0, now);
      field.toNumbers(b, bAt + done * limbs, right, 0, now);
      for (int i = 0; i < now; i++) {
        to[toAt + done + i] = compare(left, i * limbs, right, i * limbs);
      }
    }
  }

  private int compare(long[] x, int xAt, long[] y, int yAt) {
    for (int i = limbs - 1; i >= 0; i--) {
      int order = Long.compareUnsigned(x[xAt + i], y[yAt + i]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /**
   * Writes elements as integers with sign. In a prime field, numbers above half the order are
   * negative; in characteristic 2, the integer has the bits of the number.
   *
   * @return whether all integers have at most 64 bits, the sign included; if not, the output has no
   *     meaning
   */
  public boolean toLongs(long[] a, int aAt, long[] to, int toAt, int n) {
    boolean fit = true;
    for (int done = 0; done < n; done += BLOCK) {
      int now = Math.min(BLOCK, n - done);
      field.toNumbers(a, aAt + done * limbs, left, 0, now);
      for (int i = 0; i < now; i++) {
        fit &= toLong(i * limbs, to, toAt + done + i);
      }
    }
    return fit;
  }

  private boolean toLong(int at, long[] to, int toAt) {
    boolean negative = !binary && compare(left, at, half, 0) > 0;
    if (negative) {
      subtract(order, 0, left, at);
    }
    long high = 0;
    for (int i = 1; i < limbs; i++) {
      high |= left[at + i];
    }
    long word = left[at];
    to[toAt] = negative ? -word : word;
    return high == 0 && (binary || word >= 0 || (negative && word == Long.MIN_VALUE));
  }

  /** Replaces a number of the left block by its difference from another number. */
  private void subtract(long[] from, int fromAt, long[] x, int at) {
    System.arraycopy(x, at, right, 0, limbs);
    subtract(from, fromAt, right, x, at);
  }

  /**
   * Writes the elements of integers with sign, modulo the order of a prime field; in characteristic
   * 2, the lowest {@link Field#bits()} bits of each.
   *
   * @param integers one long each
   */
  public void fromLongs(long[] integers, int at, long[] to, int toAt, int n) {
    for (int done = 0; done < n; done += BLOCK) {
      int now = Math.min(BLOCK, n - done);
      Arrays.fill(left, 0, now * limbs, 0);
      for (int i = 0; i < now; i++) {
        fromLong(integers[at + done + i], i * limbs);
      }
      if (!field.fromNumbers(left, 0, to, toAt + done * limbs, now)) {
        throw new IllegalStateException("a number is not below the order");
      }
    }
  }

  private void fromLong(long integer, int at) {
    if (binary) {
      left[at] = integer;
      keepLow(left, at, field.bits());
      return;
    }
    long magnitude = integer < 0 ? -integer : integer;
    left[at] = limbs == 1 ? Long.remainderUnsigned(magnitude, order[0]) : magnitude;
    if (integer < 0 && left[at] != 0) {
      subtract(order, 0, left, at);
    }
  }
}
