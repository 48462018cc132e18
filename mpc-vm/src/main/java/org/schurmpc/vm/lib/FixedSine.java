package org.schurmpc.vm.lib;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.Reals;

/**
 * Sine and cosine of fixed-point numbers. With the part u of a turn, from 0 to 1, and t = 2u - 1,
 * the sine is -sin πt = -t Q(z) for z = t^2, and Q(z) = π - π^3 z/3! + π^5 z^2/5! - … .
 *
 * <p>1/(2π) has n + 5 bits behind the point, so that angles below 2^(n-f) are wrong by 2^-(f+6) 2π
 * 2^-1 at most. Turns are rounded to w = f + 9 bits, which is 2π 2^-w. For m = d + 1, the
 * derivative of Q of order m is at most m! q for the sum q of the binomial(i, m) π^(2i+1) /
 * (2i+1)!, so the polynomial in 2z - 1 is q 2^-(2d + 1) from it at most, which is 2^-(f+4) or less.
 * z is rounded, Q' is at most 6, and {@link #polynomial} and the rounding of its result are below
 * 12 units of 2^-w for degrees up to 20. Together these are below 0.3 units of the result; its
 * rounding is below 1.
 */
final class FixedSine extends RealFunction {
  private static final int GUARD = 9;
  private static final int TERMS = 60;

  private final int w;

  FixedSine(FixedPoint format) {
    super(format);
    w = f + GUARD;
  }

  /** Returns the bound of the error of degree d. */
  private static double bound(int d) {
    double sum = 0;
    double factor = Math.PI;
    double binomial = 1;
    for (int i = 1; i < TERMS; i++) {
      factor *= Math.PI * Math.PI / (2.0 * i * (2 * i + 1));
      if (i == d + 1) {
        binomial = 1;
      } else if (i > d + 1) {
        binomial *= (double) i / (i - d - 1);
      }
      sum += i > d ? binomial * factor : 0;
    }
    return Math.scalb(sum, -2 * d - 1);
  }

  /**
   * Returns sin(x + quarters π/2).
   *
   * @param quarters 0 or 1
   */
  SecretFixed sine(SecretFixed x, int quarters) {
    int places = n + 5;
    // A turn is above 6, so that 2 bits are not needed.
    int width = n + places;
    b.requireRoom(Math.max(width, 2 * w + 6));
    BigDecimal factor =
        BigDecimal.ONE.divide(Reals.PI.multiply(BigDecimal.valueOf(2)), 80, RoundingMode.HALF_EVEN);
    SecretInts turns = x.units().timesInField(constant(factor, places), IntType.signed(width));
    BigDecimal quarter = BigDecimal.valueOf(quarters).divide(BigDecimal.valueOf(4));
    SecretInts rounded =
        rescaled(turns, width, f + places, w)
            .plus(constant(quarter, w))
            .assumeFits(IntType.signed(Math.max(w + 2, n - f + w + 1)));
    SecretInts part = shift.lowBits(rounded, w);
    ClearInts one = constant(BigDecimal.ONE, w);
    SecretInts t = part.times(2).minus(one).assumeFits(IntType.signed(w + 2));
    SecretInts z = rescaled(t.square(), 2 * w + 3, 2 * w, w);
    SecretInts q = quotient(z.times(2).minus(one).assumeFits(IntType.signed(w + 2)));
    SecretInts sine = rescaled(q.times(t).negate(), 2 * w + 4, 2 * w, f);
    BigInteger most = BigInteger.TWO.pow(f).add(BigInteger.TWO);
    return format.result(sine.assumeFits(Bounds.upTo(most)), "a sine");
  }

  /** Returns Q(z) of 2z - 1. */
  private SecretInts quotient(SecretInts of) {
    List<BigDecimal> coefficients =
        Reals.interpolated(
            point -> Reals.sineOverTurn(point.add(BigDecimal.ONE).divide(BigDecimal.valueOf(2))),
            FixedRoots.degree(FixedSine::bound, f + 4));
    SecretInts sum = polynomial(of, w, coefficients);
    return rescaled(sum, 2 * w + 4, 2 * w, w).assumeFits(IntType.signed(w + 4));
  }
}
