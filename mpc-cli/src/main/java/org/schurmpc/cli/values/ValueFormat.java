package org.schurmpc.cli.values;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.schurmpc.core.abort.Refused;

/** Specifies how the bits of a value are written in files of inputs and outputs. */
public enum ValueFormat {
  /** Hex digits, in the order of the value's bits. */
  HEX,
  /** An unsigned number. */
  DECIMAL,
  /** A signed number, whose bits are its two's complement. */
  SIGNED,
  /** A number in binary floating point (IEEE 754), of 32 or 64 bits. */
  FLOAT;

  /** Maximum number of bits of a value that is written as a whole number. */
  private static final int MOST_BITS = 256;

  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,80}");
  private static final Pattern POINT =
      Pattern.compile("[+-]?(([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,9})?|Infinity)|NaN");

  /**
   * Returns the format that a configuration names.
   *
   * @throws Refused if there is no such format
   */
  public static ValueFormat named(String key, String name) throws Refused {
    for (ValueFormat format : values()) {
      if (format.toString().equals(name)) {
        return format;
      }
    }
    String all =
        Arrays.stream(values()).map(ValueFormat::toString).collect(Collectors.joining(", "));
    throw new Refused("%s is one of %s, not '%s'".formatted(key, all, name));
  }

  /**
   * Requires that a value can be written in this format.
   *
   * @param value the name or number of the value, for messages
   * @throws Refused if its order or its number of bits do not fit
   */
  void requireFits(String value, int bits, ValueOrder order) throws Refused {
    if (this == HEX) {
      return;
    }
    if (order != ValueOrder.NUMBER) {
      throw new Refused(
          "format %s is for numbers: the order of %s is %s, not number"
              .formatted(this, value, order));
    }
    if (this == FLOAT && bits != Float.SIZE && bits != Double.SIZE) {
      throw new Refused(
          "format float is for values of 32 or 64 bits: %s has %d".formatted(value, bits));
    }
    if (bits > MOST_BITS) {
      throw new Refused(
          "format %s is for values of up to %d bits: %s has %,d"
              .formatted(this, MOST_BITS, value, bits));
    }
  }

  /**
   * Returns the bits of a value as a number that is not negative.
   *
   * @param word the value as it is written, not in hex
   * @return empty if the word is no value of this format, or out of range
   */
  Optional<BigInteger> parse(String word, int bits) {
    if (this == FLOAT) {
      return POINT.matcher(word).matches() ? floatingPoint(word, bits) : Optional.empty();
    }
    if (!WHOLE.matcher(word).matches()) {
      return Optional.empty();
    }
    BigInteger number = new BigInteger(word);
    return number.compareTo(least(bits)) < 0 || number.compareTo(most(bits)) > 0
        ? Optional.empty()
        : Optional.of(number.mod(BigInteger.ONE.shiftLeft(bits)));
  }

  private static Optional<BigInteger> floatingPoint(String word, int bits) {
    double number = bits == Float.SIZE ? Float.parseFloat(word) : Double.parseDouble(word);
    if (Double.isInfinite(number) && !word.endsWith("Infinity")) {
      return Optional.empty();
    }
    long pattern =
        bits == Float.SIZE ? Float.floatToIntBits((float) number) : Double.doubleToLongBits(number);
    return Optional.of(BigInteger.valueOf(pattern).mod(BigInteger.ONE.shiftLeft(bits)));
  }

  private BigInteger least(int bits) {
    return this == SIGNED ? BigInteger.ONE.shiftLeft(bits - 1).negate() : BigInteger.ZERO;
  }

  private BigInteger most(int bits) {
    return BigInteger.ONE.shiftLeft(this == SIGNED ? bits - 1 : bits).subtract(BigInteger.ONE);
  }

  /** Returns what a value is, for messages, such as "whole number from 0 to 255". */
  String range(int bits) {
    if (this == FLOAT) {
      return "number that %d bits of IEEE 754 can hold, such as -1.5 or 6e23".formatted(bits);
    }
    return "whole number from %d to %d".formatted(least(bits), most(bits));
  }

  /**
   * Returns a value as it is written.
   *
   * @param pattern the bits of the value as a number that is not negative
   */
  String text(BigInteger pattern, int bits) {
    return switch (this) {
      case HEX -> throw new IllegalArgumentException("hex digits are written one by one");
      case DECIMAL -> pattern.toString();
      case SIGNED ->
          (pattern.testBit(bits - 1) ? pattern.subtract(BigInteger.ONE.shiftLeft(bits)) : pattern)
              .toString();
      case FLOAT ->
          bits == Float.SIZE
              ? Float.toString(Float.intBitsToFloat(pattern.intValue()))
              : Double.toString(Double.longBitsToDouble(pattern.longValue()));
    };
  }

  /** Returns the word for the format in configurations. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
