package org.schurmpc.vm.lib;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Mean, variance and covariance of secret numbers, as fixed-point numbers. Sums of products are
 * made without rounding, divided by the public number n of values, and then rounded to the units of
 * the results. So the sums may be outside of the range of fixed-point numbers. What happens to
 * results that can be outside is up to the {@link FixedPoint}: for values of a range of length R,
 * variances and covariances are up to R^2/4 (Popoviciu).
 *
 * <p>A mean takes 2 rounds, or 1 if n is a power of 2. A variance or covariance subtracts the means
 * first, takes 5 rounds at most, and a square or triple for each value. For values of any size, the
 * field has room for k + f + log2 n + 1 + sigmaMask bits, and for 2k + log2 n + 2 + sigmaMask bits.
 */
public final class Statistics {
  /** Number of bits behind the units of the result that the first rounding leaves. */
  private static final int GUARD = 2;

  private final ProgramBuilder b;
  private final FixedPoint fixed;
  private final Shift shift;

  /** Creates the functions for results of a format. */
  public Statistics(FixedPoint fixed) {
    this.fixed = fixed;
    b = fixed.builder();
    shift = new Shift(b);
  }

  /** Returns the mean of integers: below 2 units from the exact one. */
  public SecretFixed mean(SecretInts x) {
    SecretInts sum = shift.left(x.sum().asVector(), fixed.fraction());
    return weighted(sum, 0, BigDecimal.ONE, x.size());
  }

  /** Returns the mean: below 2 units from the exact one. */
  public SecretFixed mean(SecretFixed x) {
    x.format().requireSame(fixed);
    return weighted(x.units().sum().asVector(), 0, BigDecimal.ONE, x.size());
  }

  /** Returns the variance of all values: below 3 units from the exact one. */
  public SecretFixed variance(SecretFixed x) {
    return meanSquare(x, x.size());
  }

  /**
   * Returns the variance of a sample, with n - 1 as divisor: below 3 units from the exact one.
   *
   * @param x at least 2 values
   */
  public SecretFixed sampleVariance(SecretFixed x) {
    requireSample(x);
    return meanSquare(x, x.size() - 1);
  }

  private static void requireSample(SecretFixed x) {
    if (x.size() < 2) {
      throw new IllegalArgumentException("a sample has 2 values or more");
    }
  }

  /**
   * Returns the standard deviation of all values, s: below 2 units and the error of the variance
   * over 2s from the exact one. Takes a variance and a {@link FixedPoint#sqrt}.
   */
  public SecretFixed deviation(SecretFixed x) {
    return fixed.sqrt(variance(x));
  }

  private SecretFixed meanSquare(SecretFixed x, int divisor) {
    Centred centred = centred(x, mean(x));
    SecretInts sum = centred.units().square().sum().asVector();
    Bounds bounds = new Bounds(BigInteger.ZERO, centred.mostSquare());
    return weighted(sum.assumeFits(bounds), fixed.fraction(), BigDecimal.ONE, divisor);
  }

  /**
   * Values minus their mean, which is below 2 units from the exact one.
   *
   * @param units the differences, which may be outside of the range
   * @param mostSquare a bound of the sum of their squares, in units of 2^-2f
   */
  record Centred(SecretInts units, BigInteger mostSquare) {}

  /** Returns the values minus their mean. */
  Centred centred(SecretFixed x, SecretFixed mean) {
    Bounds bounds = x.units().bounds();
    BigInteger range = bounds.most().subtract(bounds.least());
    // The sum of the squares of the exact differences is at most n R^2/4; the error of the mean
    // adds n times its square.
    BigInteger each = range.multiply(range).shiftRight(2).add(BigInteger.valueOf(5));
    return new Centred(
        SecretFixed.difference(x.units(), mean.units()),
        each.multiply(BigInteger.valueOf(x.size())));
  }

  /** Returns the covariance of all pairs of values: below 3 units from the exact one. */
  public SecretFixed covariance(SecretFixed x, SecretFixed y) {
    return covariance(x, y, x.size());
  }

  /**
   * Returns the covariance of a sample, with n - 1 as divisor: below 3 units from the exact one.
   *
   * @param x at least 2 values
   */
  public SecretFixed sampleCovariance(SecretFixed x, SecretFixed y) {
    requireSample(x);
    return covariance(x, y, x.size() - 1);
  }

  private SecretFixed covariance(SecretFixed x, SecretFixed y, int divisor) {
    return meanProducts(List.of(centred(x, mean(x))), List.of(centred(y, mean(y))), divisor);
  }

  /**
   * Returns sums of the products of vectors, over a divisor: below 2 units from the exact ones. All
   * products take one round.
   *
   * @param x vectors of one length
   * @param y as many vectors of this length, with which they are multiplied
   */
  SecretFixed meanProducts(List<Centred> x, List<Centred> y, int divisor) {
    List<SecretInt> sums = new ArrayList<>();
    for (int i = 0; i < x.size(); i++) {
      if (x.get(i).units().size() != y.get(i).units().size()) {
        throw new IllegalArgumentException("two vectors of data have different lengths");
      }
      // By Cauchy and Schwarz.
      BigInteger most = x.get(i).mostSquare().multiply(y.get(i).mostSquare()).sqrt();
      sums.add(x.get(i).units().dot(y.get(i).units()).assumeFits(Bounds.upTo(most)));
    }
    SecretInts all = SecretInts.of(sums.toArray(SecretInt[]::new));
    return weighted(all, fixed.fraction(), BigDecimal.ONE, divisor);
  }

  /**
   * Returns x times factor/divisor over 2^more: first without the highest power of 2, to GUARD bits
   * behind the units, then the rest, which is from 1/2 to 1.
   */
  SecretFixed weighted(SecretInts x, int more, BigDecimal factor, int divisor) {
    BigDecimal over = BigDecimal.valueOf(divisor);
    int power = 0;
    while (factor.multiply(new BigDecimal(BigInteger.TWO.pow(power + 1))).compareTo(over) <= 0) {
      power++;
    }
    BigDecimal rest = factor.multiply(new BigDecimal(BigInteger.TWO.pow(power)));
    if (rest.compareTo(over) == 0) {
      return fixed.rounded(x, more + power, "a mean");
    }
    int places = fixed.bits();
    BigInteger constant =
        rest.multiply(new BigDecimal(BigInteger.TWO.pow(places)))
            .divide(over, 0, RoundingMode.HALF_EVEN)
            .unscaledValue();
    SecretInts near = shifted(x, more + power - GUARD);
    ClearInts weight = b.clear(constant).asVector();
    return fixed.rounded(near.times(weight), places + GUARD, "a mean");
  }

  /** Returns x over 2^bits, of which the result has as many more bits than GUARD says. */
  private SecretInts shifted(SecretInts x, int bits) {
    if (bits <= 0) {
      return shift.left(x, -bits);
    }
    IntType type = IntType.signed(fixed.bits() + 1 + GUARD + bits);
    return shift.rightProbabilistic(fixed.assumes() ? x.assumeFits(type) : x, bits);
  }
}
