package org.schurmpc.vm.lib.parts;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Public real functions and the polynomials that are near to them, to 80 digits; and quotients and
 * decimals.
 */
public final class Reals {
  private static final MathContext DIGITS = new MathContext(80);
  private static final BigDecimal TINY = new BigDecimal("1e-90");
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  /** The natural logarithm of 2. */
  public static final BigDecimal LN2 = logOfAtMostTwo(TWO);

  public static final BigDecimal PI =
      arctangent(5).multiply(BigDecimal.valueOf(16)).subtract(arctangent(239).multiply(fours()));

  private Reals() {}

  private static BigDecimal fours() {
    return BigDecimal.valueOf(4);
  }

  /** Returns arctan 1/n. */
  private static BigDecimal arctangent(int n) {
    BigDecimal square = BigDecimal.valueOf((long) n * n).negate();
    return oddSeries(BigDecimal.ONE.divide(BigDecimal.valueOf(n), DIGITS), square, true);
  }

  /** Returns the sum of the x s^i / (2i + 1), where s is a factor or 1 over a divisor. */
  private static BigDecimal oddSeries(BigDecimal x, BigDecimal s, boolean divisor) {
    BigDecimal power = x;
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; power.abs().compareTo(TINY) > 0; i++) {
      sum = sum.add(power.divide(BigDecimal.valueOf(2L * i + 1), DIGITS));
      power = divisor ? power.divide(s, DIGITS) : power.multiply(s, DIGITS);
    }
    return sum;
  }

  /** Returns ln x for x from 1/2 to 2: 2 artanh (x - 1)/(x + 1). */
  private static BigDecimal logOfAtMostTwo(BigDecimal x) {
    BigDecimal z = x.subtract(BigDecimal.ONE).divide(x.add(BigDecimal.ONE), DIGITS);
    return oddSeries(z, z.multiply(z, DIGITS), false).multiply(TWO);
  }

  /** Returns ln x for x from 1/2 to 1. */
  public static BigDecimal log(BigDecimal x) {
    return logOfAtMostTwo(x);
  }

  public static BigDecimal sqrt(BigDecimal x) {
    return x.sqrt(DIGITS);
  }

  public static BigDecimal reciprocalSqrt(BigDecimal x) {
    return BigDecimal.ONE.divide(sqrt(x), DIGITS);
  }

  /** Returns e^x, for small x. */
  public static BigDecimal exp(BigDecimal x) {
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 1; term.abs().compareTo(TINY) > 0; i++) {
      sum = sum.add(term);
      term = term.multiply(x).divide(BigDecimal.valueOf(i), DIGITS);
    }
    return sum;
  }

  /** Returns (sin pi t) / t of z = t^2. */
  public static BigDecimal sineOverTurn(BigDecimal z) {
    BigDecimal factor = PI.multiply(PI).multiply(z).negate();
    BigDecimal term = PI;
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 1; term.abs().compareTo(TINY) > 0; i++) {
      sum = sum.add(term);
      term = term.multiply(factor).divide(BigDecimal.valueOf(2L * i * (2L * i + 1)), DIGITS);
    }
    return sum;
  }

  /**
   * Returns the coefficients of the polynomial of degree d that equals a function at the zeros of
   * the Chebyshev polynomial of degree d + 1 on [-1, 1]. It is nearer to the function than the
   * greatest |f^(d+1)| / ((d + 1)! 2^d).
   */
  public static List<BigDecimal> interpolated(UnaryOperator<BigDecimal> f, int d) {
    BigDecimal[] nodes = new BigDecimal[d + 1];
    BigDecimal[] differences = new BigDecimal[d + 1];
    for (int i = 0; i <= d; i++) {
      nodes[i] = new BigDecimal(Math.cos(Math.PI * (i + 0.5) / (d + 1)));
      differences[i] = f.apply(nodes[i]);
    }
    for (int level = 1; level <= d; level++) {
      for (int i = d; i >= level; i--) {
        BigDecimal rise = differences[i].subtract(differences[i - 1]);
        differences[i] = rise.divide(nodes[i].subtract(nodes[i - level]), DIGITS);
      }
    }
    List<BigDecimal> coefficients = new ArrayList<>(List.of(differences[d]));
    for (int i = d - 1; i >= 0; i--) {
      // Times (t - node), plus the next difference.
      coefficients.add(0, BigDecimal.ZERO);
      for (int j = 0; j + 1 < coefficients.size(); j++) {
        BigDecimal less = coefficients.get(j + 1).multiply(nodes[i], DIGITS);
        coefficients.set(j, coefficients.get(j).subtract(less));
      }
      coefficients.set(0, coefficients.get(0).add(differences[i]));
    }
    return coefficients;
  }

  /** Returns a number of units of 2^-fraction as a decimal of few digits. */
  public static String decimal(BigInteger units, int fraction) {
    if (units.bitLength() - fraction > Integer.SIZE + Byte.SIZE) {
      int exponent = units.abs().subtract(BigInteger.ONE).bitLength() - fraction;
      return "%s2^%d".formatted(units.signum() < 0 ? "-" : "", exponent);
    }
    BigDecimal number = new BigDecimal(units).divide(new BigDecimal(BigInteger.TWO.pow(fraction)));
    BigDecimal rounded = number.setScale(3, RoundingMode.HALF_EVEN).stripTrailingZeros();
    return rounded.toPlainString();
  }

  /** Returns e such that the quotient of two numbers is from 2^(e-1) to below 2^e. */
  public static int exponent(BigInteger factor, BigInteger divisor) {
    int exponent = factor.bitLength() - divisor.bitLength();
    BigInteger left = factor.shiftLeft(Math.max(0, -exponent));
    BigInteger right = divisor.shiftLeft(Math.max(0, exponent));
    return left.compareTo(right) < 0 ? exponent : exponent + 1;
  }

  /** Returns factor/divisor times 2^places, rounded to the nearest. */
  public static BigInteger quotient(BigInteger factor, BigInteger divisor, int places) {
    return new BigDecimal(factor.shiftLeft(places))
        .divide(new BigDecimal(divisor), 0, RoundingMode.HALF_EVEN)
        .unscaledValue();
  }
}
