package org.schurmpc.core.program;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Decimals of fixed-point numbers, which count units of 2^-fraction. */
public final class Decimals {
  private Decimals() {}

  /** Returns the number of units that is the nearest to a decimal; of two, the even one. */
  public static BigInteger units(BigDecimal decimal, int fraction) {
    return decimal
        .multiply(new BigDecimal(BigInteger.TWO.pow(fraction)))
        .setScale(0, RoundingMode.HALF_EVEN)
        .unscaledValue();
  }

  /**
   * Returns the decimal of some units, rounded to the least number of digits behind the point with
   * which all decimals are read as the same units again.
   */
  public static String text(BigInteger units, int fraction) {
    BigInteger one = BigInteger.TWO.pow(fraction);
    // 10^-digits is below a unit, so the decimal is nearer to it than half a unit.
    int digits = fraction == 0 ? 0 : one.toString().length();
    BigDecimal decimal =
        new BigDecimal(units).divide(new BigDecimal(one), digits, RoundingMode.HALF_EVEN);
    return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
  }
}
