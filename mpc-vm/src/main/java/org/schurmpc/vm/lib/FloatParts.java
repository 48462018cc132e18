package org.schurmpc.vm.lib;

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
    return new FloatParts(
        part.apply(sign.asInts()).assumeBits(),
        part.apply(exponent),
        part.apply(significand),
        part.apply(zero),
        part.apply(infinite),
        part.apply(nan));
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
