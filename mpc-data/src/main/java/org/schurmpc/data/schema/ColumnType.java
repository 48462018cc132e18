package org.schurmpc.data.schema;

import java.math.BigInteger;
import java.util.List;

/**
 * The type of a column: which texts are values of it, and the integers that stand for them. All
 * bounds are public. Sources give all values as text, which is read here in one way, whatever the
 * source is; nothing is rounded or cut.
 */
public sealed interface ColumnType
    permits IntegerType, DecimalType, TextType, KeyType, DateType, TimestampType, ChoiceType {

  /** The range of an integer that stands for a value or a part of one. */
  record Span(BigInteger least, BigInteger most) {
    static Span of(long least, long most) {
      return new Span(BigInteger.valueOf(least), BigInteger.valueOf(most));
    }

    /** Returns the span of unsigned numbers of some bits. */
    static Span ofBits(int bits) {
      return new Span(BigInteger.ZERO, BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
    }

    /** Returns whether negative numbers are in the span. */
    public boolean signed() {
      return least.signum() < 0;
    }

    /** Returns the number of bits of the least type of programs that has all numbers. */
    public int bits() {
      int bits = Math.max(least.bitLength(), most.bitLength());
      return Math.max(1, signed() ? bits + 1 : bits);
    }
  }

  /** Returns the range of each integer of a value; long texts take several. */
  List<Span> spans();

  /**
   * Returns the integers that stand for a value.
   *
   * @param text as a source gives it
   * @throws Misfit if the text is no value of this type
   */
  BigInteger[] encode(String text) throws Misfit;

  /**
   * Returns the value for which integers stand, in the class that drivers of databases take.
   *
   * @param parts the integers, each in its span
   * @throws Misfit if they stand for no value
   */
  Object decode(BigInteger[] parts) throws Misfit;

  /** Returns the type and its bounds, for people. */
  String describe();

  /** Returns how wide a value is, in {@link #widthUnit}. */
  int width(BigInteger[] parts);

  /** Returns the unit of widths, and the greatest one, such as {@code "of 6 digits"}. */
  String widthUnit();
}
