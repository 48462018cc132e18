package org.schurmpc.garbled.online;

import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.MulBatch;

/**
 * Goes through a circuit in chunks of AND gates, in the order of layers. Wide layers are cut, and
 * narrow ones joined.
 */
final class ChunkWalk {
  /** Chunks begin at multiples of this number of gates, a whole number of items of material. */
  private static final int ALIGNED = 64;

  /** What is done with the circuit's parts. */
  interface Steps {
    void linear(LinearBatch batch);

    /** Processes the gates from {@code from} to {@code to} of a layer. */
    void gates(MulBatch batch, int from, int to);
  }

  private final LayeredCircuit circuit;
  private int layer;
  private int gate;
  private boolean linearDone;

  ChunkWalk(LayeredCircuit circuit) {
    this.circuit = circuit;
  }

  /** Returns the number of gates of a chunk of about this number of gate-lanes. */
  static int gates(int gateLanes, int lanes) {
    return Math.max(ALIGNED, gateLanes / lanes / ALIGNED * ALIGNED);
  }

  /** Goes on for a number of gates; behind the last gate, to the outputs. */
  void next(int gates, Steps steps) {
    int left = gates;
    while (layer < circuit.depth()) {
      beginLayer(steps);
      MulBatch batch = circuit.multiply(layer);
      int to = gate + Math.min(left, batch.size() - gate);
      if (to > gate) {
        steps.gates(batch, gate, to);
      }
      left -= to - gate;
      gate = to;
      if (gate < batch.size()) {
        return;
      }
      layer++;
      gate = 0;
      linearDone = false;
    }
    beginLayer(steps);
  }

  private void beginLayer(Steps steps) {
    if (!linearDone) {
      steps.linear(circuit.linear(layer));
      linearDone = true;
    }
  }
}
