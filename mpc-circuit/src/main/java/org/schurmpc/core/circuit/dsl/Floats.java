package org.schurmpc.core.circuit.dsl;

import java.math.BigInteger;
import org.schurmpc.core.circuit.CircuitBuilder;

/** Arithmetic of IEEE 754 on numbers of one format, as wires from the least significant bit on. */
final class Floats {
  private final CircuitBuilder gates;
  private final FloatFormat format;
  private final Arithmetic arithmetic;
  private final Adders adders;
  private final Words words;
  private final FloatRounder rounder;

  Floats(CircuitBuilder gates, FloatFormat format, Arithmetic arithmetic) {
    this.gates = gates;
    this.format = format;
    this.arithmetic = arithmetic;
    this.adders = arithmetic.adders();
    this.words = arithmetic.words();
    this.rounder = new FloatRounder(gates, format, arithmetic);
  }

  private FloatParts parts(int[] bits) {
    return new FloatParts(gates, words, format, bits);
  }

  int[] sum(int[] a, int[] b) {
    int top = format.bits() - 1;
    // Between numbers of equal magnitude and different signs, the positive one comes first: x - x
    // is +0.
    int keep =
        adders.carryOut(
            Words.slice(a, 0, top), words.not(Words.slice(b, 0, top)), gates.not(a[top]));
    int[] swap = words.mask(words.xor(a, b), gates.not(keep));
    FloatParts large = parts(words.xor(a, swap));
    FloatParts small = parts(words.xor(b, swap));
    int subtract = gates.xor(large.sign, small.sign);

    // Two bits and a sticky bit follow the bits of the larger number.
    int[] exponent = large.exponent();
    int[] distance = adders.sum(exponent, words.not(small.exponent()), gates.constant(true));
    int[] aligned =
        arithmetic
            .shifters()
            .rightSticky(
                Words.concat(words.zeros(2), small.significand()),
                saturated(distance, Shifters.amountBits(format.fractionBits() + 4)));
    int[] sum =
        adders.fullSum(
            Words.concat(words.zeros(3), large.significand()),
            words.flipped(aligned, subtract),
            subtract);
    int n = sum.length;
    sum[n - 1] = words.andNot(sum[n - 1], subtract);

    Shifters.Normalised normalised = arithmetic.shifters().normalised(sum, exponent);
    int[] base =
        adders.sum(
            exponent,
            words.not(words.resized(normalised.shift, exponent.length)),
            gates.constant(true));
    int special = large.isSpecial();
    int nan =
        gates.and(
            special, words.or(words.any(large.fraction), gates.and(small.isSpecial(), subtract)));
    return rounder.rounded(
        large.sign,
        // The leading bit is 0 only if the exponent does not allow more, or if the number is 0.
        words.mask(base, normalised.word[n - 1]),
        Words.slice(normalised.word, 3, n),
        words.any(Words.slice(normalised.word, 0, 3)),
        special,
        nan);
  }

  /** Returns a number in {@code bits} bits, all ones if the number is larger. */
  private int[] saturated(int[] a, int bits) {
    if (a.length <= bits) {
      return words.resized(a, bits);
    }
    int far = words.any(Words.slice(a, bits, a.length));
    int[] result = Words.slice(a, 0, bits);
    for (int i = 0; i < bits; i++) {
      result[i] = words.or(result[i], far);
    }
    return result;
  }

  int[] difference(int[] a, int[] b) {
    return sum(a, negated(b));
  }

  int[] negated(int[] a) {
    int[] result = a.clone();
    result[a.length - 1] = gates.not(a[a.length - 1]);
    return result;
  }

  /** Returns the sum of exponents, some of them negated, and a constant, in two bits more. */
  private int[] exponents(long constant, int[][] plus, int[][] minus) {
    int bits = format.exponentBits() + 2;
    Columns columns = new Columns(gates, arithmetic.goal(), adders, bits);
    columns.add(BigInteger.valueOf(constant));
    for (int[] exponent : plus) {
      columns.add(0, exponent);
    }
    for (int[] exponent : minus) {
      columns.subtract(0, exponent);
    }
    return columns.sum();
  }

  int[] product(int[] a, int[] b) {
    FloatParts first = parts(a);
    FloatParts second = parts(b);
    // If both are too small for a leading 1, the product is 0. Hence only one has to be normalised.
    int[] swap = words.mask(words.xor(a, b), gates.not(second.normal));
    FloatParts small = parts(words.xor(a, swap));
    FloatParts other = parts(words.xor(b, swap));
    Shifters.Normalised x = arithmetic.shifters().normalised(small.significand());
    int fractionBits = format.fractionBits();
    int n = 2 * fractionBits + 2;
    int[] product = arithmetic.multipliers().product(x.word, other.significand(), n);
    int zero = gates.not(x.word[fractionBits]);

    int[] base =
        exponents(
            -format.bias() - 1L,
            new int[][] {small.exponent(), other.exponent()},
            new int[][] {x.shift});
    int nan = words.or(words.or(first.isNan(), second.isNan()), gates.and(zero, other.isSpecial()));
    return rounder.roundedTwice(
        gates.xor(first.sign, second.sign),
        base,
        Words.slice(product, fractionBits - 1, n),
        words.any(Words.slice(product, 0, fractionBits - 1)),
        zero,
        words.or(first.isSpecial(), second.isSpecial()),
        nan);
  }

  int[] quotient(int[] a, int[] b) {
    FloatParts dividend = parts(a);
    FloatParts divisor = parts(b);
    Shifters.Normalised x = arithmetic.shifters().normalised(dividend.significand());
    Shifters.Normalised y = arithmetic.shifters().normalised(divisor.significand());
    int fractionBits = format.fractionBits();
    int zero = gates.not(x.word[fractionBits]);
    int byZero = gates.not(y.word[fractionBits]);
    int[] quotient = arithmetic.dividers().fraction(x.word, y.word, fractionBits + 3);

    int[] base =
        exponents(
            format.bias() - 2L,
            new int[][] {dividend.exponent(), y.shift},
            new int[][] {divisor.exponent(), x.shift});
    int infiniteDividend = dividend.isSpecial();
    int infiniteDivisor = divisor.isSpecial();
    int nan =
        words.any(
            dividend.isNan(),
            divisor.isNan(),
            gates.and(zero, byZero),
            gates.and(infiniteDividend, infiniteDivisor));
    return rounder.roundedTwice(
        gates.xor(dividend.sign, divisor.sign),
        base,
        Words.slice(quotient, 1, quotient.length),
        quotient[0],
        words.or(zero, infiniteDivisor),
        words.any(infiniteDividend, byZero, nan),
        nan);
  }

  int[] squareRoot(int[] a) {
    FloatParts parts = parts(a);
    int fractionBits = format.fractionBits();
    Shifters.Normalised x = arithmetic.shifters().normalised(parts.significand());
    int zero = gates.not(x.word[fractionBits]);
    // For even k the root of m 2^k is the root of m times 2^(k/2); the bias is odd.
    int[] twice = exponents(format.bias(), new int[][] {parts.exponent()}, new int[][] {x.shift});
    int[] one = Words.concat(x.word, words.zeros(1));
    int[] two = Words.concat(words.zeros(1), x.word);
    int[] radicand = words.select(twice[0], two, one);
    int[] root = arithmetic.roots().root(radicand, fractionBits + 2);

    int[] exponent = Words.slice(twice, 1, 1 + format.exponentBits());
    int[] minusOne = words.repeated(gates.constant(true), exponent.length);
    int[] base = adders.sum(exponent, minusOne, gates.constant(false));
    int nan = words.or(parts.isNan(), words.andNot(parts.sign, zero));
    // A root with one bit more than a significand is never halfway between numbers: its square is
    // too long.
    return rounder.rounded(
        parts.sign,
        words.mask(base, gates.not(zero)),
        root,
        gates.constant(true),
        words.or(parts.isSpecial(), nan),
        nan);
  }

  /**
   * Whether {@code a} is less than {@code b}, or equal if {@code orEqual} is true; false if one is
   * NaN.
   */
  int less(int[] a, int[] b, boolean orEqual) {
    FloatParts first = parts(a);
    FloatParts second = parts(b);
    int ordered = words.andNot(gates.not(first.isNan()), second.isNan());
    int zeros = gates.and(first.isZero(), second.isZero());
    int no = gates.constant(false);
    if (orEqual) {
      // a <= b unless b < a, or if both are 0.
      int less = adders.carryOut(key(a), words.not(key(b)), no);
      return gates.and(ordered, words.or(gates.not(less), zeros));
    }
    int less = adders.carryOut(key(b), words.not(key(a)), no);
    return gates.and(ordered, words.andNot(less, zeros));
  }

  /** Returns an unsigned number that orders like this number, with -0 below +0. */
  private int[] key(int[] a) {
    int[] key = words.flipped(a, a[a.length - 1]);
    key[a.length - 1] = gates.not(a[a.length - 1]);
    return key;
  }

  /** Whether two numbers are equal; +0 equals -0, and NaN equals nothing. */
  int equal(int[] a, int[] b) {
    int top = a.length - 1;
    int[] difference = words.xor(a, b);
    FloatParts parts = parts(a);
    int bothZero = parts.isZero();
    return words.all(
        gates.not(words.any(Words.slice(difference, 0, top))),
        gates.not(parts.isNan()),
        gates.not(words.andNot(difference[top], bothZero)));
  }
}
