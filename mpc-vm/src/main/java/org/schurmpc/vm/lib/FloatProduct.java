package org.schurmpc.vm.lib;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Products of floating-point numbers, rounded to the nearest number, and of two to the one with an
 * even significand. The product of the significands has 47 or 48 bits, or is 0.
 */
final class FloatProduct {
  private final ProgramBuilder b;

  FloatProduct(ProgramBuilder b) {
    this.b = b;
  }

  FloatParts of(FloatParts x, FloatParts y) {
    SecretInts product =
        x.significand()
            .times(y.significand())
            .assumeFits(IntType.unsigned(2 * FloatParts.PRECISION));
    SecretInts exponent = x.exponent().plus(y.exponent()).minus(FloatParts.BIAS);
    FloatRounding.Rounded rounded =
        new FloatRounding(b, 2 * FloatParts.PRECISION, product, exponent).round();
    return parts(rounded, x, y);
  }

  /** Returns a rounded product with the sign, and with what is not regular. */
  static FloatParts parts(FloatRounding.Rounded rounded, FloatParts x, FloatParts y) {
    // NaN is taken to be 0 and infinite at once: so is 0 times infinity.
    SecretInts isNotZero = x.isNotZero().times(y.isNotZero());
    SecretInts isNotInfinite = x.isNotInfinite().times(y.isNotInfinite());
    SecretInts regular = x.regular().times(y.regular());
    SecretInts zero = FloatParts.bits(isNotInfinite.minus(regular));
    SecretInts infinite = FloatParts.bits(isNotZero.minus(regular));
    SecretInts nan = FloatParts.bits(regular.plus(1).minus(isNotZero).minus(isNotInfinite));
    return rounded.parts(x.sign().xor(y.sign()), regular, zero, infinite, nan);
  }
}
