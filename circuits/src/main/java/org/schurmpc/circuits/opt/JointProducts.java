package org.schurmpc.circuits.opt;

import java.util.List;
import org.schurmpc.core.circuit.Circuit;

/**
 * Minimizes the number of products of which only the sum is used: a selection, written as two ANDs,
 * becomes one AND, and so does a carry.
 */
final class JointProducts {
  private JointProducts() {}

  /** Returns a circuit of equal function with no more ANDs. */
  static Circuit reduced(Circuit circuit) {
    Labels labels = new Labels(circuit);
    Forms forms = Forms.of(circuit, labels);
    ProductSum[] sums =
        new ProductSum[circuit.gateCount()]; // at the gate of the last product of a group
    boolean[] gone = new boolean[circuit.gateCount()];
    Uses uses = Uses.of(circuit, labels);
    uses.unused().forEach(gate -> gone[gate] = true);
    for (List<Integer> group : uses.groups()) {
      for (int from = 0; from + 1 < group.size(); from += ProductSum.MOST) {
        List<Integer> part = group.subList(from, Math.min(group.size(), from + ProductSum.MOST));
        ProductSum sum = new ProductSum(forms);
        part.forEach(gate -> sum.add(circuit.left(gate), circuit.right(gate)));
        if (sum.products() < part.size()) {
          part.forEach(gate -> gone[gate] = true);
          sums[part.get(part.size() - 1)] = sum;
        }
      }
    }
    return rebuilt(circuit, sums, gone);
  }

  private static Circuit rebuilt(Circuit circuit, ProductSum[] sums, boolean[] gone) {
    Rebuilding result = new Rebuilding(circuit);
    for (int g = 0; g < circuit.gateCount(); g++) {
      if (sums[g] != null) {
        result.wires[circuit.out(g)] = sums[g].build(result.builder, result.wires);
      } else if (gone[g]) {
        result.wires[circuit.out(g)] = result.builder.constant(false);
      } else {
        result.build(g);
      }
    }
    return result.finished();
  }
}
