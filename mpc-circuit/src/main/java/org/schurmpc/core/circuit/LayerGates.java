package org.schurmpc.core.circuit;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The live gates of a circuit, by kind and layer after layer.
 *
 * @param layers number of layers of ANDs and lookups; linear gates have one more
 */
record LayerGates(int layers, OfKind linear, OfKind ands, OfKind lookups) {
  private static final int KINDS = 3;

  /**
   * Gates of one kind.
   *
   * @param gates gates of the circuit; those of a layer are in the circuit's order
   * @param ends end of each layer in {@code gates}
   */
  @SuppressWarnings("ArrayRecordComponent")
  record OfKind(int[] gates, int[] ends) {
    int start(int layer) {
      return layer == 0 ? 0 : ends[layer - 1];
    }

    int size(int layer) {
      return ends[layer] - start(layer);
    }
  }

  private static int kind(GateType type) {
    return switch (type) {
      case XOR, INV, EQW, ZERO, ONE -> 0;
      case AND -> 1;
      case LOOKUP -> 2;
    };
  }

  static LayerGates of(Circuit circuit, GateDepths depths, BitSet live) {
    // Holds in turn the number of gates of each layer, the place of the layer's next gate, and the
    // layer's end.
    int[][] next = new int[KINDS][depths.max() + 1];
    for (int g = live.nextSetBit(0); g >= 0; g = live.nextSetBit(g + 1)) {
      next[kind(circuit.type(g))][depths.layer(g)]++;
    }
    int layers = 0;
    while (layers < depths.max() && next[1][layers] + next[2][layers] > 0) {
      layers++;
    }
    int[][] gates = new int[KINDS][];
    for (int kind = 0; kind < KINDS; kind++) {
      gates[kind] = new int[startsOf(next[kind])];
    }
    for (int g = live.nextSetBit(0); g >= 0; g = live.nextSetBit(g + 1)) {
      int kind = kind(circuit.type(g));
      gates[kind][next[kind][depths.layer(g)]++] = g;
    }
    return new LayerGates(
        layers,
        new OfKind(gates[0], Arrays.copyOf(next[0], layers + 1)),
        new OfKind(gates[1], Arrays.copyOf(next[1], layers)),
        new OfKind(gates[2], Arrays.copyOf(next[2], layers)));
  }

  /** Turns counts into start positions and returns the sum of the counts. */
  private static int startsOf(int[] counts) {
    int total = 0;
    for (int d = 0; d < counts.length; d++) {
      int count = counts[d];
      counts[d] = total;
      total += count;
    }
    return total;
  }
}
