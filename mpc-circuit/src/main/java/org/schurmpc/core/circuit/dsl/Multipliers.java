package org.schurmpc.core.circuit.dsl;

import java.math.BigInteger;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * Products of numbers, wires from the least significant on.
 *
 * <p>The products of the bits are summed in {@link Columns}: 2n^2 - n ANDs for a product of 2n
 * bits. For fewest ANDs, large numbers are split in halves; if the full product is wanted, by
 * Karatsuba and Ofman's formula ("Multiplication of multidigit numbers on automata", 1963). Carries
 * ripple from the low bits on throughout, so the formula adds almost no depth.
 */
final class Multipliers {
  /** Minimum number of bits of numbers that are split. */
  private static final int SPLIT = 14;

  private final CircuitBuilder gates;
  private final Goal goal;
  private final Adders adders;
  private final Words words;

  Multipliers(CircuitBuilder gates, Goal goal, Adders adders, Words words) {
    this.gates = gates;
    this.goal = goal;
    this.adders = adders;
    this.words = words;
  }

  private Columns columns(int count) {
    return new Columns(gates, goal, adders, count);
  }

  /** Returns the product modulo two to the power {@code bits}. */
  int[] product(int[] a, int[] b, int bits) {
    Columns columns = columns(bits);
    product(a, b, columns, 0);
    return columns.sum();
  }

  /** Returns the product of two numbers in two's complement of equal width, in twice the width. */
  int[] signedProduct(int[] a, int[] b) {
    int n = a.length;
    int top = n - 1;
    Columns columns = columns(2 * n);
    product(Words.slice(a, 0, top), Words.slice(b, 0, top), columns, 0);
    columns.add(2 * top, gates.and(a[top], b[top]));
    // Baugh and Wooley, "A two's complement parallel array multiplication algorithm", 1973.
    for (int i = 0; i < top; i++) {
      columns.add(top + i, gates.not(gates.and(a[top], b[i])));
      columns.add(top + i, gates.not(gates.and(b[top], a[i])));
    }
    columns.add(BigInteger.ONE.shiftLeft(n).subtract(BigInteger.ONE.shiftLeft(2 * n - 1)));
    return columns.sum();
  }

  /** Adds a product whose least significant bit is in column {@code at}. */
  private void product(int[] a, int[] b, Columns into, int at) {
    int left = into.count() - at;
    if (left <= 0) {
      return;
    }
    int[] x = a.length > left ? Words.slice(a, 0, left) : a;
    int[] y = b.length > left ? Words.slice(b, 0, left) : b;
    int most = Math.max(x.length, y.length);
    int half = (most + 1) / 2;
    if (goal == Goal.LEAST_DEPTH || Math.min(x.length, y.length) < SPLIT) {
      schoolbook(x, y, into, at);
    } else if (Math.min(x.length, y.length) > half && 2 * left > 3 * most) {
      karatsuba(x, y, half, into, at);
    } else {
      split(x, y, half, into, at);
    }
  }

  private void schoolbook(int[] a, int[] b, Columns into, int at) {
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length && at + i + j < into.count(); j++) {
        into.add(at + i + j, gates.and(a[i], b[j]));
      }
    }
  }

  private void split(int[] a, int[] b, int half, Columns into, int at) {
    int[][] x = halves(a, half);
    int[][] y = halves(b, half);
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        product(x[i], y[j], into, at + (i + j) * half);
      }
    }
  }

  private static int[][] halves(int[] a, int half) {
    int middle = Math.min(half, a.length);
    return new int[][] {Words.slice(a, 0, middle), Words.slice(a, middle, a.length)};
  }

  /**
   * Adds a product with X = 2^half: (a1 X + a0)(b1 X + b0), its middle (a0 + a1)(b0 + b1) - a0 b0 -
   * a1 b1.
   */
  private void karatsuba(int[] a, int[] b, int half, Columns into, int at) {
    int[][] x = halves(a, half);
    int[][] y = halves(b, half);
    int[] low = product(x[0], y[0], 2 * half);
    int[] high = product(x[1], y[1], x[1].length + y[1].length);
    int no = gates.constant(false);
    Columns middle = columns(2 * half + 1);
    product(
        adders.fullSum(x[0], words.resized(x[1], half), no),
        adders.fullSum(y[0], words.resized(y[1], half), no),
        middle,
        0);
    middle.subtract(0, low);
    middle.subtract(0, high);
    into.add(at, low);
    into.add(at + half, middle.sum());
    into.add(at + 2 * half, high);
  }
}
