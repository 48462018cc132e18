package org.schurmpc.garbled.online;

import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.kernel.XorKernels;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.garbled.material.Material;

/**
 * One party's parts of the masks [[λ]] of the wires in the slots of a circuit, and the linear gates
 * on them. Row {@code slot * lanes + lane} is of one lane of one slot.
 */
final class WireMasks {
  private final LaneLayout layout;
  private final int lanes;
  private final XorKernels kernels;
  private final BitRows rows;

  WireMasks(
      LaneLayout layout, Material material, boolean garbles, long[] delta, XorKernels kernels) {
    this.layout = layout;
    this.lanes = layout.lanes();
    this.kernels = kernels;
    this.rows = new BitRows(material, garbles, delta);
  }

  void begin(int slots) {
    rows.begin(Math.multiplyExact(slots, lanes));
  }

  BitRows rows() {
    return rows;
  }

  /** Returns the row of the first lane of a slot. */
  int row(int slot) {
    return slot * lanes;
  }

  void clear(int slot) {
    rows.clear(row(slot), lanes);
  }

  /** Sets a slot to bit number {@code number} of random bits. */
  void setRandom(int slot, Leases bits, int number) {
    clear(slot);
    for (int lane = 0; lane < lanes; lane++) {
      int item = layout.word(number, lane >>> 6);
      int bit = layout.shift(number) + (lane & 63);
      int at = bits.offset(item);
      rows.add(row(slot) + lane, bits.data(item), at, at + Material.BIT_PLANES, bit, -1);
    }
  }

  /** Adds input mask number {@code number} of one party to a slot. */
  void addMask(int slot, Leases masks, int number, boolean ofGarbler) {
    for (int lane = 0; lane < lanes; lane++) {
      int item = layout.word(number, lane >>> 6);
      int bit = layout.shift(number) + (lane & 63);
      rows.addMask(row(slot) + lane, masks.data(item), masks.offset(item), bit, ofGarbler);
    }
  }

  /** Adds a public bit to the mask of one lane. */
  void addPublic(int slot, int lane, long mask) {
    rows.addPublic(row(slot) + lane, mask);
  }

  /**
   * Copies the parts of the <em>value</em> of a slot, for which a mask, its label and Λ are enough:
   * a and v = Λ + b are shares of it, with the MACs M(a) under Δ_B, and L_Λ + M(b) under Δ_A, whose
   * key at the garbler is L_0 + K(b).
   */
  void copyValue(int slot, Labels labels, BitRows to, int toRow) {
    to.copy(rows, row(slot), toRow, lanes);
    for (int lane = 0; lane < lanes; lane++) {
      int label = labels.at(slot, lane);
      to.addLabel(toRow + lane, labels.data(), label, labels.masked(label));
    }
  }

  private void addOne(int slot) {
    for (int lane = 0; lane < lanes; lane++) {
      addPublic(slot, lane, -1);
    }
  }

  void linear(LinearBatch batch) {
    long[] data = rows.data();
    int longs = lanes * rows.length();
    for (int i = 0; i < batch.size(); i++) {
      int out = batch.out(i);
      switch (batch.op(i)) {
        case LinearBatch.XOR ->
            Labels.xor(
                kernels, data, batch.left(i) * longs, batch.right(i) * longs, out * longs, longs);
        case LinearBatch.NOT -> {
          rows.copy(rows, row(batch.left(i)), row(out), lanes);
          addOne(out);
        }
        case LinearBatch.COPY -> rows.copy(rows, row(batch.left(i)), row(out), lanes);
        case LinearBatch.ZERO -> clear(out);
        case LinearBatch.ONE -> {
          clear(out);
          addOne(out);
        }
        default -> throw new IllegalStateException("operation " + batch.op(i));
      }
    }
  }

  void wipe() {
    rows.wipe();
  }
}
