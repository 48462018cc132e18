package org.schurmpc.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/** Formats numbers for people. */
public final class Numerals {
  private static final int DIGITS = 4;
  private static final int MOST_DECIMALS = 9;

  private Numerals() {}

  /** Formats a number with four significant digits, or as a whole number if it is large. */
  public static String digits(double value) {
    if (value == 0) {
      return "0";
    }
    int magnitude = (int) Math.floor(Math.log10(Math.abs(value)));
    int decimals = Math.max(0, Math.min(MOST_DECIMALS, DIGITS - 1 - magnitude));
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** Formats a whole number. */
  public static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  /** Formats a number: whole ones in full, others by {@link #digits}. */
  static String number(JsonNode node) {
    return node.isIntegralNumber()
        ? String.format(Locale.ROOT, "%,d", node.bigIntegerValue())
        : digits(node.doubleValue());
  }
}
