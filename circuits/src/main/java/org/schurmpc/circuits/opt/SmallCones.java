package org.schurmpc.circuits.opt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.GateType;

/**
 * Replaces a wire's gates down to at most four other wires, if the wire is a polynomial of degree
 * two in them and this polynomial takes fewer ANDs than the gates that nothing else needs. Cuts
 * follow Testa, Soeken, Amarù and De Micheli, "Reducing the multiplicative complexity in logic
 * networks for cryptography and security applications" (DAC 2019).
 */
final class SmallCones {
  private static final int MOST_CUTS = 10;

  /** Maximum number of gates; larger circuits take too much memory. */
  private static final int MOST_GATES = 4_000_000;

  private final Circuit circuit;
  private final int[] gateOf; // by wire, -1 for inputs
  private final int[] references; // by wire: gates and outputs that read it
  private final Cut[][] cuts; // by wire
  private final Cut[] chosen; // by gate: replacement of the gate
  private final QuadraticForm[] forms; // by gate

  private SmallCones(Circuit circuit) {
    this.circuit = circuit;
    this.gateOf = new int[circuit.wireCount()];
    this.references = new int[circuit.wireCount()];
    this.cuts = new Cut[circuit.wireCount()][];
    this.chosen = new Cut[circuit.gateCount()];
    this.forms = new QuadraticForm[circuit.gateCount()];
  }

  /** Returns a circuit of equal function with no more ANDs. */
  static Circuit replaced(Circuit circuit) {
    return circuit.gateCount() > MOST_GATES ? circuit : new SmallCones(circuit).run();
  }

  private Circuit run() {
    Arrays.fill(gateOf, -1);
    for (int wire = 0; wire < circuit.inputWires(); wire++) {
      cuts[wire] = new Cut[] {Cut.of(wire)};
    }
    for (int wire = circuit.firstOutputWire(); wire < circuit.wireCount(); wire++) {
      references[wire]++;
    }
    for (int g = 0; g < circuit.gateCount(); g++) {
      refer(g);
      if (circuit.type(g) == GateType.LOOKUP) { // lookup outputs are treated like inputs
        for (int i = 0; i < circuit.outputCount(g); i++) {
          int out = circuit.output(g, i);
          cuts[out] = new Cut[] {Cut.of(out)};
        }
      } else {
        gateOf[circuit.out(g)] = g;
        cuts[circuit.out(g)] = cutsOf(g);
      }
    }
    for (int g = circuit.gateCount() - 1; g >= 0; g--) {
      if (gateOf[circuit.out(g)] == g && references[circuit.out(g)] > 0) {
        choose(g);
      }
    }
    return rebuilt();
  }

  private void refer(int gate) {
    for (int i = 0; i < circuit.inputCount(gate); i++) {
      references[circuit.input(gate, i)]++;
    }
  }

  private Cut[] cutsOf(int gate) {
    List<Cut> found = new ArrayList<>();
    int left = circuit.left(gate);
    switch (circuit.type(gate)) {
      case ZERO -> found.add(Cut.constant(false));
      case ONE -> found.add(Cut.constant(true));
      case INV -> Arrays.stream(cuts[left]).map(Cut::complement).forEach(found::add);
      case EQW -> found.addAll(List.of(cuts[left]));
      case XOR, AND -> {
        found.add(Cut.of(circuit.out(gate)));
        for (Cut a : cuts[left]) {
          for (Cut b : cuts[circuit.right(gate)]) {
            if (found.size() < MOST_CUTS) {
              join(a, b, circuit.type(gate) == GateType.AND, found);
            }
          }
        }
      }
      case LOOKUP -> throw new IllegalArgumentException("a lookup has no cuts");
    }
    return found.toArray(new Cut[0]);
  }

  private static void join(Cut a, Cut b, boolean and, List<Cut> found) {
    int[] leaves = Cut.union(a, b);
    if (leaves == null) {
      return;
    }
    for (Cut other : found) {
      if (Arrays.equals(other.leaves(), leaves)) {
        return;
      }
    }
    int left = a.tableOn(leaves);
    int right = b.tableOn(leaves);
    found.add(new Cut(leaves, and ? left & right : left ^ right));
  }

  /** Chooses the cut that saves most ANDs, if any does. */
  private void choose(int gate) {
    int out = circuit.out(gate);
    int most = 0;
    for (Cut cut : cuts[out]) {
      if (cut.leaves().length == 1 && cut.leaves()[0] == out) {
        continue;
      }
      QuadraticForm form = cut.quadratic();
      if (form != null) {
        int gain = free(out, cut, -1) - form.products();
        free(out, cut, 1);
        if (gain > most) {
          most = gain;
          chosen[gate] = cut;
          forms[gate] = form;
        }
      }
    }
    if (most > 0) {
      free(out, chosen[gate], -1);
      for (int leaf : chosen[gate].leaves()) {
        references[leaf]++;
      }
    }
  }

  /**
   * Removes or restores the references of the gates from a wire down to a cut's leaves, for all
   * gates that nothing else needs. Returns the number of ANDs among these gates.
   */
  private int free(int wire, Cut cut, int step) {
    if (isLeaf(wire, cut) || gateOf[wire] < 0) {
      return 0;
    }
    int gate = gateOf[wire];
    int ands = circuit.type(gate) == GateType.AND ? 1 : 0;
    return ands
        + freeInput(circuit.left(gate), cut, step)
        + freeInput(circuit.right(gate), cut, step);
  }

  private int freeInput(int wire, Cut cut, int step) {
    if (wire < 0) {
      return 0;
    }
    boolean needed = references[wire] > 0;
    references[wire] += step;
    return needed == references[wire] > 0 ? 0 : free(wire, cut, step);
  }

  private static boolean isLeaf(int wire, Cut cut) {
    for (int leaf : cut.leaves()) {
      if (leaf == wire) {
        return true;
      }
    }
    return false;
  }

  private Circuit rebuilt() {
    Rebuilding result = new Rebuilding(circuit);
    for (int g = 0; g < circuit.gateCount(); g++) {
      if (chosen[g] == null) {
        result.build(g);
        continue;
      }
      int[] wires = result.wires;
      wires[circuit.out(g)] =
          forms[g].build(
              result.builder, Arrays.stream(chosen[g].leaves()).map(l -> wires[l]).toArray());
    }
    return result.finished();
  }
}
