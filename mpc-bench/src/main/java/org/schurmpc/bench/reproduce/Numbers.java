package org.schurmpc.bench.reproduce;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Numbers of JSON that may be missing. */
final class Numbers {
  private Numbers() {}

  /** Returns the number, or null if there is none. */
  static Double orNull(OptionalDouble number) {
    return number.isPresent() ? Double.valueOf(number.getAsDouble()) : null;
  }

  /** Returns the number, or null if there is none. */
  static Integer orNull(OptionalInt number) {
    return number.isPresent() ? Integer.valueOf(number.getAsInt()) : null;
  }

  /** Returns the quotient of two numbers, or null if one of them is missing. */
  static Double ratio(OptionalDouble dividend, OptionalDouble divisor) {
    return dividend.isPresent() && divisor.isPresent()
        ? Double.valueOf(dividend.getAsDouble() / divisor.getAsDouble())
        : null;
  }
}
