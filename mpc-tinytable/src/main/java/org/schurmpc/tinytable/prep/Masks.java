package org.schurmpc.tinytable.prep;

import java.util.Arrays;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.prep.BitBlocks;

/**
 * The masks [[r]] of the wires in the slots of a circuit, and the linear gates on them: r_o = r_u +
 * r_v for an XOR, r_o = 1 + r_u for a NOT (DNNR17, section 2.2), and no mask for constants.
 *
 * <p>A slot of a chunk of lanes has the layout of a {@linkplain BitBlocks block}, but each plane
 * has one long for each lane of the chunk.
 */
final class Masks {
  private final LaneLayout layout;
  private final int party;
  private final long[] delta;
  private final BitMacKernels kernels;
  private final int lanes;
  private final int planes;
  private final int slotLongs;
  private final long[][] data;

  Masks(LaneLayout layout, int party, BitBlocks blocks, BitMacKernels kernels) {
    this.layout = layout;
    this.party = party;
    this.delta = blocks.delta();
    this.kernels = kernels;
    this.lanes = layout.chunkLanes();
    this.planes = 2 * delta.length;
    this.slotLongs = 1 + planes * lanes;
    this.data = new long[layout.chunks()][0];
  }

  /** Makes room for {@code slots} slots. */
  void begin(int slots) {
    int longs = Math.multiplyExact(slots, slotLongs);
    for (int chunk = 0; chunk < data.length; chunk++) {
      if (data[chunk].length < longs) {
        Arrays.fill(data[chunk], 0);
        data[chunk] = new long[longs];
      }
    }
  }

  void clear(int chunk, int slot) {
    Arrays.fill(data[chunk], slot * slotLongs, (slot + 1) * slotLongs, 0);
  }

  /** Sets the mask of a chunk of a slot to lanes of a block, starting at {@code shift}. */
  void set(int chunk, int slot, long[] block, int at, int shift) {
    clear(chunk, slot);
    add(chunk, slot, block, at, shift);
  }

  /** Adds lanes of a block to a chunk of a slot. */
  void add(int chunk, int slot, long[] block, int at, int shift) {
    long[] to = data[chunk];
    int start = slot * slotLongs;
    to[start] ^= block[at] >>> shift & layout.chunkMask();
    for (int plane = 0; plane < planes; plane++) {
      int from = at + Material.BIT_PLANES + plane * Material.BITS + shift;
      kernels.xorInto(to, start + 1 + plane * lanes, block, from, lanes);
    }
  }

  /** Writes a chunk of a slot to lanes of a block, which must be zero. */
  void get(int chunk, int slot, long[] block, int at, int shift) {
    long[] from = data[chunk];
    int start = slot * slotLongs;
    block[at] |= from[start] << shift;
    for (int plane = 0; plane < planes; plane++) {
      int to = at + Material.BIT_PLANES + plane * Material.BITS + shift;
      System.arraycopy(from, start + 1 + plane * lanes, block, to, lanes);
    }
  }

  void linear(LinearBatch batch) {
    for (int chunk = 0; chunk < data.length; chunk++) {
      linear(batch, chunk);
    }
  }

  private void linear(LinearBatch batch, int chunk) {
    long[] masks = data[chunk];
    for (int i = 0; i < batch.size(); i++) {
      int left = batch.left(i) * slotLongs;
      int out = batch.out(i) * slotLongs;
      switch (batch.op(i)) {
        case LinearBatch.XOR -> {
          int right = batch.right(i) * slotLongs;
          kernels.xor(masks, left, masks, right, masks, out, slotLongs);
        }
        case LinearBatch.NOT -> {
          System.arraycopy(masks, left, masks, out, slotLongs);
          complement(masks, out);
        }
        case LinearBatch.COPY -> System.arraycopy(masks, left, masks, out, slotLongs);
        case LinearBatch.ZERO, LinearBatch.ONE -> clear(chunk, batch.out(i));
        default -> throw new IllegalStateException("operation " + batch.op(i));
      }
    }
  }

  /**
   * Complements a mask: the first party adds one to its shares, the second adds its global key to
   * its keys.
   */
  private void complement(long[] masks, int slot) {
    if (party == 0) {
      masks[slot] ^= layout.chunkMask();
      return;
    }
    for (int v = 0; v < delta.length; v++) {
      int plane = slot + 1 + (delta.length + v) * lanes;
      kernels.xorConstant(masks, plane, -1L, delta[v], lanes);
    }
  }

  void wipe() {
    Arrays.fill(delta, 0);
    for (long[] chunk : data) {
      Arrays.fill(chunk, 0);
    }
  }
}
