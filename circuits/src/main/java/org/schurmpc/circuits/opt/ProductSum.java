package org.schurmpc.circuits.opt;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.circuit.CircuitBuilder;

/** A sum of products of wires as a quadratic form in a maximal set of independent wires. */
final class ProductSum {
  /** Maximum number of products in one sum, with two factors each. */
  static final int MOST = QuadraticForm.MOST_VARIABLES / 2;

  /** A combination of basis elements, and its sum of labels. */
  private record Row(long high, long low, int mask) {}

  private final Forms forms;
  private final List<Integer> basis = new ArrayList<>(); // wires
  private final List<Row> rows = new ArrayList<>();
  private final QuadraticForm form = new QuadraticForm();

  ProductSum(Forms forms) {
    this.forms = forms;
  }

  /** Adds the product of two wires. */
  void add(int f, int g) {
    int a = express(f);
    int b = express(g);
    form.add(a, forms.one(f) ^ constantOf(a), b, forms.one(g) ^ constantOf(b));
  }

  private boolean constantOf(int mask) {
    boolean constant = false;
    for (int j = 0; j < basis.size(); j++) {
      constant ^= (mask >>> j & 1) != 0 && forms.one(basis.get(j));
    }
    return constant;
  }

  /**
   * Returns a wire as a sum of basis elements. A wire that is not such a sum becomes a basis
   * element.
   */
  private int express(int wire) {
    long high = forms.high(wire);
    long low = forms.low(wire);
    int mask = 0;
    for (Row row : rows) {
      if (leads(row, high, low)) {
        high ^= row.high;
        low ^= row.low;
        mask ^= row.mask;
      }
    }
    if ((high | low) == 0) {
      return mask;
    }
    int element = 1 << basis.size();
    basis.add(wire);
    rows.add(new Row(high, low, mask ^ element));
    return element;
  }

  /**
   * Whether a row's leading bit is set; later rows do not have the leading bits of earlier ones.
   */
  private static boolean leads(Row row, long high, long low) {
    return row.high != 0
        ? (high & Long.highestOneBit(row.high)) != 0
        : (low & Long.highestOneBit(row.low)) != 0;
  }

  /** Returns the number of products needed, after all products were added. */
  int products() {
    return form.products();
  }

  /**
   * Builds the sum.
   *
   * @param wires wires of the builder, by the wires that were added
   */
  int build(CircuitBuilder builder, int[] wires) {
    return form.build(builder, basis.stream().mapToInt(wire -> wires[wire]).toArray());
  }
}
