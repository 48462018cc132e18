package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;

/**
 * A function of the library on two floats, and Java's with numbers below 2^-126 as 0.
 *
 * @param plain from the bits of both numbers to those of the result
 */
record FloatFunction(String name, InProgram inProgram, Plain plain) {
  /** The function in a program; returns the bits of floats, or one bit each. */
  interface InProgram {
    SecretInts of(ProgramBuilder b, SecretFloat x, SecretFloat y);
  }

  /** A function from floats to a float. */
  interface OnFloats {
    SecretFloat of(ProgramBuilder b, SecretFloat x, SecretFloat y);
  }

  /** A function from floats to a float in Java. */
  interface FloatBinaryOperator {
    float of(float x, float y);
  }

  /** The function in Java. */
  interface Plain {
    long of(float x, float y);
  }

  private static long bits(float x) {
    return Float.floatToIntBits(x) & 0xffffffffL;
  }

  /** Returns 0 with its sign instead of a subnormal number. */
  static float flushed(float x) {
    return Math.abs(x) < Float.MIN_NORMAL ? Math.copySign(0, x) : x;
  }

  /** Returns a number rounded to 24 bits, and then 0 if it is below 2^-126. */
  static float rounded(double x) {
    boolean tiny = Math.abs(x) < 0x1p-100 && Math.abs((float) (x * 0x1p60)) < 0x1p-66;
    return tiny ? (float) Math.copySign(0, x) : (float) x;
  }

  private static FloatFunction number(String name, OnFloats inProgram, FloatBinaryOperator plain) {
    return new FloatFunction(
        name, (b, x, y) -> inProgram.of(b, x, y).ieeeBits(), (x, y) -> bits(plain.of(x, y)));
  }

  private static FloatFunction bit(String name, InProgram inProgram, Plain plain) {
    return new FloatFunction(name, inProgram, plain);
  }

  /** Returns all functions on two floats. */
  static List<FloatFunction> all() {
    List<FloatFunction> all = new ArrayList<>(arithmetic());
    all.addAll(comparisons());
    return all;
  }

  private static List<FloatFunction> arithmetic() {
    return List.of(
        number("*", (b, x, y) -> x.times(y), (x, y) -> rounded((double) x * y)),
        number("/", (b, x, y) -> x.dividedBy(y), (x, y) -> rounded((double) x / y)),
        number("+", (b, x, y) -> x.plus(y), (x, y) -> flushed(x + y)),
        number("-", (b, x, y) -> x.minus(y), (x, y) -> flushed(x - y)));
  }

  static List<FloatFunction> comparisons() {
    return List.of(
        bit("<", (b, x, y) -> x.lessThan(y).asInts(), (x, y) -> x < y ? 1 : 0),
        bit("<=", (b, x, y) -> x.atMost(y).asInts(), (x, y) -> x <= y ? 1 : 0),
        bit(">", (b, x, y) -> x.greaterThan(y).asInts(), (x, y) -> x > y ? 1 : 0),
        bit(">=", (b, x, y) -> x.atLeast(y).asInts(), (x, y) -> x >= y ? 1 : 0),
        bit("==", (b, x, y) -> x.equalTo(y).asInts(), (x, y) -> x == y ? 1 : 0),
        bit("nan", (b, x, y) -> x.isNan().asInts(), (x, y) -> Float.isNaN(x) ? 1 : 0),
        bit("inf", (b, x, y) -> x.isInfinite().asInts(), (x, y) -> Float.isInfinite(x) ? 1 : 0),
        bit("zero", (b, x, y) -> x.isZero().asInts(), (x, y) -> x == 0 ? 1 : 0),
        number("abs", (b, x, y) -> x.abs(), (x, y) -> Math.abs(x)),
        number("negated", (b, x, y) -> x.negate(), (x, y) -> -x));
  }
}
