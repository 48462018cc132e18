package org.schurmpc.data.schema;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Reads numbers without rounding, and without work that a short text could make long. */
final class Numbers {
  private static final int MOST_CHARACTERS = 100;
  private static final int MOST_DIGITS = 80; // before the point

  private Numbers() {}

  /**
   * Returns the number of units of 10^-scale that a text stands for.
   *
   * @throws Misfit if the text is no number, has more digits behind its point, or is far too long
   */
  static BigInteger units(String text, int scale) throws Misfit {
    String digits = text.strip();
    if (digits.isEmpty()) {
      throw new Misfit("is missing");
    }
    if (digits.indexOf(',') >= 0) {
      throw new Misfit("has a comma: write 1234.5, with a point and no mark between thousands");
    }
    BigDecimal number;
    try {
      if (digits.length() > MOST_CHARACTERS || !digits.chars().allMatch(c -> c < 128)) {
        throw new NumberFormatException();
      }
      number = new BigDecimal(digits).stripTrailingZeros();
    } catch (NumberFormatException e) {
      throw new Misfit("is no number");
    }
    if (number.signum() == 0) {
      return BigInteger.ZERO;
    }
    if (number.scale() > scale) {
      throw new Misfit(
          scale == 0
              ? "is no whole number"
              : "has more than %d digits behind its point".formatted(scale));
    }
    if ((long) number.precision() - number.scale() > MOST_DIGITS) {
      throw new Misfit("has too many digits");
    }
    return number.setScale(scale).unscaledValue();
  }

  /** Returns the number of decimal digits. */
  static int digits(BigInteger number) {
    return number.abs().toString().length();
  }
}
