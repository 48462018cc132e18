package org.schurmpc.tinytable.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.tinytable.material.Blocks;

/** Makes the entries of tables of one shape the data of words. */
final class TableData implements TableOutputs.Tables {
  private final WordGroups groups;

  TableData(WordGroups groups) {
    this.groups = groups;
  }

  @Override
  public void put(TableEntries entries, int lane, LookupTable table) throws MpcException {
    Blocks blocks = groups.blocks();
    GroupBits bits = groups.bits();
    int number = groups.next();
    for (int e = 0; e < table.entries(); e++) {
      int row = blocks.row(number, e);
      int position = blocks.position(number, e);
      long share = entries.share(e, lane);
      for (int bit = 0; bit < blocks.bits(); bit++) {
        int at = entries.row(e + bit * table.entries(), lane);
        int to = bits.row(row, bit) + position;
        bits.set(to, share >>> bit & 1, entries.macs()[at], entries.keys()[at]);
      }
    }
    groups.advance(1);
  }

  /** Has no effect: words are made of whole groups. */
  @Override
  public void flush() {}

  void finish() throws MpcException {
    groups.finish();
  }

  @Override
  public void wipe() {
    groups.wipe();
  }
}
