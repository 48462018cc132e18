package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * The parts of floating-point numbers. A finite number that is not 0 is (-1)^sign significand
 * 2^(exponent - 150), for a significand from 2^23 to 2^24 - 1 and an exponent from 1 to 254. All
 * others have the significand 0, and the exponent 127, with which a product neither overflows nor
 * underflows. One of {@code zero}, {@code infinite} and {@code nan} at most is 1.
 *
 * @param sign 1 for numbers below 0 and for -0; NaN may have any
 * @param zero whether it is 0 or -0, as 0 or 1
 * @param infinite whether it is infinite, as 0 or 1
 * @param nan whether it is no number, as 0 or 1
 */
record FloatParts(
    SecretBitVector sign,
    SecretInts exponent,
    SecretInts significand,
    SecretInts zero,
    SecretInts infinite,
    SecretInts nan) {
  /** Number of bits of the significand. */
  static final int PRECISION = 24;

  /** What is added to exponents. */
  static final int BIAS = 127;

  /** The exponent of infinite numbers in IEEE 754. */
  static final int INFINITE = 255;

  /** Number of bits of significands in IEEE 754, which have no first one. */
  static final int FRACTION = PRECISION - 1;

  /** Returns 1 - bit, as 0 or 1. */
  static SecretInts not(SecretInts bit) {
    return bit.assumeBits().not().asInts();
  }

  /** Returns values as 0 or 1, which they are. */
  static SecretInts bits(SecretInts values) {
    return values.assumeBits().asInts();
  }

  /** Returns whether numbers are finite and not 0, as 0 or 1. */
  SecretInts regular() {
    return bits(zero.negate().plus(1).minus(infinite).minus(nan));
  }

  /** Returns whether numbers are neither 0 nor NaN, as 0 or 1. */
  SecretInts isNotZero() {
    return bits(zero.negate().plus(1).minus(nan));
  }

  /** Returns whether numbers are neither infinite nor NaN, as 0 or 1. */
  SecretInts isNotInfinite() {
    return bits(infinite.negate().plus(1).minus(nan));
  }

  /**
   * Returns the bits of absolute values in IEEE 754, which are in the order of the values; those of
   * NaN are 0.
   */
  SecretInts magnitude() {
    IntType type = IntType.unsigned(FRACTION + 8);
    // The parts of what is not regular have the magnitude (127 - 1) 2^23.
    SecretInts special = infinite.times(INFINITE - BIAS + 1).minus(zero.plus(nan).times(BIAS - 1));
    return exponent.minus(1).plus(special).times(1 << FRACTION).plus(significand).assumeFits(type);
  }

  /** Returns some parts of all. */
  FloatParts each(UnaryOperator<SecretInts> part) {
    return of(list().stream().map(part).toList());
  }

  private List<SecretInts> list() {
    return List.of(sign.asInts(), exponent, significand, zero, infinite, nan);
  }

  private static FloatParts of(List<SecretInts> parts) {
    return new FloatParts(
        parts.get(0).assumeBits(),
        parts.get(1),
        parts.get(2),
        parts.get(3),
        parts.get(4),
        parts.get(5));
  }

  /** Returns the numbers of some vectors, in their order. */
  static FloatParts join(List<FloatParts> vectors) {
    List<SecretInts> joined = new ArrayList<>();
    for (int i = 0; i < vectors.get(0).list().size(); i++) {
      int part = i;
      joined.add(
          SecretInts.join(
              vectors.stream().map(each -> each.list().get(part)).toArray(SecretInts[]::new)));
    }
    return of(joined);
  }

  /** Returns numbers of the first vector where bits are 1, and of the other one where not. */
  static FloatParts chosen(SecretBitVector bits, FloatParts ifOne, FloatParts ifZero) {
    List<SecretInts> chosen = new ArrayList<>();
    for (int i = 0; i < ifOne.list().size(); i++) {
      chosen.add(bits.choose(ifOne.list().get(i), ifZero.list().get(i)));
    }
    return of(chosen);
  }

  /** Returns n equal numbers, or the numbers themselves if they are not one. */
  FloatParts times(int n) {
    boolean repeats = n > 1 && sign.size() == 1;
    return repeats ? join(Collections.nCopies(n, this)) : this;
  }

  /** Returns the same numbers with another sign. */
  FloatParts withSign(SecretBitVector other) {
    return new FloatParts(other, exponent, significand, zero, infinite, nan);
  }

  /** Returns the same parts with 0 taken to be infinite, and infinity taken to be 0. */
  FloatParts reciprocalKind() {
    SecretInts finite = infinite;
    SecretInts endless = zero;
    return new FloatParts(sign, exponent, significand, finite, endless, nan);
  }
}
