package org.schurmpc.vm.lib;

import java.math.BigInteger;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Quotients of floating-point numbers, rounded to the nearest number. No quotient of two
 * significands of 24 bits is in the middle of two numbers.
 *
 * <p>For a divisor v = 2^24 x, with x from 1/2 to 1, the polynomial w of degree 3 that is the
 * nearest to 1/x leaves e = 1 - x w, where |e| is at most 1/577 but for the rounding of w to 10
 * bits behind the point (Chebyshev). So u/v is u w (1 + e + e^2 + e^3), with a relative error of
 * e^4, below 2^-30. This gives the quotient to 25 bits behind the point, rounded down or 1 more,
 * which the sign of the remainder tells. A bit behind it, always 1, stands for the rest.
 */
final class FloatQuotient {
  /** The coefficients of 577 w, of degree 0 first. */
  private static final int[] COEFFICIENTS = {3264, -6784, 6144, -2048};

  private static final int DENOMINATOR = 577;
  private static final int BITS = FloatParts.PRECISION;

  /** Bits behind the point: of w and of its coefficients, of e, and of the quotient. */
  private static final int GUESS = 10;

  private static final int ERROR = BITS + GUESS;
  private static final int QUOTIENT = BITS + 1;

  private final ProgramBuilder b;
  private final Shift shift;

  FloatQuotient(ProgramBuilder b) {
    this.b = b;
    shift = new Shift(b);
  }

  FloatParts of(FloatParts x, FloatParts y) {
    // What is not regular leads to exponents from 1 to 254.
    SecretInts dividend = x.exponent().plus(FloatParts.not(x.regular()).times(2));
    SecretInts exponent = dividend.minus(y.exponent()).plus(FloatParts.BIAS - 1);
    SecretInts divisor =
        y.significand()
            .plus(FloatParts.not(y.regular()).times(1 << FloatParts.FRACTION))
            .assumeFits(IntType.unsigned(BITS));
    int length = QUOTIENT + 2;
    SecretInts quotient =
        quotient(x.significand(), divisor).times(2).plus(1).assumeFits(IntType.unsigned(length));
    FloatRounding.Rounded rounded = new FloatRounding(b, length, quotient, exponent).round();
    return rounded.product(x, y.reciprocalKind());
  }

  private ClearInts power(int exponent) {
    return b.clear(BigInteger.TWO.pow(exponent)).asVector();
  }

  /** Returns w to 10 bits behind the point, rounded down or up. */
  private SecretInts guess(SecretInts v) {
    SecretInts power = v;
    SecretInts sum = null;
    for (int i = 1; i < COEFFICIENTS.length; i++) {
      power = i == 1 ? v : power.times(v);
      SecretInts term = power.times(coefficient(i));
      sum = sum == null ? term : sum.plus(term);
    }
    int behind = BITS * (COEFFICIENTS.length - 1);
    SecretInts scaled = sum.plus(coefficient(0)).assumeFits(IntType.unsigned(behind + GUESS + 1));
    return shift.rightProbabilistic(scaled, behind).assumeFits(IntType.unsigned(GUESS + 2));
  }

  /** Returns a coefficient for the powers of v, in units of 2^-82. */
  private ClearInts coefficient(int i) {
    long rounded = Math.round(COEFFICIENTS[i] * (double) (1 << GUESS) / DENOMINATOR);
    int degree = COEFFICIENTS.length - 1;
    return b.clear(BigInteger.valueOf(rounded).shiftLeft(BITS * (degree - i))).asVector();
  }

  /** Returns u 2^25 / v, rounded down. */
  private SecretInts quotient(SecretInts u, SecretInts v) {
    SecretInts guess = guess(v);
    IntType small = IntType.signed(ERROR - 7);
    SecretInts error = guess.times(v).negate().plus(power(ERROR)).assumeFits(small);
    SecretInts squared =
        shift.rightProbabilistic(
            error.square().assumeFits(IntType.unsigned(2 * ERROR - 16)), ERROR);
    SecretInts cubed =
        shift.rightProbabilistic(
            error.times(squared).assumeFits(IntType.signed(2 * ERROR - 24)), ERROR);
    SecretInts factor =
        error.plus(squared).plus(cubed).plus(power(ERROR)).assumeFits(IntType.unsigned(ERROR + 1));
    // u w (1 + e + e^2 + e^3), and half a unit of the result.
    int behind = BITS + GUESS + ERROR - QUOTIENT;
    SecretInts about =
        guess
            .times(u)
            .times(factor)
            .plus(power(behind - 1))
            .assumeFits(IntType.unsigned(behind + QUOTIENT + 2));
    SecretInts quotient = shift.right(about, behind).assumeFits(IntType.unsigned(QUOTIENT + 2));
    SecretInts rest =
        u.times(power(QUOTIENT)).minus(quotient.times(v)).assumeFits(IntType.signed(BITS + 1));
    return quotient
        .minus(new Comparison(b).isNegative(rest).asInts())
        .assumeFits(IntType.unsigned(QUOTIENT + 1));
  }
}
