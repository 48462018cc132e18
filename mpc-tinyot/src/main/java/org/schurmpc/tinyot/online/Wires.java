package org.schurmpc.tinyot.online;

import java.util.Arrays;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.kernel.BitMacKernels;

/**
 * One party's parts of the [[x]] in the slots of a circuit, and the linear gates on them.
 *
 * <p>Each chunk of lanes has arrays of its own, so that a run of linear gates stays in the cache: a
 * word of share bits for each slot, and for each slot w planes of MACs and then w planes of keys. A
 * plane holds one long for each lane of the chunk.
 */
final class Wires {
  private final LaneLayout layout;
  private final int party;
  private final long[] delta;
  private final BitMacKernels kernels;
  private final int planeLongs;
  private final int slotLongs;
  private final long[][] shares;
  private final long[][] planes;

  /**
   * Creates wires without slots.
   *
   * @param delta this party's global key, one long for each word of a MAC
   */
  Wires(LaneLayout layout, int party, long[] delta, BitMacKernels kernels) {
    this.layout = layout;
    this.party = party;
    this.delta = delta;
    this.kernels = kernels;
    this.planeLongs = layout.chunkLanes();
    this.slotLongs = slotLongs(layout, delta.length);
    this.shares = new long[layout.chunks()][0];
    this.planes = new long[layout.chunks()][0];
  }

  /** Returns the number of longs of a slot in one chunk. */
  static int slotLongs(LaneLayout layout, int macWords) {
    return 2 * macWords * layout.chunkLanes();
  }

  /** Makes room for {@code slots} slots. */
  void begin(int slots) {
    int longs = Math.multiplyExact(slots, slotLongs);
    for (int chunk = 0; chunk < shares.length; chunk++) {
      if (shares[chunk].length < slots) {
        Arrays.fill(shares[chunk], 0);
        Arrays.fill(planes[chunk], 0);
        shares[chunk] = new long[slots];
        planes[chunk] = new long[longs];
      }
    }
  }

  /** Returns the share bits of a chunk, a word for each slot. */
  long[] shares(int chunk) {
    return shares[chunk];
  }

  /** Returns the MACs and keys of a chunk. */
  long[] planes(int chunk) {
    return planes[chunk];
  }

  /** Returns the start of the MAC planes of a slot; the key planes follow them. */
  int macs(int slot) {
    return slot * slotLongs;
  }

  /** Returns the start of the key planes of a slot. */
  int keys(int slot) {
    return slot * slotLongs + slotLongs / 2;
  }

  void clear(int chunk, int slot) {
    shares[chunk][slot] = 0;
    Arrays.fill(planes[chunk], macs(slot), macs(slot + 1), 0);
  }

  /**
   * Sets [[x]] := [[x]] + u for public bits u: the first party adds u to its share, the second adds
   * u times its global key to its key.
   */
  void addPublic(int chunk, int slot, long bits) {
    if (party == 0) {
      shares[chunk][slot] ^= bits;
    } else {
      addToKeys(planes[chunk], keys(slot), bits);
    }
  }

  private void addToKeys(long[] to, int keys, long bits) {
    for (int v = 0; v < delta.length; v++) {
      kernels.xorConstant(to, keys + v * planeLongs, bits, delta[v], planeLongs);
    }
  }

  void linear(LinearBatch batch) {
    for (int chunk = 0; chunk < shares.length; chunk++) {
      linear(batch, chunk);
    }
  }

  private void linear(LinearBatch batch, int chunk) {
    long[] bits = shares[chunk];
    long[] tags = planes[chunk];
    for (int i = 0; i < batch.size(); i++) {
      int out = batch.out(i);
      switch (batch.op(i)) {
        case LinearBatch.XOR -> {
          int left = batch.left(i);
          int right = batch.right(i);
          bits[out] = bits[left] ^ bits[right];
          kernels.xor(tags, macs(left), tags, macs(right), tags, macs(out), slotLongs);
        }
        case LinearBatch.NOT -> {
          copy(chunk, batch.left(i), out);
          addPublic(chunk, out, layout.usedMask(chunk));
        }
        case LinearBatch.COPY -> copy(chunk, batch.left(i), out);
        case LinearBatch.ZERO -> clear(chunk, out);
        case LinearBatch.ONE -> {
          clear(chunk, out);
          addPublic(chunk, out, layout.usedMask(chunk));
        }
        default -> throw new IllegalStateException("operation " + batch.op(i));
      }
    }
  }

  private void copy(int chunk, int from, int to) {
    if (from != to) {
      shares[chunk][to] = shares[chunk][from];
      System.arraycopy(planes[chunk], macs(from), planes[chunk], macs(to), slotLongs);
    }
  }

  void wipe() {
    for (int chunk = 0; chunk < shares.length; chunk++) {
      Arrays.fill(shares[chunk], 0);
      Arrays.fill(planes[chunk], 0);
    }
  }
}
