package org.schurmpc.tinytable.prep;

import java.util.Arrays;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.tinytable.material.Material;

/** Tables without MACs, which consist of shares only. */
final class PassiveForm implements TableForm {
  private final boolean first;

  PassiveForm(int party) {
    this.first = party == 0;
  }

  @Override
  public void ands(long[] blocks, int product, int left, int right, long[] item, int at) {
    gateShares(blocks[product], blocks[left], blocks[right], first, item, at);
  }

  /**
   * Writes the shares of entries 2c + d, p + c r_v + d r_u + cd, where the first party adds the
   * public cd.
   */
  static void gateShares(long p, long u, long v, boolean first, long[] item, int at) {
    item[at] = p;
    item[at + 1] = p ^ u;
    item[at + 2] = p ^ v;
    item[at + 3] = p ^ u ^ v ^ (first ? -1L : 0L);
  }

  @Override
  public void table(TableEntries entries, int lane, LookupTable table, long[] item, int at) {
    values(entries, lane, table, item, at);
  }

  /** Writes this party's shares of all entries, packed. */
  static void values(TableEntries entries, int lane, LookupTable table, long[] item, int at) {
    int longs = Material.valueLongs(table.inputBits(), table.outputBits());
    Arrays.fill(item, at, at + longs, 0);
    int bits = Byte.SIZE * Material.valueBytes(table.outputBits());
    for (int entry = 0; entry < table.entries(); entry++) {
      int bit = entry * bits;
      item[at + bit / Long.SIZE] |= entries.share(entry, lane) << bit;
    }
  }

  @Override
  public void wipe() {}
}
