package org.schurmpc.core.circuit;

import java.util.BitSet;

/**
 * Gates of one kind, layer after layer.
 *
 * @param gates of the circuit, those of a layer in the circuit's order
 * @param ends of each layer where it ends in {@code gates}
 */
@SuppressWarnings("ArrayRecordComponent")
record LayerGates(int[] gates, int[] ends) {
  enum Kind {
    LINEAR,
    AND,
    LOOKUP;

    static Kind of(GateType type) {
      return switch (type) {
        case XOR, INV, EQW, ZERO, ONE -> LINEAR;
        case AND -> AND;
        case LOOKUP -> LOOKUP;
      };
    }
  }

  /** The gates of a kind among those that are live, all of which are in the first layers. */
  static LayerGates of(Circuit circuit, GateDepths depths, BitSet live, int layers, Kind kind) {
    int[] next = new int[layers + 1];
    for (int g = live.nextSetBit(0); g >= 0; g = live.nextSetBit(g + 1)) {
      if (Kind.of(circuit.type(g)) == kind) {
        next[depths.layer(g) + 1]++;
      }
    }
    for (int d = 0; d < layers; d++) {
      next[d + 1] += next[d];
    }
    int[] gates = new int[next[layers]];
    for (int g = live.nextSetBit(0); g >= 0; g = live.nextSetBit(g + 1)) {
      if (Kind.of(circuit.type(g)) == kind) {
        gates[next[depths.layer(g)]++] = g;
      }
    }
    int[] ends = new int[layers];
    System.arraycopy(next, 0, ends, 0, layers); // each start went up to its end
    return new LayerGates(gates, ends);
  }

  int start(int layer) {
    return layer == 0 ? 0 : ends[layer - 1];
  }

  int size(int layer) {
    return ends[layer] - start(layer);
  }
}
