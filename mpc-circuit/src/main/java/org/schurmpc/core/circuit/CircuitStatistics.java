package org.schurmpc.core.circuit;

/**
 * Statistics of a circuit: gates by type, depth and layers of the circuit as given, including gates
 * that no output needs; and the number of memory slots of its layout, which excludes such gates.
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

  /** Returns the statistics of the circuit that was laid out. */
  public static CircuitStatistics of(LayeredCircuit layered) {
    return new CircuitStatistics(layered);
  }

  public int count(GateType type) {
    return counts[type.code()];
  }

  /**
   * Returns the maximum number of ANDs and lookups on a path from an input to an output or dead
   * end. Without lookups this number is the AND depth.
   */
  public int depth() {
    return andsPerLayer.length;
  }

  /** Returns the name of {@link #depth}, which is not an AND depth if lookups count too. */
  public String depthName() {
    return count(GateType.LOOKUP) == 0 ? "AND depth" : "depth";
  }

  /**
   * Returns the number of AND gates of each layer, with every gate in the first layer possible; a
   * copy.
   */
  public int[] andsPerLayer() {
    return andsPerLayer.clone();
  }

  /**
   * Returns the number of lookups of each layer, with every lookup in the first layer possible; a
   * copy.
   */
  public int[] lookupsPerLayer() {
    return lookupsPerLayer.clone();
  }

  /** Returns the maximum number of values alive at once in the layout. */
  public int slotCount() {
    return slotCount;
  }

  /** Returns one line: gates by type, lookups only if there are any, depth, slots. */
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
