package org.schurmpc.core.circuit.dsl;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * A sum of many bits whose weights are powers of two, modulo two to the number of columns. Three
 * bits of a column become one bit of this column and one of the next, with one AND. The three bits
 * are those that are ready first (Wallace, "A suggestion for a fast multiplier", 1964).
 *
 * <p>For fewest ANDs, each column in turn is reduced to one bit. For least depth, all columns are
 * reduced to two bits, which are added by prefixes; each level of ANDs reduces no more than the
 * next level needs (Dadda, "Some schemes for parallel multipliers", 1965). The sum of three bits
 * has no AND, so a level halves heights.
 */
final class Columns {
  private final CircuitBuilder gates;
  private final Goal goal;
  private final Adders adders;
  private final List<ByDepth> columns = new ArrayList<>();
  private BigInteger constant = BigInteger.ZERO;

  Columns(CircuitBuilder gates, Goal goal, Adders adders, int count) {
    this.gates = gates;
    this.goal = goal;
    this.adders = adders;
    for (int i = 0; i < count; i++) {
      columns.add(new ByDepth(gates));
    }
  }

  int count() {
    return columns.size();
  }

  /** Adds a bit in a column. A bit beyond the last column is dropped. */
  void add(int column, int bit) {
    if (gates.isConstant(bit)) {
      if (gates.constantOf(bit)) {
        add(BigInteger.ONE.shiftLeft(column));
      }
    } else if (column < count()) {
      columns.get(column).add(bit);
    }
  }

  /** Adds a number whose least significant bit is in {@code column}. */
  void add(int column, int[] number) {
    for (int i = 0; i < number.length; i++) {
      add(column + i, number[i]);
    }
  }

  void add(BigInteger number) {
    constant = constant.add(number);
  }

  /** Subtracts a number whose least significant bit is in {@code column}. */
  void subtract(int column, int[] number) {
    // -x = sum of (1 - x_i) 2^i, less 2^n - 1.
    for (int i = 0; i < number.length; i++) {
      add(column + i, gates.not(number[i]));
    }
    BigInteger ones = BigInteger.ONE.shiftLeft(number.length).subtract(BigInteger.ONE);
    add(ones.shiftLeft(column).negate());
  }

  /** Returns the sum. The columns are used up. */
  int[] sum() {
    return goal == Goal.FEWEST_ANDS ? oneByOne() : allAtOnce();
  }

  /**
   * Returns the sum, computed column by column: with the fewest ANDs, and small depth if there are
   * few columns.
   */
  int[] oneByOne() {
    int[] sum = new int[count()];
    for (int i = 0; i < count(); i++) {
      ByDepth column = columns.get(i);
      while (column.size() > 2) {
        saved(i);
      }
      int bit = gates.constant(constant.testBit(i));
      int a = column.size() > 0 ? column.take() : gates.constant(false);
      int b = column.size() > 0 ? column.take() : gates.constant(false);
      sum[i] = gates.xor(gates.xor(a, b), bit);
      if (i + 1 < count()) {
        add(i + 1, adders.majority(a, b, bit));
      }
    }
    return sum;
  }

  private int[] allAtOnce() {
    for (int i = 0; i < count(); i++) {
      if (constant.testBit(i)) {
        columns.get(i).add(gates.constant(true));
      }
    }
    for (int depth = 0; highest() > 2; depth++) {
      int target = target(highest());
      for (int i = 0; i < count(); i++) {
        // The column includes carries into it, which are ready later.
        ByDepth column = columns.get(i);
        while (column.size() > target && column.ready(2) <= depth) {
          if (column.size() == target + 1 || column.ready(3) > depth) {
            halved(i);
          } else {
            saved(i);
          }
        }
      }
    }
    int[][] rows = new int[2][count()];
    for (int i = 0; i < count(); i++) {
      for (int[] row : rows) {
        row[i] = columns.get(i).size() > 0 ? columns.get(i).take() : gates.constant(false);
      }
    }
    return adders.sum(rows[0], rows[1], gates.constant(false));
  }

  private int highest() {
    return columns.stream().mapToInt(ByDepth::size).max().orElse(0);
  }

  /** Returns the height (2, 3, 5, 9 and so on) to which one level reduces a column of a height. */
  private static int target(int height) {
    int target = 2;
    while (2 * target - 1 < height) {
      target = 2 * target - 1;
    }
    return target;
  }

  private void halved(int column) {
    ByDepth bits = columns.get(column);
    int a = bits.take();
    int b = bits.take();
    bits.add(gates.xor(a, b));
    if (column + 1 < count()) {
      columns.get(column + 1).add(gates.and(a, b));
    }
  }

  private void saved(int column) {
    ByDepth bits = columns.get(column);
    int a = bits.take();
    int b = bits.take();
    int c = bits.take();
    bits.add(gates.xor(gates.xor(a, b), c));
    if (column + 1 < count()) {
      columns.get(column + 1).add(adders.majority(a, b, c));
    }
  }
}
