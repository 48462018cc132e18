package org.schurmpc.circuits.opt;

import org.schurmpc.core.circuit.Circuit;

/**
 * The wires of a circuit as sums of inputs, products, outputs of lookups and a constant. Each sum
 * is represented by the sum of its summands' {@link Labels}: two wires are equal functions, up to
 * the constant, if their labels are equal.
 */
final class Forms {
  private final Labels labels;
  private final long[] high;
  private final long[] low;
  private final boolean[] one;

  /** Creates forms in which the inputs have labels; the other wires are set one by one. */
  Forms(Circuit circuit, Labels labels) {
    this.labels = labels;
    int wires = circuit.wireCount();
    high = new long[wires];
    low = new long[wires];
    one = new boolean[wires];
    for (int wire = 0; wire < circuit.inputWires(); wire++) {
      setNew(wire);
    }
  }

  /**
   * Returns the forms of all wires of a circuit; each product and each output of a lookup has a
   * label of its own.
   */
  static Forms of(Circuit circuit, Labels labels) {
    Forms forms = new Forms(circuit, labels);
    for (int g = 0; g < circuit.gateCount(); g++) {
      int out = circuit.out(g);
      switch (circuit.type(g)) {
        case AND -> forms.setNew(out);
        case XOR -> forms.setSum(out, circuit.left(g), circuit.right(g));
        case INV -> forms.setCopy(out, circuit.left(g), true);
        case EQW -> forms.setCopy(out, circuit.left(g), false);
        case ZERO -> forms.setConstant(out, false);
        case ONE -> forms.setConstant(out, true);
        case LOOKUP -> forms.setLookup(circuit, g);
      }
    }
    return forms;
  }

  /** Gives new labels to all outputs of a lookup. */
  void setLookup(Circuit circuit, int gate) {
    for (int i = 0; i < circuit.outputCount(gate); i++) {
      setNew(circuit.output(gate, i));
    }
  }

  /** Gives a new label to a wire. */
  void setNew(int wire) {
    high[wire] = labels.next();
    low[wire] = labels.next();
  }

  void setSum(int wire, int a, int b) {
    high[wire] = high[a] ^ high[b];
    low[wire] = low[a] ^ low[b];
    one[wire] = one[a] ^ one[b];
  }

  void setCopy(int wire, int of, boolean complement) {
    high[wire] = high[of];
    low[wire] = low[of];
    one[wire] = one[of] ^ complement;
  }

  void setConstant(int wire, boolean bit) {
    high[wire] = 0;
    low[wire] = 0;
    one[wire] = bit;
  }

  /** Adds another wire's sum without its constant if {@code asked} is true. */
  void add(int wire, int other, boolean asked) {
    if (asked) {
      high[wire] ^= high[other];
      low[wire] ^= low[other];
    }
  }

  void addConstant(int wire, boolean bit) {
    one[wire] ^= bit;
  }

  long high(int wire) {
    return high[wire];
  }

  long low(int wire) {
    return low[wire];
  }

  /** Whether the constant is part of the sum. */
  boolean one(int wire) {
    return one[wire];
  }

  /** Whether the sum is constant. */
  boolean constant(int wire) {
    return (high[wire] | low[wire]) == 0;
  }

  /** Whether two wires are equal up to the constant. */
  boolean alike(int a, int b) {
    return high[a] == high[b] && low[a] == low[b];
  }
}
