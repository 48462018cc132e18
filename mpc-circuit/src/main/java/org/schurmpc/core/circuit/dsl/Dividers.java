package org.schurmpc.core.circuit.dsl;

import java.util.Arrays;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * Quotients and remainders of numbers, wires from the least significant on, digit by digit from the
 * top.
 *
 * <p>For fewest ANDs, the first half of the bits is found by subtracting, and restoring the old
 * remainder if the difference is negative: 2j ANDs for the j-th bit, since the remainder has j
 * bits. In the second half, the step after a negative difference adds instead of subtracting: n
 * ANDs each, since a sum with a bit selects between the two.
 *
 * <p>For least depth, two bits are found at a time: of the differences with 0, d, 2d and 3d, the
 * last one that is not negative is the next remainder. The signs of the differences determine both
 * bits without ANDs.
 */
final class Dividers {
  private final CircuitBuilder gates;
  private final Goal goal;
  private final Adders adders;
  private final Words words;

  Dividers(CircuitBuilder gates, Goal goal, Adders adders, Words words) {
    this.gates = gates;
    this.goal = goal;
    this.adders = adders;
    this.words = words;
  }

  /**
   * Divides unsigned numbers of equal width. If the divisor is zero, the quotient is all ones and
   * the remainder the dividend.
   */
  Division<int[]> divide(int[] a, int[] d) {
    return goal == Goal.FEWEST_ANDS ? bitByBit(a, d) : twoByTwo(a, d);
  }

  private Division<int[]> bitByBit(int[] a, int[] d) {
    int n = a.length;
    int[] quotient = new int[n];
    int[] rest = new int[0];
    int restoring = n / 2;
    int[] above = anyAbove(d, restoring);
    for (int j = 1; j <= restoring; j++) {
      rest = Words.concat(new int[] {a[n - j]}, rest);
      int[] full = adders.fullSum(rest, words.not(Words.slice(d, 0, j)), gates.constant(true));
      int fits = words.andNot(full[j], above[j]);
      quotient[n - j] = fits;
      rest = words.select(fits, Words.slice(full, 0, j), rest);
    }
    Division<int[]> last = withSigns(rest, Words.slice(a, 0, n - restoring), d);
    System.arraycopy(last.quotient(), 0, quotient, 0, n - restoring);
    return new Division<>(quotient, last.remainder());
  }

  /**
   * Divides with remainders between -d and d.
   *
   * @param rest remainder so far, less than the divisor unless the divisor is 0
   * @param a digits that follow
   */
  private Division<int[]> withSigns(int[] rest, int[] a, int[] d) {
    int n = d.length;
    int[] quotient = new int[a.length];
    int[] signed = words.resized(rest, n + 1);
    int[] divisor = words.resized(d, n + 1);
    int subtract = gates.constant(true);
    for (int i = a.length - 1; i >= 0; i--) {
      int[] doubled = Words.concat(new int[] {a[i]}, Words.slice(signed, 0, n));
      signed = adders.sum(doubled, words.flipped(divisor, subtract), subtract);
      subtract = gates.not(signed[n]);
      quotient[i] = subtract;
    }
    int[] low = Words.slice(signed, 0, n);
    int[] remainder =
        a.length == 0
            ? low
            : adders.sum(low, words.mask(d, gates.not(subtract)), gates.constant(false));
    return new Division<>(quotient, remainder);
  }

  /** Returns for each place up to {@code last} whether some bit from the place on is 1. */
  private int[] anyAbove(int[] a, int last) {
    int[] any = new int[last + 1];
    any[last] = words.any(Words.slice(a, last, a.length));
    for (int i = last - 1; i >= 0; i--) {
      any[i] = words.or(any[i + 1], a[i]);
    }
    return any;
  }

  private Division<int[]> twoByTwo(int[] a, int[] d) {
    int steps = (a.length + 1) / 2;
    int[] digits = words.resized(a, 2 * steps);
    int[][] multiples = multiples(d);
    int[][] above = new int[multiples.length][];
    for (int m = 1; m < multiples.length; m++) {
      above[m] = prefixAbove(multiples[m]);
    }
    int[] quotient = new int[2 * steps];
    int[] rest = new int[0];
    for (int i = steps - 1; i >= 0; i--) {
      int[] next = Words.concat(Words.slice(digits, 2 * i, 2 * i + 2), rest);
      rest = step(next, multiples, above, quotient, 2 * i);
    }
    return new Division<>(Words.slice(quotient, 0, a.length), words.resized(rest, d.length));
  }

  /** Returns for each place whether some bit from the place on is 1, by prefixes. */
  private int[] prefixAbove(int[] a) {
    int[] any = Words.concat(a, words.zeros(1));
    for (int span = 1; span < a.length; span *= 2) {
      for (int i = a.length - 1; i >= 0; i--) {
        int fromTop = a.length - 1 - i;
        if ((fromTop & span) != 0) {
          any[i] = words.or(any[i], any[a.length - fromTop / span * span]);
        }
      }
    }
    return any;
  }

  /** Returns 0, d, 2d and 3d, each two bits wider than d. */
  private int[][] multiples(int[] d) {
    int[] one = words.resized(d, d.length + 2);
    int[] two = words.resized(Words.concat(words.zeros(1), d), d.length + 2);
    return new int[][] {
      words.zeros(d.length + 2), one, two, adders.sum(one, two, gates.constant(false))
    };
  }

  /** Finds two bits of the quotient; returns the remainder. */
  private int[] step(int[] rest, int[][] multiples, int[][] above, int[] quotient, int at) {
    int n = rest.length;
    int[] fits = new int[multiples.length + 1];
    fits[0] = gates.constant(true);
    fits[multiples.length] = gates.constant(false);
    int[][] differences = new int[multiples.length][];
    differences[0] = rest;
    for (int m = 1; m < multiples.length; m++) {
      int[] multiple = words.resized(multiples[m], n);
      int[] full = adders.fullSum(rest, words.not(multiple), gates.constant(true));
      int more = n < above[m].length ? above[m][n] : gates.constant(false);
      fits[m] = words.andNot(full[n], more);
      differences[m] = Words.slice(full, 0, n);
    }
    int[] next = words.zeros(n);
    quotient[at] = gates.constant(false);
    quotient[at + 1] = gates.constant(false);
    for (int m = 0; m < multiples.length; m++) {
      // The multiples that fit come first, so they end at exactly one place.
      int here = gates.xor(fits[m], fits[m + 1]);
      next = words.xor(next, words.mask(differences[m], here));
      for (int bit = 0; bit < 2; bit++) {
        if ((m >> bit & 1) != 0) {
          quotient[at + bit] = gates.xor(quotient[at + bit], here);
        }
      }
    }
    return next;
  }

  /**
   * Returns the first bits of the quotient, as a binary fraction, of two numbers of equal width
   * whose highest bits are both set.
   *
   * @param bits number of bits of the quotient; the highest bit has weight 1
   * @return the bits, and below them a bit that is 1 if there is a remainder
   */
  int[] fraction(int[] a, int[] d, int bits) {
    return goal == Goal.FEWEST_ANDS ? fractionWithSigns(a, d, bits) : fractionByTwo(a, d, bits);
  }

  private int[] fractionWithSigns(int[] a, int[] d, int bits) {
    // The first digit has weight 1, so the digits before it are a without its lowest bit.
    Division<int[]> result =
        withSigns(
            Words.slice(a, 1, a.length), Words.concat(words.zeros(bits - 1), new int[] {a[0]}), d);
    return Words.concat(new int[] {words.any(result.remainder())}, result.quotient());
  }

  private int[] fractionByTwo(int[] a, int[] d, int bits) {
    if (bits % 2 == 0) {
      int[] more = fractionByTwo(a, d, bits + 1);
      int[] upper = Words.slice(more, 1, more.length);
      upper[0] = words.or(more[0], more[1]);
      return upper;
    }
    int n = d.length;
    int[][] multiples = multiples(d);
    int[][] above = new int[multiples.length][multiples[0].length + 1];
    for (int[] row : above) {
      Arrays.fill(row, gates.constant(false));
    }
    int[] quotient = new int[bits];
    int[] full = adders.fullSum(a, words.not(d), gates.constant(true));
    quotient[bits - 1] = full[n];
    int[] rest = words.select(full[n], Words.slice(full, 0, n), a);
    for (int at = bits - 3; at >= 0; at -= 2) {
      int[] next = Words.concat(words.zeros(2), rest);
      rest = Words.slice(step(next, multiples, above, quotient, at), 0, n);
    }
    return Words.concat(new int[] {words.any(rest)}, quotient);
  }
}
