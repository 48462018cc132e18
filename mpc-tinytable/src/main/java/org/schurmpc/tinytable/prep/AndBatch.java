package org.schurmpc.tinytable.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.tinytable.material.Material;

/**
 * Collects AND gates of all layers and evaluations; then makes r_u r_v + r_o of all gates at once
 * (DNNR17, Figure 8), checks, and passes their tables on. The instances are contiguous here, so
 * that no triple is wasted.
 */
final class AndBatch {
  private final PrepContext context;
  private final LaneLayout layout;
  private final TableOutputs.Ands output;
  private final int longs;
  private final int lanes;
  private final int chunksPerItem;

  /** Maximum number of blocks, and the current capacity. */
  private final int most;

  private int capacity;

  /** Blocks of r_u r_v + r_o, of r_u, of r_v and of r_o: {@code capacity} each. */
  private long[] data = new long[0];

  /** Number of chunks of lanes collected, and number of chunks in each item. */
  private int chunks;

  private int[] inItem = new int[16];
  private int items;

  /**
   * Creates a batch.
   *
   * @param most maximum number of blocks at once
   */
  AndBatch(PrepContext context, TableOutputs.Ands output, int most) {
    this.context = context;
    this.layout = context.layout();
    this.output = output;
    this.longs = context.longs();
    this.lanes = layout.chunkLanes();
    this.chunksPerItem = Material.BITS / lanes;
    this.most = most;
  }

  /** Adds the gates of a layer, which has items of its own, and sets the masks of their outputs. */
  void add(MulBatch gates, Masks masks) throws MpcException {
    int count = gates.size() * layout.chunks();
    for (int i = 0; i < count; i++) {
      if (i % chunksPerItem == 0) {
        beginItem(Math.min(chunksPerItem, count - i));
      }
      int gate = i / layout.chunks();
      add(gates, gate, i % layout.chunks(), masks);
    }
  }

  private void beginItem(int size) throws MpcException {
    if (chunks + size > most * chunksPerItem) {
      flush();
    }
    if (items == inItem.length) {
      inItem = Arrays.copyOf(inItem, 2 * items);
    }
    inItem[items++] = size;
  }

  private void add(MulBatch gates, int gate, int chunk, Masks masks) throws MpcException {
    int block = chunks / chunksPerItem;
    int shift = chunks % chunksPerItem * lanes;
    if (shift == 0) {
      begin(block);
    }
    masks.get(chunk, gates.left(gate), data, at(1, block), shift);
    masks.get(chunk, gates.right(gate), data, at(2, block), shift);
    masks.set(chunk, gates.out(gate), data, at(3, block), shift);
    chunks++;
  }

  private void begin(int block) throws MpcException {
    if (block == capacity) {
      grow();
    }
    Arrays.fill(data, at(1, block), at(1, block + 1), 0);
    Arrays.fill(data, at(2, block), at(2, block + 1), 0);
    context.stock().randomBits(data, at(3, block), 1);
  }

  private int at(int area, int block) {
    return (area * capacity + block) * longs;
  }

  private void grow() {
    int more = Math.min(most, Math.max(16, 2 * capacity));
    long[] larger = new long[4 * more * longs];
    for (int area = 1; area < 4; area++) {
      System.arraycopy(data, at(area, 0), larger, area * more * longs, capacity * longs);
    }
    Secrets.wipe(data);
    data = larger;
    capacity = more;
  }

  /** Makes the tables of all collected gates, and passes them on. */
  void flush() throws MpcException {
    if (chunks == 0) {
      return;
    }
    int blocks = (chunks - 1) / chunksPerItem + 1;
    multiply(blocks);
    context.products().check();
    output.put(data, at(0, 0), at(1, 0), at(2, 0), inItem, items);
    chunks = 0;
    items = 0;
  }

  private void multiply(int blocks) throws MpcException {
    int[] left = new int[blocks];
    int[] right = new int[blocks];
    int[] out = new int[blocks];
    for (int block = 0; block < blocks; block++) {
      left[block] = at(1, block);
      right[block] = at(2, block);
      out[block] = at(0, block);
    }
    context.products().multiply(data, left, right, out, blocks);
    context.kernels().xorInto(data, 0, data, at(3, 0), blocks * longs);
  }

  void wipe() {
    Secrets.wipe(data);
  }
}
