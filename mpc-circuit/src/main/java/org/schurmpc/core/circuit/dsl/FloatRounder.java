package org.schurmpc.core.circuit.dsl;

import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * Makes numbers of a format from signs, exponents and significands: to nearest, ties to even.
 * Numbers too large for the format become infinite. NaN becomes the one quiet NaN with no sign and
 * no payload.
 */
final class FloatRounder {
  private final CircuitBuilder gates;
  private final FloatFormat format;
  private final Adders adders;
  private final Words words;
  private final Shifters shifters;

  FloatRounder(CircuitBuilder gates, FloatFormat format, Arithmetic arithmetic) {
    this.gates = gates;
    this.format = format;
    this.adders = arithmetic.adders();
    this.words = arithmetic.words();
    this.shifters = arithmetic.shifters();
  }

  /**
   * Rounds a number.
   *
   * @param base exponent with its bias, less 1; 0 or more, of any number of bits
   * @param significand bits of the significand: the leading bit, which is 0 only if the base is 0;
   *     the fraction; and half of the last place
   * @param sticky whether there is a nonzero bit below the significand
   * @param special whether the number is infinite or NaN, whatever the other arguments are
   * @param nan whether the number is NaN; implies {@code special}
   */
  int[] rounded(int sign, int[] base, int[] significand, int sticky, int special, int nan) {
    int fractionBits = format.fractionBits();
    int exponentBits = format.exponentBits();
    int half = significand[0];
    int up = gates.and(half, words.or(sticky, significand[1]));
    // The leading 1 and the carry out of the fraction both add one to the exponent.
    int[] fraction = Words.slice(significand, 1, 1 + fractionBits);
    int[] below =
        Words.concat(words.zeros(fractionBits), new int[] {significand[fractionBits + 1]});
    int[] wide = Words.concat(fraction, base);
    int[] sum = adders.fullSum(wide, words.resized(below, wide.length), up);

    int top = fractionBits + exponentBits;
    int large = words.all(Words.slice(sum, fractionBits, top));
    int infinite = words.or(special, words.or(large, words.any(Words.slice(sum, top, sum.length))));
    int[] result = Words.slice(sum, 0, top + 1);
    for (int i = 0; i < top; i++) {
      result[i] =
          i < fractionBits ? words.andNot(result[i], infinite) : words.or(result[i], infinite);
    }
    result[fractionBits - 1] = gates.xor(result[fractionBits - 1], nan);
    result[top] = words.andNot(sign, nan);
    return result;
  }

  /**
   * Rounds a number that may be too small for a leading 1.
   *
   * @param base exponent with its bias, less 1, in two's complement
   * @param significand as for {@link #rounded}, with leading bit 1
   * @param zero whether the number is 0, whatever the significand is
   */
  int[] roundedSmall(
      int sign, int[] base, int[] significand, int sticky, int zero, int special, int nan) {
    int negative = base[base.length - 1];
    int[] by = words.mask(adders.negatedIf(base, gates.constant(true)), negative);
    int stages = Shifters.amountBits(significand.length + 1);
    int far = words.or(zero, words.any(Words.slice(by, stages, by.length)));
    int[] amount = new int[stages];
    for (int i = 0; i < stages; i++) {
      amount[i] = words.or(by[i], far);
    }
    int[] shifted = shifters.rightSticky(significand, amount);
    int[] atLeastNone =
        words.mask(
            Words.slice(base, 0, base.length - 1), gates.and(gates.not(negative), gates.not(zero)));
    return rounded(
        sign,
        atLeastNone,
        Words.slice(shifted, 1, shifted.length),
        words.or(sticky, shifted[0]),
        special,
        nan);
  }

  /**
   * Rounds a number whose leading bit may be 0; if so, the next bit is 1.
   *
   * @param base exponent with its bias, less 2, in two's complement, for a leading bit of 1
   * @param significand as for {@link #rounded}, with one more bit below
   */
  int[] roundedTwice(
      int sign, int[] base, int[] significand, int sticky, int zero, int special, int nan) {
    int n = significand.length;
    int top = significand[n - 1];
    int[] chosen =
        words.select(top, Words.slice(significand, 1, n), Words.slice(significand, 0, n - 1));
    int rest = words.or(sticky, gates.and(top, significand[0]));
    int[] larger = adders.sum(base, words.zeros(base.length), top);
    return roundedSmall(sign, larger, chosen, rest, zero, special, nan);
  }
}
