package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.Indicator;
import org.schurmpc.vm.lib.parts.Trees;

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

  /** Number of bits of a number in IEEE 754. */
  static final int BITS = 32;

  private static final int EXPONENT_BITS = 8;
  private static final int SIGN = BITS - 1;
  private static final long NAN = 0x7fc00000L;

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

  /**
   * Returns numbers; subnormal ones are 0 with their sign.
   *
   * @param bits the bits of all numbers, the lowest first
   */
  static FloatParts ofBits(List<SecretBitVector> bits) {
    if (bits.size() != BITS) {
      throw new IllegalArgumentException(
          "a number in floating point has 32 bits, not " + bits.size());
    }
    List<SecretBitVector> fraction = bits.subList(0, FRACTION);
    List<SecretBitVector> exponent = bits.subList(FRACTION, SIGN);
    SecretBitVector ones = Trees.reduced(exponent, SecretBitVector::and);
    SecretBitVector zero = Indicator.none(exponent);
    SecretBitVector finite = Indicator.none(fraction);
    SecretInts infinite = ones.and(finite).asInts();
    SecretInts nan = bits(ones.asInts().minus(infinite));
    SecretInts regular = bits(ones.not().asInts().minus(zero.asInts()));
    return new FloatParts(
        bits.get(SIGN),
        regular
            .times(value(exponent).minus(BIAS))
            .plus(BIAS)
            .assumeFits(IntType.unsigned(EXPONENT_BITS)),
        regular.times(value(fraction).plus(1 << FRACTION)).assumeFits(IntType.unsigned(PRECISION)),
        zero.asInts(),
        infinite,
        nan);
  }

  /** Returns a constant. */
  static FloatParts constant(ProgramBuilder b, float value) {
    boolean regular = Float.isFinite(value) && Math.abs(value) >= Float.MIN_NORMAL;
    int bits = Float.floatToIntBits(value);
    int first = 1 << FRACTION;
    int significand = (bits & (first - 1)) | first;
    return new FloatParts(
        known(b, bits < 0),
        number(b, regular ? Math.getExponent(value) + BIAS : BIAS),
        number(b, regular ? significand : 0),
        known(b, Math.abs(value) < Float.MIN_NORMAL).asInts(),
        known(b, Float.isInfinite(value)).asInts(),
        known(b, Float.isNaN(value)).asInts());
  }

  private static SecretInts number(ProgramBuilder b, long value) {
    return b.secret(value).asVector();
  }

  private static SecretBitVector known(ProgramBuilder b, boolean bit) {
    return number(b, bit ? 1 : 0).assumeBits();
  }

  /** Returns the value of some bits, the lowest first. */
  static SecretInts value(List<SecretBitVector> bits) {
    SecretInts sum = bits.get(bits.size() - 1).asInts();
    for (int i = bits.size() - 2; i >= 0; i--) {
      IntType type = IntType.unsigned(bits.size() - i);
      sum = sum.plus(sum).plus(bits.get(i).asInts()).assumeFits(type);
    }
    return sum;
  }

  /** Returns the bits of numbers, as {@link Float#floatToIntBits(float)} does. */
  SecretInts ieeeBits() {
    SecretInts isNegative = sign.asInts().times(not(nan));
    return magnitude()
        .plus(nan.times(NAN))
        .plus(isNegative.times(1L << SIGN))
        .assumeFits(IntType.unsigned(BITS));
  }
}
