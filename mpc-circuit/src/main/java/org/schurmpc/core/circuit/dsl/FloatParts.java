package org.schurmpc.core.circuit.dsl;

import org.schurmpc.core.circuit.CircuitBuilder;

/** The fields of a number in a format, and the class of the number. */
final class FloatParts {
  private final CircuitBuilder gates;
  private final Words words;
  private final int[] exponentField;
  final int sign;
  final int[] fraction;

  /** Whether the number is large enough for a leading 1. */
  final int normal;

  FloatParts(CircuitBuilder gates, Words words, FloatFormat format, int[] bits) {
    this.gates = gates;
    this.words = words;
    int top = format.fractionBits() + format.exponentBits();
    fraction = Words.slice(bits, 0, format.fractionBits());
    exponentField = Words.slice(bits, format.fractionBits(), top);
    sign = bits[top];
    normal = words.any(exponentField);
  }

  /** Returns the exponent with its bias: 1, not 0, for numbers that are not normal. */
  int[] exponent() {
    int[] exponent = exponentField.clone();
    exponent[0] = gates.xor(exponent[0], gates.not(normal));
    return exponent;
  }

  /** Returns the fraction and the leading bit. */
  int[] significand() {
    return Words.concat(fraction, new int[] {normal});
  }

  /** Whether the number is infinite or NaN. */
  int isSpecial() {
    return words.all(exponentField);
  }

  int isNan() {
    return gates.and(isSpecial(), words.any(fraction));
  }

  int isZero() {
    return words.andNot(gates.not(normal), words.any(fraction));
  }
}
