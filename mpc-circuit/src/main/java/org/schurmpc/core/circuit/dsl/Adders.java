package org.schurmpc.core.circuit.dsl;

import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * Sums of two numbers, wires from the least significant on.
 *
 * <p>For fewest ANDs a carry ripples, one AND a bit (Boyar, Peralta and Pochuev, "On the
 * multiplicative complexity of Boolean functions over the basis (AND, XOR, 1)", 2000): for carry c
 * and bits a, b the next carry is ((a + c)(b + c)) + c. For least depth carries are prefixes, in
 * Sklansky's arrangement ("Conditional-sum addition logic", 1960).
 */
final class Adders {
  private final CircuitBuilder gates;
  private final Goal goal;

  Adders(CircuitBuilder gates, Goal goal) {
    this.gates = gates;
    this.goal = goal;
  }

  /** Returns the sum of two numbers of equal width and a carry, without the carry out. */
  int[] sum(int[] a, int[] b, int carryIn) {
    int[] carries = carries(a, b, carryIn, a.length - 1);
    int[] sum = new int[a.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = gates.xor(gates.xor(a[i], b[i]), carries[i]);
    }
    return sum;
  }

  /** Returns the carry out of the sum of two numbers of equal width and a carry. */
  int carryOut(int[] a, int[] b, int carryIn) {
    return carries(a, b, carryIn, a.length)[a.length];
  }

  /** Returns the sum with the carry out as a further bit. */
  int[] fullSum(int[] a, int[] b, int carryIn) {
    int[] carries = carries(a, b, carryIn, a.length);
    int[] sum = new int[a.length + 1];
    for (int i = 0; i < a.length; i++) {
      sum[i] = gates.xor(gates.xor(a[i], b[i]), carries[i]);
    }
    sum[a.length] = carries[a.length];
    return sum;
  }

  /** Returns a number in two's complement, negated if the bit is 1; n - 1 ANDs. */
  int[] negatedIf(int[] a, int bit) {
    int[] flipped = new int[a.length];
    int[] zeros = new int[a.length];
    for (int i = 0; i < a.length; i++) {
      flipped[i] = gates.xor(a[i], bit);
      zeros[i] = gates.constant(false);
    }
    return sum(flipped, zeros, bit);
  }

  /** Returns the carries into bits 0 to {@code last}. */
  private int[] carries(int[] a, int[] b, int carryIn, int last) {
    if (a.length != b.length) {
      throw new IllegalArgumentException(a.length + " bits and " + b.length);
    }
    return goal == Goal.FEWEST_ANDS ? rippled(a, b, carryIn, last) : prefixed(a, b, carryIn, last);
  }

  private int[] rippled(int[] a, int[] b, int carryIn, int last) {
    int[] carries = new int[Math.max(last + 1, 1)];
    carries[0] = carryIn;
    for (int i = 0; i < last; i++) {
      carries[i + 1] = majority(a[i], b[i], carries[i]);
    }
    return carries;
  }

  /** Whether at least two of three bits are 1; one AND. */
  int majority(int a, int b, int c) {
    return gates.xor(gates.and(gates.xor(a, c), gates.xor(b, c)), c);
  }

  private int[] prefixed(int[] a, int[] b, int carryIn, int last) {
    int[] carries = new int[Math.max(last + 1, 1)];
    carries[0] = carryIn;
    if (last <= 0) {
      return carries;
    }
    // Position 0 is the carry in, which generates and does not propagate.
    int[] generate = new int[last + 1];
    int[] propagate = new int[last + 1];
    generate[0] = carryIn;
    propagate[0] = gates.constant(false);
    for (int i = 0; i < last; i++) {
      generate[i + 1] = gates.and(a[i], b[i]);
      propagate[i + 1] = gates.xor(a[i], b[i]);
    }
    boolean noCarryIn = gates.isConstant(carryIn);
    if (noCarryIn) {
      // The carry of the first bit becomes known together with position 0 and takes no level of its
      // own.
      generate[1] = gates.xor(generate[1], gates.and(propagate[1], carryIn));
      propagate[1] = propagate[0];
    }
    sklansky(generate, propagate, noCarryIn ? 1 : 0);
    System.arraycopy(generate, 1, carries, 1, last);
    return carries;
  }

  /**
   * Replaces each entry from {@code first} on by the combination of all entries from {@code first}
   * up to this entry.
   */
  private void sklansky(int[] generate, int[] propagate, int first) {
    int count = generate.length - first;
    for (int span = 1; span < count; span *= 2) {
      for (int i = 0; i < count; i++) {
        if ((i & span) != 0) {
          int to = first + i;
          int from = first + (i / span * span) - 1;
          // A block that generates does not propagate: the XOR equals the disjunction.
          generate[to] = gates.xor(generate[to], gates.and(propagate[to], generate[from]));
          propagate[to] = gates.and(propagate[to], propagate[from]);
        }
      }
    }
  }
}
