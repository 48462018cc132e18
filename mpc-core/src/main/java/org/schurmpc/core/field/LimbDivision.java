package org.schurmpc.core.field;

import java.util.Arrays;

/**
 * Divides public numbers of a fixed number of words (Knuth, The Art of Computer Programming, volume
 * 2, Algorithm D, with digits of 32 bits). Time and memory accesses depend on the numbers.
 */
final class LimbDivision {
  private static final int DIGIT = Integer.SIZE;
  private static final long MASK = Limbs.HALF;

  private final int limbs;

  /** Digits of the dividend, one more than it has; later of the remainder. */
  private final long[] rest;

  private final long[] divisor;

  LimbDivision(int limbs) {
    this.limbs = limbs;
    this.rest = new long[2 * limbs + 1];
    this.divisor = new long[2 * limbs];
  }

  /** Writes the quotient of a number and another one, not 0; it may replace either. */
  void quotient(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt) {
    normalise(a, aAt, b, bAt);
    int size = size();
    Arrays.fill(to, toAt, toAt + limbs, 0);
    for (int place = divisor.length - size; place >= 0; place--) {
      to[toAt + place / 2] |= step(place, size) << (DIGIT * (place % 2));
    }
  }

  /** Writes the remainder of a number modulo another one, not 0; it may replace either. */
  void remainder(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt) {
    int shift = normalise(a, aAt, b, bAt);
    int size = size();
    for (int place = divisor.length - size; place >= 0; place--) {
      step(place, size);
    }
    for (int i = 0; i < limbs; i++) {
      to[toAt + i] = shiftedBack(2 * i, shift) | (shiftedBack(2 * i + 1, shift) << DIGIT);
    }
  }

  private long shiftedBack(int i, int shift) {
    return ((rest[i] >>> shift) | (rest[i + 1] << (DIGIT - shift))) & MASK;
  }

  /**
   * Writes the digits of both numbers, shifted such that the highest bit of the divisor's highest
   * digit is set, and returns the shift.
   */
  private int normalise(long[] a, int aAt, long[] b, int bAt) {
    int high = bAt + limbs - 1;
    while (b[high] == 0) {
      high--;
    }
    int shift = Long.numberOfLeadingZeros(b[high]) % DIGIT;
    rest[divisor.length] = write(a, aAt, shift, rest);
    write(b, bAt, shift, divisor);
    return shift;
  }

  /** Writes the digits of a shifted number and returns the digit beyond. */
  private long write(long[] words, int at, int shift, long[] digits) {
    long carry = 0;
    for (int i = 0; i < 2 * limbs; i++) {
      long shifted = ((words[at + i / 2] >>> (DIGIT * (i % 2))) & MASK) << shift;
      digits[i] = (shifted & MASK) | carry;
      carry = shifted >>> DIGIT;
    }
    return carry;
  }

  /** Returns the divisor's number of digits. */
  private int size() {
    int size = divisor.length;
    while (divisor[size - 1] == 0) {
      size--;
    }
    return size;
  }

  /** Returns a digit of the quotient, and subtracts its multiple of the divisor from the rest. */
  private long step(int place, int size) {
    long two = (rest[place + size] << DIGIT) | rest[place + size - 1];
    // At most 2 too large, as the divisor's highest bit is set.
    long digit = Math.min(Long.divideUnsigned(two, divisor[size - 1]), MASK);
    boolean negative = subtract(digit, place, size);
    while (negative) {
      digit--;
      negative = !addBack(place, size);
    }
    return digit;
  }

  /** Subtracts a multiple of the divisor and returns whether the difference is negative. */
  private boolean subtract(long digit, int place, int size) {
    long carry = 0;
    long borrow = 0;
    for (int i = 0; i < size; i++) {
      long product = digit * divisor[i] + carry;
      carry = product >>> DIGIT;
      long difference = rest[place + i] - (product & MASK) - borrow;
      rest[place + i] = difference & MASK;
      borrow = difference >>> (Long.SIZE - 1);
    }
    long difference = rest[place + size] - carry - borrow;
    rest[place + size] = difference & MASK;
    return difference < 0;
  }

  /** Adds the divisor and returns whether the sum is not negative any more. */
  private boolean addBack(int place, int size) {
    long carry = 0;
    for (int i = 0; i < size; i++) {
      long sum = rest[place + i] + divisor[i] + carry;
      rest[place + i] = sum & MASK;
      carry = sum >>> DIGIT;
    }
    long sum = rest[place + size] + carry;
    rest[place + size] = sum & MASK;
    return sum > MASK;
  }
}
