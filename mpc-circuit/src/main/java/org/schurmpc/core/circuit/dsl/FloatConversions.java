package org.schurmpc.core.circuit.dsl;

import java.math.BigInteger;
import java.util.Arrays;
import org.schurmpc.core.circuit.CircuitBuilder;

/** Converts numbers of a format of IEEE 754 to and from integers and other formats. */
final class FloatConversions {
  private final CircuitBuilder gates;
  private final FloatFormat format;
  private final Arithmetic arithmetic;
  private final Adders adders;
  private final Words words;

  FloatConversions(CircuitBuilder gates, FloatFormat format, Arithmetic arithmetic) {
    this.gates = gates;
    this.format = format;
    this.arithmetic = arithmetic;
    this.adders = arithmetic.adders();
    this.words = arithmetic.words();
  }

  private FloatRounder rounder(FloatFormat to) {
    return new FloatRounder(gates, to, arithmetic);
  }

  /** Returns a number plus a constant, in two's complement. */
  private int[] plus(int[] a, long constant) {
    int[] other = words.constant(a.length, BigInteger.valueOf(constant));
    return adders.sum(a, other, gates.constant(false));
  }

  private int[] minus(int[] a, int[] b) {
    return adders.sum(a, words.not(words.resized(b, a.length)), gates.constant(true));
  }

  /** Returns the number for the magnitude and sign of an integer. */
  int[] ofInteger(int[] size, int sign) {
    Shifters.Normalised x = arithmetic.shifters().normalised(size);
    int n = size.length;
    int most = format.bias() + n - 2;
    if (most >= 1 << format.exponentBits()) {
      throw new IllegalArgumentException("no exponent for a number of " + n + " bits");
    }
    int[] highest = words.constant(format.exponentBits(), BigInteger.valueOf(most));
    int[] base = words.mask(minus(highest, x.shift), x.word[n - 1]);
    int kept = format.fractionBits() + 2;
    int[] all = Words.concat(words.zeros(Math.max(kept - n, 0)), x.word);
    int no = gates.constant(false);
    int below = all.length - kept;
    int sticky = words.any(Words.slice(all, 0, below));
    int[] significand = Words.slice(all, below, all.length);
    return rounder(format).rounded(sign, base, significand, sticky, no, no);
  }

  /**
   * Returns the integer, rounded towards zero, in {@code bits} bits. Out-of-range numbers become
   * the largest or least integer; NaN becomes 0.
   */
  int[] toInteger(int[] a, int bits, boolean signed) {
    FloatParts parts = new FloatParts(gates, words, format, a);
    int n = signed ? bits - 1 : bits;
    int highest = format.bias() + n - 1;
    // Numbers less than 1 become 0; the leading bit of all others is 1.
    int[] exponent = Words.slice(a, format.fractionBits(), a.length - 1);
    int exponentBits = Math.max(exponent.length, Shifters.amountBits(highest + 1)) + 1;
    int[] by = minus(words.constant(exponentBits, BigInteger.valueOf(highest)), exponent);
    int large = by[exponentBits - 1];
    int[] size = shiftedDown(parts.fraction, Words.slice(by, 0, exponentBits - 1), n);

    int number = gates.not(parts.isNan());
    if (!signed) {
      int positive = words.andNot(number, parts.sign);
      int[] result = new int[n];
      for (int i = 0; i < n; i++) {
        result[i] = gates.and(positive, words.or(large, size[i]));
      }
      return result;
    }
    int[] value = adders.negatedIf(Words.concat(size, words.zeros(1)), parts.sign);
    int[] extreme = words.repeated(words.andNot(number, parts.sign), bits);
    extreme[n] = gates.and(number, parts.sign);
    return words.select(large, extreme, value);
  }

  /**
   * Returns the first n bits of 1 and a fraction, shifted down; all zeros if the amount is n or
   * more.
   */
  private int[] shiftedDown(int[] fraction, int[] by, int n) {
    int[] significand = Words.concat(fraction, new int[] {gates.constant(true)});
    int[] window = Words.concat(words.zeros(Math.max(n - significand.length, 0)), significand);
    window = Words.slice(window, window.length - n, window.length);
    int stages = Shifters.amountBits(n);
    int far = words.any(Words.slice(by, stages, by.length));
    int[] amount = new int[stages];
    for (int i = 0; i < stages; i++) {
      amount[i] = words.or(by[i], far);
    }
    int[] shifted = arithmetic.shifters().right(window, amount, gates.constant(false));
    // The greatest possible shift leaves at most the lowest bit.
    shifted[0] = words.andNot(shifted[0], far);
    return shifted;
  }

  /** Converts a number exactly to a format with more bits in both fields. */
  int[] widened(int[] a, FloatFormat to) {
    FloatParts parts = new FloatParts(gates, words, format, a);
    Shifters.Normalised x = arithmetic.shifters().normalised(parts.significand());
    int[] exponent =
        plus(words.resized(parts.exponent(), to.exponentBits()), to.bias() - format.bias() - 1L);
    int[] base = words.mask(minus(exponent, x.shift), x.word[format.fractionBits()]);
    int[] significand =
        Words.concat(words.zeros(to.fractionBits() + 1 - format.fractionBits()), x.word);
    int no = gates.constant(false);
    return rounder(to).rounded(parts.sign, base, significand, no, parts.isSpecial(), parts.isNan());
  }

  /** Returns the nearest number in a format with fewer bits in both fields. */
  int[] narrowed(int[] a, FloatFormat to) {
    FloatParts parts = new FloatParts(gates, words, format, a);
    int[] exponent = Words.slice(a, format.fractionBits(), a.length - 1);
    // Numbers too small for a leading 1 in this format are 0 in the other, and one exponent is lost
    // below.
    int[] base = plus(words.resized(exponent, exponent.length + 1), to.bias() - format.bias() - 1L);
    int[] all = Words.concat(parts.fraction, new int[] {gates.constant(true)});
    int below = all.length - (to.fractionBits() + 2);
    return rounder(to)
        .roundedSmall(
            parts.sign,
            base,
            Arrays.copyOfRange(all, below, all.length),
            words.any(Words.slice(all, 0, below)),
            gates.constant(false),
            parts.isSpecial(),
            parts.isNan());
  }
}
