package org.schurmpc.circuits.opt;

import java.util.Arrays;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.GateDepths;
import org.schurmpc.core.circuit.GateType;

/**
 * Makes circuits smaller, for example circuits from other sources. Constants are folded, gates that
 * no output needs are dropped, every sum and product is computed once, and products of which only
 * the sum is used are replaced by the smallest number of products. These steps are repeated while
 * they reduce the circuit. Equal lookups are merged, and their tables shrink if inputs are
 * constant; otherwise lookups stay. Their outputs are treated as new inputs, their inputs as
 * needed. Gates are ordered by depth.
 *
 * <p>The function stays unchanged. The number of ANDs or lookups never grows, and the depth never
 * grows if the number of ANDs stays. The result is deterministic.
 */
public final class CircuitOptimizer {
  private static final int MOST_ROUNDS = 20;

  private CircuitOptimizer() {}

  /** Returns a circuit of equal function, smaller if possible. */
  public static Circuit optimize(Circuit circuit) {
    Circuit best = circuit;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Circuit next = JointProducts.reduced(SmallCones.replaced(EqualProducts.joined(best)));
      if (round > 0 && compare(next, best) >= 0) {
        break;
      }
      best = compare(next, best) <= 0 ? next : best;
    }
    return inLayers(best);
  }

  private static int compare(Circuit a, Circuit b) {
    int ands = Integer.compare(a.count(GateType.AND), b.count(GateType.AND));
    if (ands != 0) {
      return ands;
    }
    int depth = Integer.compare(new GateDepths(a).max(), new GateDepths(b).max());
    return depth != 0 ? depth : Integer.compare(a.gateCount(), b.gateCount());
  }

  /** Returns a circuit of equal gates in order of depth, those without cost first. */
  private static Circuit inLayers(Circuit circuit) {
    GateDepths depths = new GateDepths(circuit);
    int[] first = new int[2 * depths.max() + 3];
    for (int g = 0; g < circuit.gateCount(); g++) {
      first[step(circuit, depths, g) + 1]++;
    }
    Arrays.parallelPrefix(first, Integer::sum);
    int[] order = new int[circuit.gateCount()];
    for (int g = 0; g < circuit.gateCount(); g++) {
      order[first[step(circuit, depths, g)]++] = g;
    }
    return Rebuilding.of(circuit, order);
  }

  private static int step(Circuit circuit, GateDepths depths, int gate) {
    return 2 * depths.layer(gate) + (GateDepths.takesALayer(circuit.type(gate)) ? 1 : 0);
  }
}
