package org.schurmpc.tinytable.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.tinytable.material.Material;

/**
 * Collects lookups of one shape, from all layers and evaluations; then makes the products of the
 * bits of all their input masks at once, checks, and passes the tables on. The instances are
 * contiguous, and tables with different entries are adjacent.
 */
final class TableBatch {
  private final PrepContext context;
  private final LaneLayout layout;
  private final TableOutputs.Tables output;
  private final int inputBits;
  private final int outputBits;
  private final int entries;
  private final int longs;
  private final int lanes;
  private final int chunksPerBlock;

  /** Maximum number of batches of 64, and the current capacity. */
  private final int most;

  private int capacity;
  private final Products products;
  private final TableEntries sums;

  /** For each batch of 64, blocks of the 2^n products, of which the single bits are set first. */
  private long[] nodes = new long[0];

  /** For each batch of 64, blocks of the masks of the outputs. */
  private long[] outputs = new long[0];

  /** Table of each chunk, and number of its lanes in use. */
  private LookupTable[] tables = new LookupTable[0];

  private int[] used = new int[0];
  private int chunks;

  /**
   * Creates a batch.
   *
   * @param like a table of the shape
   * @param combined whether MACs of 64 bits of the bits of an entry are combined to one
   * @param most maximum number of batches of 64 tables at once
   */
  TableBatch(
      PrepContext context,
      TableOutputs.Tables output,
      LookupTable like,
      boolean combined,
      TableMethod method,
      int most) {
    this.context = context;
    this.layout = context.layout();
    this.output = output;
    this.inputBits = like.inputBits();
    this.outputBits = like.outputBits();
    this.entries = like.entries();
    this.longs = context.longs();
    this.lanes = layout.chunkLanes();
    this.chunksPerBlock = Material.BITS / lanes;
    this.most = most;
    this.products =
        switch (method) {
          case DEMUX -> new DemuxProducts(context.products(), longs, inputBits);
          case PER_ENTRY -> new PerEntryProducts(context.products(), context.blocks(), inputBits);
        };
    this.sums =
        new TableEntries(context.blocks(), context.kernels(), inputBits, outputBits, combined);
  }

  /** Adds a piece of a lookup in all its lanes, and sets the masks of its outputs. */
  void add(LookupBatch lookups, int i, TableOutputs.Piece piece, Masks masks) throws MpcException {
    for (int chunk = 0; chunk < layout.chunks(); chunk++) {
      if (chunks == most * chunksPerBlock) {
        flush();
      }
      int block = chunks / chunksPerBlock;
      int shift = chunks % chunksPerBlock * lanes;
      if (shift == 0) {
        begin(block);
      }
      for (int bit = 0; bit < inputBits; bit++) {
        masks.get(chunk, lookups.input(i, bit), nodes, node(block, 1 << bit), shift);
      }
      for (int bit = 0; bit < outputBits; bit++) {
        int slot = lookups.output(i, piece.firstBit() + bit);
        masks.set(chunk, slot, outputs, output(block, bit), shift);
      }
      tables[chunks] = piece.table();
      used[chunks++] = layout.usedLanes(chunk);
    }
  }

  private int node(int block, int set) {
    return (block * entries + set) * longs;
  }

  private int output(int block, int bit) {
    return (block * outputBits + bit) * longs;
  }

  private void begin(int block) throws MpcException {
    if (block == capacity) {
      grow();
    }
    Arrays.fill(nodes, node(block, 0), node(block + 1, 0), 0);
    context.blocks().addPublic(nodes, node(block, 0), -1L);
    context.stock().randomBits(outputs, output(block, 0), outputBits);
  }

  private void grow() {
    int more = Math.min(most, Math.max(1, 2 * capacity));
    nodes = copy(nodes, Math.multiplyExact(more * entries, longs));
    outputs = copy(outputs, more * outputBits * longs);
    tables = Arrays.copyOf(tables, more * chunksPerBlock);
    used = Arrays.copyOf(used, more * chunksPerBlock);
    capacity = more;
  }

  private static long[] copy(long[] old, int length) {
    long[] larger = Arrays.copyOf(old, length);
    Secrets.wipe(old);
    return larger;
  }

  /** Makes all collected tables, and passes them on. */
  void flush() throws MpcException {
    if (chunks == 0) {
      return;
    }
    products.fill(nodes, (chunks - 1) / chunksPerBlock + 1);
    context.products().check();
    for (int chunk = 0; chunk < chunks; ) {
      chunk = write(chunk);
    }
    output.flush();
    chunks = 0;
  }

  /**
   * Writes the tables of a run of chunks of one block with one table; returns the chunk after the
   * run.
   */
  private int write(int first) throws MpcException {
    int block = first / chunksPerBlock;
    int end = first + 1;
    while (end < chunks && end / chunksPerBlock == block && tables[end].equals(tables[first])) {
      end++;
    }
    int start = first % chunksPerBlock * lanes;
    int all = (end - first) * lanes;
    for (int done = 0; done < all; done += sums.lanes()) {
      int n = Math.min(sums.lanes(), all - done);
      int from = start + done;
      sums.compute(tables[first], nodes, node(block, 0), outputs, output(block, 0), from, n);
      for (int i = 0; i < n; i++) {
        int lane = done + i;
        if (lane % lanes < used[first + lane / lanes]) {
          output.put(sums, i, tables[first]);
        }
      }
    }
    return end;
  }

  void wipe() {
    products.wipe();
    sums.wipe();
    Secrets.wipe(nodes);
    Secrets.wipe(outputs);
  }
}
