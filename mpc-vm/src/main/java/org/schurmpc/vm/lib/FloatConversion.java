package org.schurmpc.vm.lib;

import java.math.BigInteger;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/** Floating-point numbers from and to integers, which may be units of 2^-f. */
final class FloatConversion {
  /** The least number of bits that are rounded. */
  private static final int ROUNDED = FloatParts.PRECISION + 3;

  private static final int MOST_BITS = 64;

  /** With more, the exponent that 0 is given would be one of an underflow. */
  private static final int MOST_FRACTION = 124;

  private final ProgramBuilder b;
  private final Comparison comparison;

  FloatConversion(ProgramBuilder b) {
    this.b = b;
    comparison = new Comparison(b);
  }

  private ClearInts constant(BigInteger value) {
    return b.clear(value).asVector();
  }

  /** Returns x 2^-fraction, rounded to nearest. */
  FloatParts of(SecretInts x, int fraction) {
    if (fraction > MOST_FRACTION) {
      throw new IllegalArgumentException(
          "floating-point numbers are made of numbers with at most %d bits behind the point, not %d"
              .formatted(MOST_FRACTION, fraction));
    }
    // |x| has as many bits as x with its sign has.
    int length = Math.max(2, x.width());
    SecretBitVector sign = comparison.isNegative(x);
    SecretInts magnitude = sign.choose(x.negate(), x).assumeFits(IntType.unsigned(length));
    FloatNormaliser.Normal normal = new FloatNormaliser(b, length, 0).of(magnitude);
    int rounded = Math.max(length, ROUNDED);
    SecretInts number =
        normal
            .number()
            .times(constant(BigInteger.TWO.pow(rounded - length)))
            .assumeFits(IntType.unsigned(rounded));
    SecretInts exponent = normal.shift().negate().plus(FloatParts.BIAS + length - 2 - fraction);
    SecretInts zero = FloatParts.not(normal.isNotZero());
    SecretInts none = FloatParts.bits(zero.minus(zero));
    return new FloatRounding(b, rounded, number, exponent)
        .round()
        .parts(sign, normal.isNotZero(), zero, none, none);
  }

  /**
   * Returns x 2^fraction as integers of k bits, without what is behind the point.
   *
   * <p>A significand is multiplied by 2^(s+1), where s is the exponent of x 2^fraction, or by 0 if
   * s is below 0, and loses its 24 lowest bits.
   */
  SecretInts units(FloatParts x, int k, int fraction) {
    if (k < 2 || k > MOST_BITS) {
      throw new IllegalArgumentException(
          "a floating-point number becomes an integer of 2 to 64 bits, not " + k);
    }
    IntType exponentType = IntType.unsigned(8);
    int tooLarge = FloatParts.BIAS - fraction + k - 1;
    SecretInts irregular = FloatParts.not(x.regular());
    SecretInts exponent =
        x.exponent().minus(irregular.times(FloatParts.BIAS - 1)).assumeFits(exponentType);
    SecretBitVector over = comparison.atLeast(exponent, tooLarge);
    SecretInts clipped = over.not().choose(exponent, b.secret(1).asVector());
    SecretInts distance = clipped.negate().plus(tooLarge - 1).assumeFits(exponentType);
    SecretInts scaled =
        new FloatAlignment(b, k - 1)
            .of(distance)
            .times(x.significand())
            .assumeFits(IntType.unsigned(FloatParts.PRECISION + k - 1));
    SecretInts cut = new Shift(b).right(scaled, FloatParts.PRECISION);

    SecretInts isLargest = FloatParts.bits(over.asInts().plus(x.infinite()));
    BigInteger largest = BigInteger.TWO.pow(k - 1).subtract(BigInteger.ONE);
    SecretInts magnitude = cut.plus(isLargest.times(constant(largest)));
    SecretInts sign = x.sign().asInts();
    return sign.times(-2)
        .plus(1)
        .times(magnitude)
        .minus(sign.times(isLargest))
        .assumeFits(IntType.signed(k));
  }
}
