package org.schurmpc.tinytable.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.MaterialKind;

/** Writes a table to an item, in the layout of its kind. */
final class TableItems implements TableOutputs.Tables {
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
