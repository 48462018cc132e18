package org.schurmpc.circuits.opt;

import java.util.Arrays;

/** A wire as a function of at most four other wires, its leaves. */
final class Cut {
  static final int MOST_LEAVES = 4;
  static final int TABLE = 0xffff;
  private static final int[] VARIABLE = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};

  private final int[] leaves; // ascending
  private final int table; // bit i is the value where leaf j is bit j of i

  /** Creates a cut that keeps the array, not a copy. */
  Cut(int[] leaves, int table) {
    this.leaves = leaves;
    this.table = table;
  }

  /** Returns the leaves, not a copy; the array must not be changed. */
  int[] leaves() {
    return leaves;
  }

  /** Returns the wire itself. */
  static Cut of(int wire) {
    return new Cut(new int[] {wire}, VARIABLE[0]);
  }

  static Cut constant(boolean bit) {
    return new Cut(new int[0], bit ? TABLE : 0);
  }

  Cut complement() {
    return new Cut(leaves, table ^ TABLE);
  }

  /** Returns the union of the leaves of both; null if they are too many. */
  static int[] union(Cut a, Cut b) {
    int[] all = new int[MOST_LEAVES];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < a.leaves.length || j < b.leaves.length) {
      if (count == MOST_LEAVES) {
        return null;
      }
      if (j == b.leaves.length || (i < a.leaves.length && a.leaves[i] < b.leaves[j])) {
        all[count++] = a.leaves[i++];
      } else {
        if (i < a.leaves.length && a.leaves[i] == b.leaves[j]) {
          i++;
        }
        all[count++] = b.leaves[j++];
      }
    }
    return Arrays.copyOf(all, count);
  }

  /** Returns the table for these leaves, which include the leaves of this cut. */
  int tableOn(int[] all) {
    if (all.length == leaves.length) {
      return table;
    }
    int result = 0;
    for (int index = 0; index < 1 << MOST_LEAVES; index++) {
      int mine = 0;
      int j = 0;
      for (int i = 0; i < all.length && j < leaves.length; i++) {
        if (all[i] == leaves[j]) {
          mine |= (index >> i & 1) << j++;
        }
      }
      result |= (table >> mine & 1) << index;
    }
    return result;
  }

  /** Returns the function as a polynomial of degree two; null if its degree is higher. */
  QuadraticForm quadratic() {
    int monomials = table; // by the Möbius transform
    for (int j = 0; j < MOST_LEAVES; j++) {
      monomials ^= (monomials & ~VARIABLE[j]) << (1 << j) & TABLE;
    }
    QuadraticForm form = new QuadraticForm();
    for (int monomial = 0; monomial < 1 << MOST_LEAVES; monomial++) {
      if ((monomials >> monomial & 1) == 0) {
        continue;
      }
      int first = Integer.lowestOneBit(monomial);
      switch (Integer.bitCount(monomial)) {
        case 0 -> form.add(0, true, 0, true);
        case 1 -> form.add(monomial, false, 0, true);
        case 2 -> form.add(first, false, monomial ^ first, false);
        default -> {
          return null;
        }
      }
    }
    return form;
  }
}
