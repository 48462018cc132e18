package org.schurmpc.garbled.online;

import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.MulBatch;

/**
 * Goes through layers of a circuit in chunks of AND gates. Wide layers are cut, and narrow ones
 * joined.
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
  private final int end;
  private int layer;
  private int gate;
  private boolean linearDone;

  /** Creates a walk through the layers from {@code first} on, below {@code end}. */
  ChunkWalk(LayeredCircuit circuit, int first, int end) {
    this.circuit = circuit;
    this.layer = first;
    this.end = end;
  }

  /** Returns the number of gates of a chunk of about this number of gate-lanes. */
  static int gates(int gateLanes, int lanes) {
    return Math.max(ALIGNED, gateLanes / lanes / ALIGNED * ALIGNED);
  }

  /** Goes on for a number of gates; behind the last gate of the circuit, to the outputs. */
  void next(int gates, Steps steps) {
    int left = gates;
    while (layer < end) {
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
    if (end == circuit.depth()) {
      beginLayer(steps);
    }
  }

  private void beginLayer(Steps steps) {
    if (!linearDone) {
      steps.linear(circuit.linear(layer));
      linearDone = true;
    }
  }
}
