package org.schurmpc.vm.lang;

import java.math.BigInteger;

/**
 * The least and the greatest integer that a value can be: an interval. Inputs of a type begin with
 * the interval that their proofs hold them in, and operations carry it on, whatever values parties
 * give.
 *
 * @param least at most {@code most}
 */
public record Bounds(BigInteger least, BigInteger most) {
  public Bounds {
    if (least.compareTo(most) > 0) {
      throw new IllegalArgumentException("bounds from %s to %s".formatted(least, most));
    }
  }

  /** Returns the interval of one number. */
  public static Bounds of(BigInteger value) {
    return new Bounds(value, value);
  }

  /** Returns the interval of one number. */
  public static Bounds of(long value) {
    return of(BigInteger.valueOf(value));
  }

  /** Returns the interval from -most to most. */
  public static Bounds upTo(BigInteger most) {
    return new Bounds(most.negate(), most);
  }

  /** Returns the interval from -2^(bits-1) to 2^(bits-1) - 1. */
  public static Bounds signed(int bits) {
    BigInteger half = BigInteger.TWO.pow(bits - 1);
    return new Bounds(half.negate(), half.subtract(BigInteger.ONE));
  }

  /** Returns the interval from 0 to 2^bits - 1. */
  public static Bounds unsigned(int bits) {
    return new Bounds(BigInteger.ZERO, BigInteger.TWO.pow(bits).subtract(BigInteger.ONE));
  }

  /** Returns the number of bits, one of them for the sign, that hold all numbers between. */
  public int width() {
    return Math.max(least.bitLength(), most.bitLength()) + 1;
  }

  /** Returns the greatest size of a number. */
  public BigInteger size() {
    return least.negate().max(most);
  }

  /** Whether all numbers of other bounds are in these. */
  public boolean contains(Bounds other) {
    return least.compareTo(other.least) <= 0 && most.compareTo(other.most) >= 0;
  }

  /** Returns the bounds of the sum. */
  public Bounds plus(Bounds y) {
    return new Bounds(least.add(y.least), most.add(y.most));
  }

  /** Returns the bounds of the difference of independent values. */
  public Bounds minus(Bounds y) {
    return plus(y.negate());
  }

  /** Returns the bounds of the negated value. */
  public Bounds negate() {
    return new Bounds(most.negate(), least.negate());
  }

  /** Returns the bounds of the product of independent values. */
  public Bounds times(Bounds y) {
    BigInteger a = least.multiply(y.least);
    BigInteger b = least.multiply(y.most);
    BigInteger c = most.multiply(y.least);
    BigInteger d = most.multiply(y.most);
    return new Bounds(a.min(b).min(c.min(d)), a.max(b).max(c.max(d)));
  }

  /** Returns the bounds of the product with a number. */
  public Bounds times(BigInteger factor) {
    return times(of(factor));
  }

  /** Returns the bounds of the square. */
  public Bounds square() {
    BigInteger a = least.multiply(least);
    BigInteger b = most.multiply(most);
    boolean hasZero = least.signum() <= 0 && most.signum() >= 0;
    return new Bounds(hasZero ? BigInteger.ZERO : a.min(b), a.max(b));
  }

  /** Returns the bounds of the quotient by 2^bits, rounded down. */
  public Bounds shiftRight(int bits) {
    return new Bounds(least.shiftRight(bits), most.shiftRight(bits));
  }

  /** Returns the bounds of the quotient by 2^bits, rounded up or down. */
  public Bounds roundedOver(int bits) {
    return new Bounds(least.shiftRight(bits), most.negate().shiftRight(bits).negate());
  }

  /** Returns the bounds of a value that is in one of both. */
  public Bounds hull(Bounds y) {
    return new Bounds(least.min(y.least), most.max(y.most));
  }

  /** Returns the bounds of the lesser one of two values. */
  public Bounds min(Bounds y) {
    return new Bounds(least.min(y.least), most.min(y.most));
  }

  /** Returns the bounds of the greater one of two values. */
  public Bounds max(Bounds y) {
    return new Bounds(least.max(y.least), most.max(y.most));
  }

  /** Returns the bounds of a value that is in both; if there is none, the others. */
  public Bounds meet(Bounds y) {
    BigInteger from = least.max(y.least);
    BigInteger to = most.min(y.most);
    return from.compareTo(to) > 0 ? y : new Bounds(from, to);
  }

  @Override
  public String toString() {
    return text(least) + " to " + text(most);
  }

  /** Returns a number, or its distance from a power of 2 if it is long. */
  private static String text(BigInteger number) {
    BigInteger size = number.abs();
    if (size.bitLength() < Long.SIZE) {
      return number.toString();
    }
    int exponent = size.subtract(BigInteger.ONE).bitLength();
    return "%s2^%d".formatted(number.signum() < 0 ? "-" : "", exponent);
  }
}
