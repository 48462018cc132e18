package org.schurmpc.core.circuit;

/** How many AND gates lie on the longest way from an input or constant to each wire. */
public final class GateDepths {
  private final Circuit circuit;
  private final int[] ofWire;
  private final int max;

  public GateDepths(Circuit circuit) {
    this.circuit = circuit;
    this.ofWire = new int[circuit.wireCount()];
    int deepest = 0;
    for (int g = 0; g < circuit.gateCount(); g++) {
      int depth = layer(g) + (circuit.type(g) == GateType.AND ? 1 : 0);
      ofWire[circuit.out(g)] = depth;
      deepest = Math.max(deepest, depth);
    }
    this.max = deepest;
  }

  /** The layer in which a gate is evaluated: the greatest depth among the wires that it reads. */
  public int layer(int gate) {
    int a = circuit.left(gate);
    int b = circuit.right(gate);
    return Math.max(a < 0 ? 0 : ofWire[a], b < 0 ? 0 : ofWire[b]);
  }

  /** That of the deepest wire. */
  public int max() {
    return max;
  }
}
