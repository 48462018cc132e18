package org.schurmpc.circuits.opt;

import java.util.Arrays;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.GateDepths;
import org.schurmpc.core.circuit.GateType;

/**
 * Makes circuits smaller, such as come from elsewhere: constants are folded, gates that no output
 * needs dropped, every sum and product is made once, products of which only the sum is used are
 * made as few as they can be, again and again until that gains nothing. Lookups are made once, in
 * smaller tables where an index is constant in part, and stay otherwise; what they give is taken
 * for new inputs, what they read is needed. Gates come in order of depth.
 *
 * <p>The function stays the same. There are never more ANDs or lookups, and never more depth if
 * there are as many ANDs. The same circuit always gives the same result.
 */
public final class CircuitOptimizer {
  private static final int MOST_ROUNDS = 20;

  private CircuitOptimizer() {}

  /** The same function, smaller where that is possible. */
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

  /** The same gates in order of depth, those without cost first. */
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
