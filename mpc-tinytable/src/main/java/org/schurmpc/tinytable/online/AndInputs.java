package org.schurmpc.tinytable.online;

import java.util.Arrays;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.MulBatch;

/** The masked inputs of a layer's AND gates, packed like the material. They are public. */
final class AndInputs {
  private final LaneLayout layout;
  private int gates;

  /** Masked inputs c, a bit for each instance. */
  long[] left = new long[0];

  /** Masked inputs d. */
  long[] right = new long[0];

  AndInputs(LaneLayout layout) {
    this.layout = layout;
  }

  /** Returns the number of gates. */
  int gates() {
    return gates;
  }

  /** Returns the number of instances, including padding lanes. */
  int instances() {
    return Math.toIntExact(layout.bits(gates));
  }

  void gather(MulBatch batch, MaskedWires wires) {
    gates = batch.size();
    int words = Math.toIntExact(layout.words(gates));
    if (left.length < words) {
      left = new long[words];
      right = new long[words];
    }
    Arrays.fill(left, 0, words, 0);
    Arrays.fill(right, 0, words, 0);
    for (int chunk = 0; chunk < layout.chunks(); chunk++) {
      long[] values = wires.values(chunk);
      for (int i = 0; i < gates; i++) {
        layout.put(left, i, chunk, values[batch.left(i)]);
        layout.put(right, i, chunk, values[batch.right(i)]);
      }
    }
  }

  void wipe() {
    Arrays.fill(left, 0);
    Arrays.fill(right, 0);
  }
}
