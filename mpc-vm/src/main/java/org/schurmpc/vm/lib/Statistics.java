package org.schurmpc.vm.lib;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Mean, variance and covariance of secret numbers, as fixed-point numbers. Sums of products are
 * made without rounding, divided by the public number n of values, and then rounded to the units of
 * the results. So the sums may be outside of the range of fixed-point numbers; the results must be
 * in it.
 *
 * <p>A mean takes 2 rounds, or 1 if n is a power of 2. A variance or covariance subtracts the means
 * first, takes 5 rounds at most, and a square or triple for each value. The field has room for k +
 * f + log2 n + 1 + sigmaMask bits, and for 2k + 2 + sigmaMask bits.
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

  private SecretFixed meanSquare(SecretFixed x, int divisor) {
    SecretInts squares = centred(x).units().square();
    return weighted(squares.sum().asVector(), fixed.fraction(), BigDecimal.ONE, divisor);
  }

  /** Returns the values minus their mean. */
  SecretFixed centred(SecretFixed x) {
    return x.minus(mean(x));
  }

  /** Returns the covariance of all pairs of values: below 3 units from the exact one. */
  public SecretFixed covariance(SecretFixed x, SecretFixed y) {
    return meanProducts(List.of(centred(x)), List.of(centred(y)), x.size());
  }

  /**
   * Returns the covariance of a sample, with n - 1 as divisor: below 3 units from the exact one.
   *
   * @param x at least 2 values
   */
  public SecretFixed sampleCovariance(SecretFixed x, SecretFixed y) {
    requireSample(x);
    return meanProducts(List.of(centred(x)), List.of(centred(y)), x.size() - 1);
  }

  /**
   * Returns sums of the products of vectors, over a divisor: below 2 units from the exact ones. All
   * products take one round.
   *
   * @param x vectors of one length
   * @param y as many vectors of this length, with which they are multiplied
   */
  SecretFixed meanProducts(List<SecretFixed> x, List<SecretFixed> y, int divisor) {
    List<SecretInt> sums = new ArrayList<>();
    for (int i = 0; i < x.size(); i++) {
      x.get(i).format().requireSame(fixed);
      y.get(i).format().requireSame(fixed);
      if (x.get(i).size() != y.get(i).size()) {
        throw new IllegalArgumentException("two vectors of data have different lengths");
      }
      sums.add(x.get(i).units().dot(y.get(i).units()));
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
      return fixed.rounded(x, more + power);
    }
    int places = fixed.bits();
    BigInteger constant =
        rest.multiply(new BigDecimal(BigInteger.TWO.pow(places)))
            .divide(over, 0, RoundingMode.HALF_EVEN)
            .unscaledValue();
    SecretInts near = shifted(x, more + power - GUARD);
    IntType type = IntType.signed(near.width() + places);
    ClearInts weight = b.clear(constant).asVector();
    return fixed.rounded(near.timesInField(weight, type), places + GUARD);
  }

  /** Returns x over 2^bits, of which the result has as many more bits than GUARD says. */
  private SecretInts shifted(SecretInts x, int bits) {
    if (bits <= 0) {
      return shift.left(x, -bits);
    }
    int width = Math.max(bits + 1, Math.min(x.width(), fixed.bits() + 1 + GUARD + bits));
    b.requireRoom(width);
    return shift.rightProbabilistic(x.assumeFits(IntType.signed(width)), bits);
  }
}
