package org.schurmpc.core.circuit;

/**
 * Figures of a circuit: gates by type, AND depth and layers of the circuit as it stands, with gates
 * that no output needs, and the memory slots of its layout, without them.
 */
public final class CircuitStatistics {
  private final int[] counts = new int[GateType.values().length];
  private final int[] andsPerLayer;
  private final int slotCount;

  private CircuitStatistics(LayeredCircuit layered) {
    Circuit circuit = layered.circuit();
    GateDepths depths = new GateDepths(circuit);
    this.andsPerLayer = new int[depths.max()];
    for (int g = 0; g < circuit.gateCount(); g++) {
      GateType type = circuit.type(g);
      counts[type.code()]++;
      if (type == GateType.AND) {
        andsPerLayer[depths.layer(g)]++;
      }
    }
    this.slotCount = layered.slotCount();
  }

  public static CircuitStatistics of(Circuit circuit) {
    return of(LayeredCircuit.of(circuit));
  }

  /** The figures of the circuit that was laid out. */
  public static CircuitStatistics of(LayeredCircuit layered) {
    return new CircuitStatistics(layered);
  }

  public int count(GateType type) {
    return counts[type.code()];
  }

  public int andDepth() {
    return andsPerLayer.length;
  }

  /** The AND gates of each layer, every gate in the first layer that it can be in; a copy. */
  public int[] andsPerLayer() {
    return andsPerLayer.clone();
  }

  /** The most values alive at once in the layout. */
  public int slotCount() {
    return slotCount;
  }

  /** One line: gates by type, AND depth, slots. */
  @Override
  public String toString() {
    return count(GateType.AND)
        + " AND, "
        + count(GateType.XOR)
        + " XOR, "
        + count(GateType.INV)
        + " INV, "
        + count(GateType.EQW)
        + " EQW, "
        + (count(GateType.ZERO) + count(GateType.ONE))
        + " EQ, AND depth "
        + andDepth()
        + ", "
        + slotCount
        + " slots";
  }
}
