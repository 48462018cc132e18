package org.schurmpc.garbled.online;

import java.util.Arrays;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.kernel.XorKernels;
import org.schurmpc.garbled.material.Material;

/**
 * One party's labels of the wires in the slots of a circuit, and the linear gates on them. Row
 * {@code slot * lanes + lane} is of one lane of one slot: at the garbler the label L_0, two longs;
 * at the evaluator the label L_Λ and the masked value Λ as a mask, no bit or all bits.
 *
 * <p>XOR adds labels and masked values. NOT changes the mask of a wire alone, and so do constants:
 * their masked value is zero, and so is their label.
 */
final class Labels {
  /** Place of Λ in the evaluator's rows. */
  static final int MASKED = Material.WIDE_WORDS;

  private static final int FEW = 8;

  private final boolean garbles;
  private final int lanes;
  private final int longs;
  private final XorKernels kernels;
  private long[] rows = new long[0];

  Labels(int lanes, boolean garbles, XorKernels kernels) {
    this.lanes = lanes;
    this.garbles = garbles;
    this.longs = Material.WIDE_WORDS + (garbles ? 0 : 1);
    this.kernels = kernels;
  }

  /** Makes room for slots, and clears all labels. */
  void begin(int slots) {
    int needed = Math.multiplyExact(Math.multiplyExact(slots, lanes), longs);
    wipe();
    if (rows.length < needed) {
      rows = new long[needed];
    }
  }

  long[] data() {
    return rows;
  }

  /** Returns the place of one lane of a slot. */
  int at(int slot, int lane) {
    return (slot * lanes + lane) * longs;
  }

  /** Returns Λ of a row as a mask: zero at the garbler, which does not know it. */
  long masked(int at) {
    return garbles ? 0 : rows[at + MASKED];
  }

  void clear(int slot) {
    Arrays.fill(rows, at(slot, 0), at(slot + 1, 0), 0);
  }

  /** Adds words of an array; those of one lane or two without a call of the kernel. */
  static void xor(XorKernels kernels, long[] words, int left, int right, int out, int length) {
    if (length > FEW) {
      kernels.xor(words, left, words, right, words, out, length);
      return;
    }
    for (int i = 0; i < length; i++) {
      words[out + i] = words[left + i] ^ words[right + i];
    }
  }

  void linear(LinearBatch batch) {
    int length = lanes * longs;
    for (int i = 0; i < batch.size(); i++) {
      int left = at(batch.left(i), 0);
      int out = at(batch.out(i), 0);
      switch (batch.op(i)) {
        case LinearBatch.XOR -> xor(kernels, rows, left, at(batch.right(i), 0), out, length);
        case LinearBatch.NOT, LinearBatch.COPY -> System.arraycopy(rows, left, rows, out, length);
        case LinearBatch.ZERO, LinearBatch.ONE -> clear(batch.out(i));
        default -> throw new IllegalStateException("operation " + batch.op(i));
      }
    }
  }

  void wipe() {
    Arrays.fill(rows, 0);
  }
}
