package org.schurmpc.core.circuit.dsl;

import org.schurmpc.core.circuit.CircuitBuilder;

/** Counts of bits of words. */
final class Counters {
  private final CircuitBuilder gates;
  private final Goal goal;
  private final Adders adders;
  private final Words words;

  Counters(CircuitBuilder gates, Goal goal, Adders adders, Words words) {
    this.gates = gates;
    this.goal = goal;
    this.adders = adders;
    this.words = words;
  }

  /**
   * Returns the number of bits that are 1, in the smallest width that holds n; less than n ANDs and
   * depth about log n.
   */
  int[] ones(int[] a) {
    Columns columns = new Columns(gates, goal, adders, Shifters.amountBits(a.length + 1));
    for (int bit : a) {
      columns.add(0, bit);
    }
    // The carries of a column are one level deeper than its bits, and there are few columns.
    return columns.oneByOne();
  }

  /** Returns the number of zero bits above the highest 1, in the smallest width that holds n. */
  int[] leadingZeros(int[] a) {
    int bits = Shifters.amountBits(a.length + 1);
    if (a.length == 0) {
      return new int[0];
    }
    // Ones are appended below, up to a power of two: they end the count after the last bit.
    int size = 1;
    while (size <= a.length) {
      size *= 2;
    }
    int[] padded = Words.concat(words.repeated(gates.constant(true), size - a.length), a);
    return Words.slice(leading(padded).count, 0, bits);
  }

  private static final class Leading {
    final int none;
    final int[] count;

    Leading(int none, int[] count) {
      this.none = none;
      this.count = count;
    }
  }

  /**
   * Counts the leading zeros of a power of two of bits, by halves: the lower half counts if the
   * upper half has no 1.
   */
  private Leading leading(int[] a) {
    if (a.length == 1) {
      return new Leading(gates.not(a[0]), new int[0]);
    }
    Leading low = leading(Words.slice(a, 0, a.length / 2));
    Leading high = leading(Words.slice(a, a.length / 2, a.length));
    int[] below = words.select(high.none, low.count, high.count);
    int[] count = Words.concat(below, new int[] {high.none});
    return new Leading(gates.and(low.none, high.none), count);
  }
}
