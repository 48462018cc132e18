package org.schurmpc.core.circuit.dsl;

import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * Shifts of words by amounts that are wires: each bit of the amount shifts by its power of two, or
 * not.
 */
final class Shifters {
  /** A word and the amount by which it was shifted. */
  static final class Normalised {
    final int[] word;
    final int[] shift;

    Normalised(int[] word, int[] shift) {
      this.word = word;
      this.shift = shift;
    }
  }

  private final CircuitBuilder gates;
  private final Goal goal;
  private final Adders adders;
  private final Words words;
  private final Counters counters;

  Shifters(CircuitBuilder gates, Goal goal, Adders adders, Words words, Counters counters) {
    this.gates = gates;
    this.goal = goal;
    this.adders = adders;
    this.words = words;
    this.counters = counters;
  }

  /** Returns the number of bits of a shift amount that is less than n. */
  static int amountBits(int n) {
    return n <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(n - 1);
  }

  /**
   * Returns the word shifted to higher bits. Zeros come in; the result is 0 if the amount is the
   * number of bits or more.
   */
  int[] left(int[] a, int[] by) {
    return reversed(right(reversed(a), by, gates.constant(false)));
  }

  private static int[] reversed(int[] a) {
    int[] result = new int[a.length];
    for (int i = 0; i < a.length; i++) {
      result[i] = a[a.length - 1 - i];
    }
    return result;
  }

  /** Returns the word shifted to lower bits. Copies of {@code fill} come in above. */
  int[] right(int[] a, int[] by, int fill) {
    int stages = Math.min(by.length, amountBits(a.length));
    int[] result = a;
    for (int stage = 0; stage < stages; stage++) {
      result = words.select(by[stage], shifted(result, 1 << stage, fill), result);
    }
    if (stages < by.length) {
      int far = words.any(Words.slice(by, stages, by.length));
      result = words.select(far, words.repeated(fill, a.length), result);
    }
    return result;
  }

  private int[] shifted(int[] a, int by, int fill) {
    int gone = Math.min(by, a.length);
    return Words.concat(Words.slice(a, gone, a.length), words.repeated(fill, gone));
  }

  /**
   * Returns the word shifted to lower bits, with an additional lowest bit that is 1 if a 1 was
   * shifted out.
   */
  int[] rightSticky(int[] a, int[] by) {
    int n = a.length;
    int[] result = a;
    ByDepth lost = new ByDepth(gates);
    for (int stage = 0; stage < by.length; stage++) {
      int gone = stage < 31 ? Math.min(1 << stage, n) : n;
      lost.add(gates.not(gates.and(by[stage], words.any(Words.slice(result, 0, gone)))));
      result = words.select(by[stage], shifted(result, gone, gates.constant(false)), result);
    }
    int sticky = gates.not(lost.reduced(gates::and, gates.constant(true)));
    return Words.concat(new int[] {sticky}, result);
  }

  /** Returns the word rotated to higher bits. */
  int[] rotated(int[] a, int[] by) {
    int[] result = a;
    int turn = 1;
    for (int bit : by) {
      int from = a.length == 0 ? 0 : turn % a.length;
      int[] turned =
          Words.concat(
              Words.slice(result, a.length - from, a.length),
              Words.slice(result, 0, a.length - from));
      result = words.select(bit, turned, result);
      turn = a.length == 0 ? 0 : 2 * from;
      if (turn == 0) {
        turn = a.length;
      }
    }
    return result;
  }

  /**
   * Shifts to higher bits until the highest bit is 1, or by the whole width if no bit is 1. Returns
   * the word and the amount, whose bits start with the least significant.
   */
  Normalised normalised(int[] a) {
    int stages = amountBits(a.length);
    if (goal == Goal.LEAST_DEPTH) {
      return shiftedBy(a, words.resized(counters.leadingZeros(a), stages));
    }
    int[] shift = new int[stages];
    int[] result = a;
    for (int stage = stages - 1; stage >= 0; stage--) {
      shift[stage] = topIsZero(result, 1 << stage);
      result = shiftedLeft(result, stage, shift[stage]);
    }
    return new Normalised(result, shift);
  }

  /** Normalises like {@link #normalised(int[])}, but shifts at most by a limit. */
  Normalised normalised(int[] a, int[] limit) {
    int stages = amountBits(a.length);
    if (goal == Goal.LEAST_DEPTH) {
      int[] most = words.resized(limit, Math.max(limit.length, stages));
      int[] count = words.resized(counters.leadingZeros(a), most.length);
      int fits = adders.carryOut(most, words.not(count), gates.constant(true));
      return shiftedBy(a, words.resized(words.select(fits, count, most), stages));
    }
    int[] shift = new int[stages];
    int[] result = a;
    // Whether the remaining limit is greater than the remaining shift.
    int free = limit.length > stages ? words.any(Words.slice(limit, stages, limit.length)) : -1;
    for (int stage = stages - 1; stage >= 0; stage--) {
      int may = stage < limit.length ? limit[stage] : gates.constant(false);
      int open = free < 0 ? gates.constant(false) : free;
      int allowed = words.or(open, may);
      shift[stage] = gates.and(allowed, topIsZero(result, 1 << stage));
      free = gates.xor(allowed, words.andNot(shift[stage], open));
      result = shiftedLeft(result, stage, shift[stage]);
    }
    return new Normalised(result, shift);
  }

  /** Shifts by at most the number of zeros at the top. */
  private Normalised shiftedBy(int[] a, int[] shift) {
    int[] result = a;
    for (int stage = shift.length - 1; stage >= 0; stage--) {
      result = shiftedLeft(result, stage, shift[stage]);
    }
    return new Normalised(result, shift);
  }

  private int topIsZero(int[] a, int count) {
    int first = Math.max(a.length - count, 0);
    return gates.not(words.any(Words.slice(a, first, a.length)));
  }

  private int[] shiftedLeft(int[] a, int stage, int bit) {
    int by = Math.min(1 << stage, a.length);
    int[] shifted = Words.concat(words.zeros(by), Words.slice(a, 0, a.length - by));
    int[] result = words.select(bit, shifted, a);
    for (int i = Math.max(by, a.length - by); i < a.length; i++) {
      // The bits shifted out are 0, so one AND serves both and one XOR is saved.
      result[i] = gates.xor(a[i], gates.and(bit, a[i - by]));
    }
    return result;
  }
}
