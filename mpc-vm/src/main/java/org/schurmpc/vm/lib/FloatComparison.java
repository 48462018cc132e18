package org.schurmpc.vm.lib;

import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Comparisons of floating-point numbers: of the bits of their absolute values in IEEE 754 as
 * integers, with the numbers' signs. 0 equals -0. With NaN all are false: it has 0, and what is
 * compared is moved beyond infinity.
 */
final class FloatComparison {
  /** The bits of infinity. */
  private static final long INFINITY = (long) FloatParts.INFINITE << FloatParts.FRACTION;

  private static final IntType WITH_SIGN = IntType.signed(32);
  private static final IntType DIFFERENCE = IntType.signed(33);

  private final Comparison comparison;
  private final Equality equality;

  FloatComparison(ProgramBuilder b) {
    comparison = new Comparison(b);
    equality = new Equality(b);
  }

  private static SecretInts signed(FloatParts x) {
    return x.sign().asInts().times(-2).plus(1).times(x.magnitude()).assumeFits(WITH_SIGN);
  }

  /** Returns x - y, with a summand for each that is NaN. */
  private static SecretInts difference(FloatParts x, FloatParts y, long forNan) {
    SecretInts nans = x.nan().plus(y.nan()).times(forNan);
    return signed(x).minus(signed(y)).plus(nans).assumeFits(DIFFERENCE);
  }

  SecretBitVector lessThan(FloatParts x, FloatParts y) {
    return comparison.isNegative(difference(x, y, INFINITY));
  }

  SecretBitVector atMost(FloatParts x, FloatParts y) {
    return comparison.isNegative(difference(y, x, -INFINITY - 1)).not();
  }

  SecretBitVector equal(FloatParts x, FloatParts y) {
    return equality.isZero(difference(x, y, INFINITY + 1));
  }
}
