package org.schurmpc.tinytable.online;

import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;

/** Converts inputs and outputs of the lookups of a layer, by lookup * lanes + lane. */
final class LookupNumbers {
  private final LaneLayout layout;
  private final LaneValues values = new LaneValues();
  private final long[] bits = new long[LookupTable.MAX_BITS];

  LookupNumbers(LaneLayout layout) {
    this.layout = layout;
  }

  /** Reads inputs from wires. */
  void gather(LookupBatch batch, MaskedWires wires, int[] numbers) {
    for (int i = 0; i < batch.size(); i++) {
      int count = batch.table(i).inputBits();
      for (int chunk = 0; chunk < layout.chunks(); chunk++) {
        long[] slots = wires.values(chunk);
        for (int bit = 0; bit < count; bit++) {
          bits[bit] = slots[batch.input(i, bit)];
        }
        values.toNumbers(bits, count, layout.usedLanes(chunk));
        System.arraycopy(values.numbers, 0, numbers, at(i, chunk), layout.usedLanes(chunk));
      }
    }
  }

  private int at(int lookup, int chunk) {
    return lookup * layout.lanes() + chunk * layout.chunkLanes();
  }

  /**
   * Adds outputs to packed bits.
   *
   * @param wire number of the first output wire
   */
  void pack(LookupBatch batch, int[] numbers, long[] packed, int wire) {
    int first = wire;
    for (int i = 0; i < batch.size(); i++) {
      int count = batch.table(i).outputBits();
      for (int chunk = 0; chunk < layout.chunks(); chunk++) {
        System.arraycopy(numbers, at(i, chunk), values.numbers, 0, layout.usedLanes(chunk));
        values.toBits(bits, count, layout.usedLanes(chunk));
        for (int bit = 0; bit < count; bit++) {
          layout.put(packed, first + bit, chunk, bits[bit] & layout.usedMask(chunk));
        }
      }
      first += count;
    }
  }

  /** Reads outputs from packed bits, the inverse of {@link #pack}. */
  void unpack(LookupBatch batch, long[] packed, int wire, int[] numbers) {
    int first = wire;
    for (int i = 0; i < batch.size(); i++) {
      int count = batch.table(i).outputBits();
      for (int chunk = 0; chunk < layout.chunks(); chunk++) {
        for (int bit = 0; bit < count; bit++) {
          bits[bit] = layout.get(packed, first + bit, chunk);
        }
        values.toNumbers(bits, count, layout.usedLanes(chunk));
        System.arraycopy(values.numbers, 0, numbers, at(i, chunk), layout.usedLanes(chunk));
      }
      first += count;
    }
  }
}
