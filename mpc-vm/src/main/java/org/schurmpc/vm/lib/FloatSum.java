package org.schurmpc.vm.lib;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Sums of floating-point numbers, rounded to the nearest number, and of two to the one with an even
 * significand.
 *
 * <p>With the greater absolute value first, the sum of the significands is u 2^26 + v 2^(26-d) or
 * their difference, where d is the difference of the exponents, and 26 if it is more: then v is
 * below half a unit of the result, and only that it is not 0 matters. {@link FloatAlignment} makes
 * the power, {@link FloatNormaliser} moves the first bit to one of the two highest places, and
 * {@link FloatRounding} rounds.
 */
final class FloatSum {
  /** The most bits by which the lesser number is shifted. */
  private static final int SHIFT = FloatParts.PRECISION + 2;

  /** Number of bits of a sum of significands. */
  private static final int LENGTH = FloatParts.PRECISION + SHIFT + 1;

  private static final IntType SIGNIFICAND = IntType.unsigned(FloatParts.PRECISION);
  private static final IntType EXPONENT = IntType.unsigned(8);

  private final ProgramBuilder b;
  private final Comparison comparison;

  FloatSum(ProgramBuilder b) {
    this.b = b;
    comparison = new Comparison(b);
  }

  /**
   * Numbers with the order of absolute values in their exponents and significands: 0 and NaN have
   * the exponent 1 and the significand 0, infinity has the exponent 255 and the significand 2^23.
   */
  private record Ordered(SecretInts exponent, SecretInts significand, SecretBitVector sign) {
    static Ordered of(FloatParts x) {
      SecretInts least = x.zero().plus(x.nan()).times(FloatParts.BIAS - 1);
      SecretInts most = x.infinite().times(FloatParts.INFINITE - FloatParts.BIAS);
      return new Ordered(
          x.exponent().plus(most).minus(least).assumeFits(EXPONENT),
          x.significand()
              .plus(x.infinite().times(1 << FloatParts.FRACTION))
              .assumeFits(SIGNIFICAND),
          x.sign());
    }
  }

  FloatParts of(FloatParts x, FloatParts y) {
    Ordered first = Ordered.of(x);
    Ordered second = Ordered.of(y);
    SecretBitVector less = comparison.lessThan(x.magnitude(), y.magnitude());
    SecretBitVector differ = x.sign().xor(y.sign());

    SecretInts exponent = less.choose(second.exponent, first.exponent);
    SecretInts significand = less.choose(second.significand, first.significand);
    SecretInts sign = FloatParts.bits(less.choose(second.sign.asInts(), first.sign.asInts()));
    SecretInts other =
        first.significand.plus(second.significand).minus(significand).assumeFits(SIGNIFICAND);
    SecretInts distance =
        exponent.times(2).minus(first.exponent).minus(second.exponent).assumeFits(EXPONENT);
    SecretInts added =
        differ.asInts().times(-2).plus(1).times(other).assumeFits(IntType.signed(25));
    SecretInts sum =
        significand
            .times(1L << SHIFT)
            .plus(added.times(new FloatAlignment(b, SHIFT).of(distance)))
            .assumeFits(IntType.unsigned(LENGTH));

    FloatNormaliser.Normal normal = new FloatNormaliser(b, LENGTH, SHIFT - 1).of(sum);
    SecretInts finite = x.isNotInfinite().times(y.isNotInfinite());
    SecretInts regular = FloatParts.bits(finite.times(normal.isNotZero()));
    // What is not regular has the exponent of 1, which neither overflows nor underflows.
    SecretInts moved =
        regular
            .times(exponent.minus(normal.shift()).minus(FloatParts.BIAS))
            .plus(FloatParts.BIAS)
            .assumeFits(IntType.signed(9));
    SecretInts nan = nan(x, y, differ);
    SecretInts isZero = FloatParts.not(normal.isNotZero());
    SecretInts signed = FloatParts.bits(sign.minus(sign.times(differ.asInts()).times(isZero)));
    return new FloatRounding(b, LENGTH, normal.number(), moved)
        .round()
        .parts(
            signed.assumeBits(),
            regular,
            FloatParts.bits(finite.minus(regular)),
            FloatParts.bits(FloatParts.not(finite).minus(nan)),
            nan);
  }

  /** Whether one is NaN, or both are infinite and their signs differ. */
  private static SecretInts nan(FloatParts x, FloatParts y, SecretBitVector differ) {
    SecretInts infinite = x.infinite().times(y.infinite()).times(differ.asInts());
    SecretInts either = x.nan().assumeBits().or(y.nan().assumeBits()).asInts();
    return FloatParts.bits(either.plus(infinite));
  }
}
