package org.schurmpc.vm.lib;

import java.util.function.BiFunction;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * One or more secret floating-point numbers of a significand of 24 bits and an exponent of 8 bits,
 * which {@link FloatingPoint} makes. Functions work element by element; a vector of one combines
 * with vectors of any length. Results are those of Java's {@code float}, bit for bit, if numbers
 * below 2^-126 in absolute value are taken to be 0 or -0.
 */
public final class SecretFloat {
  private final FloatingPoint format;
  private final FloatParts parts;

  SecretFloat(FloatingPoint format, FloatParts parts) {
    this.format = format;
    this.parts = parts;
  }

  FloatParts parts() {
    return parts;
  }

  private SecretFloat with(FloatParts other) {
    return new SecretFloat(format, other);
  }

  /** Applies a function to numbers of one length: a single one is repeated. */
  private <T> T of(BiFunction<FloatParts, FloatParts, T> function, SecretFloat y) {
    return function.apply(parts.times(y.size()), y.parts.times(size()));
  }

  /** Returns the number of numbers. */
  public int size() {
    return parts.sign().size();
  }

  /** Returns a number; takes no instruction. */
  public SecretFloat get(int i) {
    return slice(i, 1);
  }

  /** Returns n numbers in a row; takes no instruction. */
  public SecretFloat slice(int from, int n) {
    return with(parts.each(part -> part.slice(from, n)));
  }

  /** Returns -x. Costs nothing. */
  public SecretFloat negate() {
    return with(parts.withSign(parts.sign().not()));
  }

  /** Returns the absolute value. Costs nothing. */
  public SecretFloat abs() {
    SecretInts sign = parts.sign().asInts();
    return with(parts.withSign(sign.minus(sign).assumeBits()));
  }

  /** Returns x + y, rounded to nearest. Takes 35 rounds, 250 triples and 309 bits. */
  public SecretFloat plus(SecretFloat y) {
    return with(of(format.sum()::of, y));
  }

  /** Returns x - y, rounded to nearest. Costs what a sum does. */
  public SecretFloat minus(SecretFloat y) {
    return plus(y.negate());
  }

  /** Returns x y, rounded to nearest. Takes 14 rounds, 93 triples and 95 bits. */
  public SecretFloat times(SecretFloat y) {
    return with(of(format::product, y));
  }

  /** Returns x / y, rounded to nearest. Takes 33 rounds, 155 triples, 2 squares and 546 bits. */
  public SecretFloat dividedBy(SecretFloat y) {
    return with(of(format.quotient()::of, y));
  }

  /** Returns whether x &lt; y; not if one is NaN. Takes 6 rounds, 44 triples and 72 bits. */
  public SecretBitVector lessThan(SecretFloat y) {
    return of(format.comparison()::lessThan, y);
  }

  /** Returns whether x ≤ y; not if one is NaN. Takes 6 rounds, 44 triples and 72 bits. */
  public SecretBitVector atMost(SecretFloat y) {
    return of(format.comparison()::atMost, y);
  }

  /** Returns whether x &gt; y; not if one is NaN. Costs what {@link #lessThan} does. */
  public SecretBitVector greaterThan(SecretFloat y) {
    return y.lessThan(this);
  }

  /** Returns whether x ≥ y; not if one is NaN. Costs what {@link #atMost} does. */
  public SecretBitVector atLeast(SecretFloat y) {
    return y.atMost(this);
  }

  /**
   * Returns whether x = y; not if one is NaN, which thus differs from itself. Takes 7 rounds, 34
   * triples and 72 bits.
   */
  public SecretBitVector equalTo(SecretFloat y) {
    return of(format.comparison()::equal, y);
  }

  /** Returns whether numbers are NaN. Costs nothing. */
  public SecretBitVector isNan() {
    return parts.nan().assumeBits();
  }

  /** Returns whether numbers are infinite. Costs nothing. */
  public SecretBitVector isInfinite() {
    return parts.infinite().assumeBits();
  }

  /** Returns whether numbers are 0 or -0. Costs nothing. */
  public SecretBitVector isZero() {
    return parts.zero().assumeBits();
  }

  /**
   * Returns the bits in IEEE 754 as numbers from 0 to 2^32 - 1, as {@link
   * Float#floatToIntBits(float)} does. Takes a round and a triple.
   */
  public SecretInts ieeeBits() {
    return parts.ieeeBits();
  }

  /**
   * Returns the numbers as integers of k bits, one of them for the sign, without what is behind the
   * point, as Java does: a number that is too large becomes the nearest integer, and NaN 0.
   *
   * @param k from 2 to 64
   */
  public SecretInts toInts(int k) {
    return format.conversion().units(parts, k, 0);
  }

  /**
   * Returns fixed-point numbers, without what is behind their last bit: the error is below 2^-f. A
   * number that is too large becomes the nearest one, and NaN 0.
   *
   * @param fixed numbers of 2 to 64 bits
   */
  public SecretFixed toFixed(FixedPoint fixed) {
    return fixed.scaled(format.conversion().units(parts, fixed.bits(), fixed.fraction()));
  }
}
