package org.schurmpc.tinytable.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.material.Material;

/** Writes 64 AND tables to an item, in the layout of {@link Material#andTables}. */
final class AndItems implements TableOutputs.Ands {
  private static final int ITEMS_AT_ONCE = 32;

  private final LaneLayout layout;
  private final TableForm form;
  private final DeferredSink deferred;
  private final MaterialKind kind;
  private final int longs;
  private final int lanes;
  private final int chunksPerItem;
  private final long[] parts;
  private final long[] out;

  AndItems(PrepContext context, TableForm form, Material material, DeferredSink deferred) {
    this.layout = context.layout();
    this.form = form;
    this.deferred = deferred;
    this.kind = material.andTables();
    this.longs = context.longs();
    this.lanes = layout.chunkLanes();
    this.chunksPerItem = Material.BITS / lanes;
    this.parts = new long[3 * longs];
    this.out = new long[ITEMS_AT_ONCE * kind.longsPerItem()];
  }

  @Override
  public void put(long[] data, int product, int left, int right, int[] inItem, int items)
      throws MpcException {
    int[] starts = {product, left, right};
    int chunk = 0;
    for (int item = 0; item < items; ) {
      int n = Math.min(ITEMS_AT_ONCE, items - item);
      for (int i = 0; i < n; i++) {
        write(data, starts, chunk, inItem[item + i], i * kind.longsPerItem());
        chunk += inItem[item + i];
      }
      deferred.put(kind, out, 0, n);
      item += n;
    }
  }

  /** Writes an item of {@code size} chunks. */
  private void write(long[] data, int[] starts, int chunk, int size, int to) {
    int block = chunk / chunksPerItem * longs;
    if (size == chunksPerItem && chunk % chunksPerItem == 0) {
      form.ands(data, starts[0] + block, starts[1] + block, starts[2] + block, out, to);
      return;
    }
    Arrays.fill(parts, 0);
    for (int part = 0; part < starts.length; part++) {
      for (int i = 0; i < size; i++) {
        copyLanes(data, starts[part], chunk + i, part * longs, i * lanes);
      }
    }
    form.ands(parts, 0, longs, 2 * longs, out, to);
  }

  private void copyLanes(long[] data, int start, int chunk, int to, int toShift) {
    int from = start + chunk / chunksPerItem * longs;
    int shift = chunk % chunksPerItem * lanes;
    parts[to] |= (data[from] >>> shift & layout.chunkMask()) << toShift;
    for (int plane = 1; plane < longs; plane += Material.BITS) {
      System.arraycopy(data, from + plane + shift, parts, to + plane + toShift, lanes);
    }
  }

  @Override
  public void wipe() {
    Secrets.wipe(parts);
    Secrets.wipe(out);
  }
}
