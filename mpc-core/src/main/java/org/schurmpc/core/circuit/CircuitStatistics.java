package org.schurmpc.core.circuit;

/**
 * Figures of a circuit: gates by type, depth and layers of the circuit as it stands, with gates
 * that no output needs, and the memory slots of its layout, without them.
 */
public final class CircuitStatistics {
  private final int[] counts = new int[GateType.values().length];
  private final int[] andsPerLayer;
  private final int[] lookupsPerLayer;
  private final int slotCount;

  private CircuitStatistics(LayeredCircuit layered) {
    Circuit circuit = layered.circuit();
    GateDepths depths = new GateDepths(circuit);
    this.andsPerLayer = new int[depths.max()];
    this.lookupsPerLayer = new int[depths.max()];
    for (int g = 0; g < circuit.gateCount(); g++) {
      GateType type = circuit.type(g);
      counts[type.code()]++;
      if (type == GateType.AND) {
        andsPerLayer[depths.layer(g)]++;
      } else if (type == GateType.LOOKUP) {
        lookupsPerLayer[depths.layer(g)]++;
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

  /**
   * The most ANDs and lookups on a way from an input to an output or dead end: the AND depth if
   * there are no lookups.
   */
  public int depth() {
    return andsPerLayer.length;
  }

  /** What {@link #depth} is called: it is no AND depth where lookups count too. */
  public String depthName() {
    return count(GateType.LOOKUP) == 0 ? "AND depth" : "depth";
  }

  /** The AND gates of each layer, every gate in the first layer that it can be in; a copy. */
  public int[] andsPerLayer() {
    return andsPerLayer.clone();
  }

  /** The lookups of each layer, likewise; a copy. */
  public int[] lookupsPerLayer() {
    return lookupsPerLayer.clone();
  }

  /** The most values alive at once in the layout. */
  public int slotCount() {
    return slotCount;
  }

  /** One line: gates by type, lookups only if there are any, depth, slots. */
  @Override
  public String toString() {
    int lookups = count(GateType.LOOKUP);
    return count(GateType.AND)
        + " AND, "
        + (lookups == 0 ? "" : lookups + " LOOKUP, ")
        + count(GateType.XOR)
        + " XOR, "
        + count(GateType.INV)
        + " INV, "
        + count(GateType.EQW)
        + " EQW, "
        + (count(GateType.ZERO) + count(GateType.ONE))
        + " EQ, "
        + depthName()
        + " "
        + depth()
        + ", "
        + slotCount
        + " slots";
  }
}
