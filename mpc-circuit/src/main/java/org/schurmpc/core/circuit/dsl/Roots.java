package org.schurmpc.core.circuit.dsl;

import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * Square roots digit by digit from the top, non-restoring: after a negative remainder the next step
 * adds instead of subtracting. A step costs as many ANDs as the root has bits by then.
 */
final class Roots {
  private final CircuitBuilder gates;
  private final Adders adders;
  private final Words words;

  Roots(CircuitBuilder gates, Adders adders, Words words) {
    this.gates = gates;
    this.adders = adders;
    this.words = words;
  }

  /**
   * Returns the first bits of a root, rounded down.
   *
   * @param radicand number whose two highest bits have weights 2 and 1; zeros follow
   */
  int[] root(int[] radicand, int bits) {
    int[] root = new int[bits];
    int[] rest = words.zeros(2);
    int subtract = gates.constant(true);
    for (int i = 1; i <= bits; i++) {
      // With q so far: 4r + (next two bits) - (4q + 1), or + (4q + 3). The last two bits of either
      // are 11, as -(4q + 1) = 4 (-1 - q) + 3.
      int[] next = Words.concat(pair(radicand, i), Words.slice(rest, 0, Math.min(rest.length, i)));
      int[] one = words.repeated(gates.constant(true), 2);
      int[] far = Words.slice(root, bits - i + 1, bits);
      int[] operand =
          Words.concat(
              one, Words.concat(words.flipped(far, subtract), words.repeated(subtract, 1)));
      rest = adders.sum(next, operand, gates.constant(false));
      subtract = gates.not(rest[rest.length - 1]);
      root[bits - i] = subtract;
    }
    return root;
  }

  /** Returns the i-th pair of bits from the top, the lower bit first. */
  private int[] pair(int[] a, int i) {
    int[] pair = words.zeros(2);
    for (int k = 0; k < 2; k++) {
      int at = a.length - 2 * i + k;
      if (at >= 0) {
        pair[k] = a[at];
      }
    }
    return pair;
  }
}
