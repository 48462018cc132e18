package org.schurmpc.core.circuit.dsl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * Sums of many words modulo two to their number of bits, column by column: three bits of a column
 * become one bit and a carry into the next column, with one AND (a full adder).
 *
 * <p>For fewest ANDs each column is reduced to one bit, and m bits, not counting constants, cost
 * m/2 ANDs. For least depth each column is reduced to two bits, taking bits in the order in which
 * they are ready. Then carries of 2^d - 1 columns are computed in d levels, one less than with
 * Sklansky's arrangement in {@link Adders}: the carry of two blocks with a column between them is
 * the sum of three products, all ready one level below.
 */
final class WordSums {
  private final CircuitBuilder gates;
  private final Goal goal;
  private final Adders adders;

  WordSums(CircuitBuilder gates, Goal goal, Adders adders) {
    this.gates = gates;
    this.goal = goal;
    this.adders = adders;
  }

  /** Returns the sum of at least one word, all of equal width. */
  int[] sum(List<int[]> terms) {
    List<List<Integer>> columns = new ArrayList<>();
    for (int i = 0; i < terms.get(0).length; i++) {
      List<Integer> column = new ArrayList<>();
      for (int[] term : terms) {
        column.add(term[i]);
      }
      columns.add(column);
    }
    return goal == Goal.FEWEST_ANDS ? compressed(columns) : prefixed(columns);
  }

  /** Adds a carry to the next column; a carry out of the last column is dropped. */
  private static void carry(List<List<Integer>> columns, int from, int wire) {
    if (from + 1 < columns.size()) {
      columns.get(from + 1).add(wire);
    }
  }

  private int[] compressed(List<List<Integer>> columns) {
    int[] sum = new int[columns.size()];
    for (int i = 0; i < sum.length; i++) {
      List<Integer> column = columns.get(i);
      int ones = takeConstants(column);
      for (int pair = 0; pair < ones / 2; pair++) {
        carry(columns, i, gates.constant(true));
      }
      int at = 0;
      while (column.size() - at >= 3) {
        int a = column.get(at++);
        int b = column.get(at++);
        int c = column.get(at++);
        column.add(gates.xor(gates.xor(a, b), c));
        carry(columns, i, adders.majority(a, b, c));
      }
      int last = gates.constant(ones % 2 != 0);
      int a = at < column.size() ? column.get(at) : gates.constant(false);
      int b = at + 1 < column.size() ? column.get(at + 1) : gates.constant(false);
      sum[i] = gates.xor(gates.xor(a, b), last);
      carry(columns, i, adders.majority(a, b, last));
    }
    return sum;
  }

  /** Removes the constants of a column; returns the number of those that are 1. */
  private int takeConstants(List<Integer> column) {
    int ones =
        (int) column.stream().filter(w -> gates.isConstant(w) && gates.constantOf(w)).count();
    column.removeIf(gates::isConstant);
    return ones;
  }

  private int[] prefixed(List<List<Integer>> columns) {
    int n = columns.size();
    int zero = gates.constant(false);
    int[] generate = new int[n];
    int[] propagate = new int[n];
    for (int i = 0; i < n; i++) {
      List<Integer> column = columns.get(i);
      column.removeIf(this::isZero);
      PriorityQueue<Integer> queue =
          new PriorityQueue<>(
              Comparator.<Integer>comparingInt(gates::depth).thenComparingInt(wire -> wire));
      queue.addAll(column);
      while (queue.size() > 2) {
        int a = queue.remove();
        int b = queue.remove();
        // Of three remaining bits the last may stay: its carry would be late in the next column.
        int c = queue.size() == 1 ? zero : queue.remove();
        queue.add(gates.xor(gates.xor(a, b), c));
        carry(columns, i, adders.majority(b, c, a));
      }
      int a = queue.isEmpty() ? zero : queue.remove();
      int b = queue.isEmpty() ? zero : queue.remove();
      generate[i] = gates.and(a, b);
      propagate[i] = gates.xor(a, b);
    }
    int first = 0;
    while (first < n - 1 && isZero(generate[first])) {
      first++;
    }
    int[] carries = new int[n];
    Arrays.fill(carries, zero);
    if (first < n - 1) {
      int[] prefixes = new Prefixes(generate, propagate).of(first, n - 1 - first);
      System.arraycopy(prefixes, 0, carries, first + 1, prefixes.length);
    }
    int[] sum = new int[n];
    for (int i = 0; i < n; i++) {
      sum[i] = gates.xor(propagate[i], carries[i]);
    }
    return sum;
  }

  private boolean isZero(int wire) {
    return gates.isConstant(wire) && !gates.constantOf(wire);
  }

  /**
   * Carries out of columns. A column generates a carry, propagates one, or does neither, but never
   * both.
   */
  private final class Prefixes {
    private final int[] generate;
    private final int[] propagate;
    private final Map<Integer, Integer> products = new HashMap<>();

    Prefixes(int[] generate, int[] propagate) {
      this.generate = generate;
      this.propagate = propagate;
    }

    /**
     * Returns the carry out of each of {@code count} columns, starting at column {@code from}
     * without a carry in.
     */
    int[] of(int from, int count) {
      int[] carries = new int[count];
      if (count == 1) {
        carries[0] = generate[from];
        return carries;
      }
      // The lower block has the largest number 2^k - 1 of columns that is less than all.
      int low = Integer.highestOneBit(count) - 1;
      System.arraycopy(of(from, low), 0, carries, 0, low);
      int middle = from + low;
      int below = carries[low - 1];
      carries[low] = gates.xor(generate[middle], gates.and(propagate[middle], below));
      if (count > low + 1) {
        int[] above = of(middle + 1, count - low - 1);
        for (int i = 0; i < above.length; i++) {
          int to = middle + 1 + i;
          int fromMiddle = gates.and(product(middle + 1, to), generate[middle]);
          int fromBelow = gates.and(product(middle, to), below);
          carries[low + 1 + i] = gates.xor(gates.xor(above[i], fromMiddle), fromBelow);
        }
      }
      return carries;
    }

    /** Returns whether all columns from {@code from} to {@code to}, both included, propagate. */
    private int product(int from, int to) {
      if (from == to) {
        return propagate[from];
      }
      Integer known = products.get(from * generate.length + to);
      if (known != null) {
        return known;
      }
      int length = to - from + 1;
      int half = Integer.highestOneBit(length - 1);
      int product = gates.and(product(from, from + half - 1), product(from + half, to));
      products.put(from * generate.length + to, product);
      return product;
    }
  }
}
