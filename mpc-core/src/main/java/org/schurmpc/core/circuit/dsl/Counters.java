package org.schurmpc.core.circuit.dsl;

import org.schurmpc.core.circuit.CircuitBuilder;

/** Numbers of bits of words. */
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

  /** How many bits are 1, in as few bits as hold n; less than n ANDs and depth about log n. */
  int[] ones(int[] a) {
    Columns columns = new Columns(gates, goal, adders, Shifters.amountBits(a.length + 1));
    for (int bit : a) {
      columns.add(0, bit);
    }
    // The carries of a column are one level deeper than its bits, and few columns are left.
    return columns.oneByOne();
  }

  /** How many bits are 0 above the highest 1, in as few bits as hold n. */
  int[] leadingZeros(int[] a) {
    int bits = Shifters.amountBits(a.length + 1);
    if (a.length == 0) {
      return new int[0];
    }
    // Ones from below up to a power of two: what follows the last bit ends the count.
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

  /** Of a power of two of bits: of two halves the lower one counts if the upper has no 1. */
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
