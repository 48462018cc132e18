package org.schurmpc.core.circuit;

/** The number of ANDs and lookups on the longest path from an input or constant to each wire. */
public final class GateDepths {
  private final Circuit circuit;
  private final int[] ofWire;
  private final int max;

  /** Whether gates of a type end a layer. */
  public static boolean takesALayer(GateType type) {
    return type == GateType.AND || type == GateType.LOOKUP;
  }

  public GateDepths(Circuit circuit) {
    this.circuit = circuit;
    this.ofWire = new int[circuit.wireCount()];
    int deepest = 0;
    for (int g = 0; g < circuit.gateCount(); g++) {
      int depth = layer(g) + (takesALayer(circuit.type(g)) ? 1 : 0);
      ofWire[circuit.out(g)] = depth;
      if (circuit.isLookup(g)) {
        for (int i = 1; i < circuit.outputCount(g); i++) {
          ofWire[circuit.output(g, i)] = depth;
        }
      }
      deepest = Math.max(deepest, depth);
    }
    this.max = deepest;
  }

  /**
   * Returns the layer in which a gate is evaluated: the greatest depth of the wires that the gate
   * reads.
   */
  public int layer(int gate) {
    int a = circuit.left(gate);
    int b = circuit.right(gate);
    int layer = Math.max(a < 0 ? 0 : ofWire[a], b < 0 ? 0 : ofWire[b]);
    if (circuit.isLookup(gate)) {
      for (int i = 0; i < circuit.inputCount(gate); i++) {
        layer = Math.max(layer, ofWire[circuit.input(gate, i)]);
      }
    }
    return layer;
  }

  /** Returns the depth of the deepest wire. */
  public int max() {
    return max;
  }
}
