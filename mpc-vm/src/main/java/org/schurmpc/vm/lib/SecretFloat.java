package org.schurmpc.vm.lib;

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
    return with(format.sum().of(parts, y.parts));
  }

  /** Returns x - y, rounded to nearest. Costs what a sum does. */
  public SecretFloat minus(SecretFloat y) {
    return plus(y.negate());
  }

  /** Returns x y, rounded to nearest. Takes 14 rounds, 93 triples and 95 bits. */
  public SecretFloat times(SecretFloat y) {
    return with(format.product().of(parts, y.parts));
  }

  /** Returns x / y, rounded to nearest. Takes 33 rounds, 155 triples, 2 squares and 546 bits. */
  public SecretFloat dividedBy(SecretFloat y) {
    return with(format.quotient().of(parts, y.parts));
  }

  /** Returns whether x &lt; y; not if one is NaN. Takes 6 rounds, 44 triples and 72 bits. */
  public SecretBitVector lessThan(SecretFloat y) {
    return format.comparison().lessThan(parts, y.parts);
  }

  /** Returns whether x ≤ y; not if one is NaN. Takes 6 rounds, 44 triples and 72 bits. */
  public SecretBitVector atMost(SecretFloat y) {
    return format.comparison().atMost(parts, y.parts);
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
    return format.comparison().equal(parts, y.parts);
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
    return format.bits().of(parts);
  }
}
