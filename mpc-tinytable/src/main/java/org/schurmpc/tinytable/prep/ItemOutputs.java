package org.schurmpc.tinytable.prep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.material.Material;

/** Writes each table to an item of its own, or to one with 63 others. */
final class ItemOutputs implements TableOutputs {
  private final TableForm form;
  private final Material material;
  private final DeferredSink deferred;
  private final AndItems ands;
  private final List<TableItems> tables = new ArrayList<>();

  ItemOutputs(PrepContext context, TableForm form, Material material, DeferredSink deferred) {
    this.form = form;
    this.material = material;
    this.deferred = deferred;
    this.ands = new AndItems(context, form, material, deferred);
  }

  @Override
  public Ands ands() {
    return ands;
  }

  @Override
  public Tables tables(int inputBits, int outputBits) {
    TableItems made = new TableItems(form, material.tables(inputBits, outputBits), deferred);
    tables.add(made);
    return made;
  }

  @Override
  public List<Piece> pieces(LookupTable table) {
    return List.of(new Piece(table, 0));
  }

  @Override
  public boolean combinesBits() {
    return true;
  }

  @Override
  public void finish() {}

  @Override
  public void wipe() {
    ands.wipe();
    tables.forEach(TableItems::wipe);
    form.wipe();
  }

  /** Writes 64 AND tables to an item, in the layout of {@link Material#andTables}. */
  static final class AndItems implements TableOutputs.Ands {
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

  /** Writes a table to an item, in the layout of its kind. */
  static final class TableItems implements TableOutputs.Tables {
    /** Number of longs of items that are put out at once; a single item may have more. */
    private static final int ITEM_LONGS = 1 << 16;

    private final TableForm form;
    private final DeferredSink deferred;
    private final MaterialKind kind;
    private final int itemsAtOnce;
    private final long[] out;
    private int items;

    TableItems(TableForm form, MaterialKind kind, DeferredSink deferred) {
      this.form = form;
      this.deferred = deferred;
      this.kind = kind;
      this.itemsAtOnce = Math.max(1, ITEM_LONGS / kind.longsPerItem());
      this.out = new long[itemsAtOnce * kind.longsPerItem()];
    }

    @Override
    public void put(TableEntries entries, int lane, LookupTable table) throws MpcException {
      if (items == itemsAtOnce) {
        flush();
      }
      form.table(entries, lane, table, out, items++ * kind.longsPerItem());
    }

    @Override
    public void flush() throws MpcException {
      if (items > 0) {
        deferred.put(kind, out, 0, items);
        items = 0;
      }
    }

    @Override
    public void wipe() {
      Secrets.wipe(out);
    }
  }
}
