package org.schurmpc.tinytable.prep;

import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinytable.material.Material;

/**
 * Tables with the linear MAC (DNNR17, section 3). An AND table keeps the MACs and keys of the three
 * bits whose sums are its entries; an entry of a bigger table has Σ X^b M_b and Σ X^b K_b over its
 * bits, in GF(2^64).
 */
final class LinearForm implements TableForm {
  private final BitBlocks blocks;

  LinearForm(BitBlocks blocks) {
    this.blocks = blocks;
  }

  @Override
  public void ands(long[] data, int product, int left, int right, long[] item, int at) {
    int[] parts = {product, left, right};
    for (int part = 0; part < parts.length; part++) {
      item[at + part] = data[parts[part]];
      int macs = parts[part] + blocks.macs();
      int keys = parts[part] + blocks.keys();
      System.arraycopy(data, macs, item, at + Material.linearMacs(part), Material.BITS);
      System.arraycopy(data, keys, item, at + Material.linearKeys(part), Material.BITS);
    }
  }

  @Override
  public void table(TableEntries entries, int lane, LookupTable table, long[] item, int at) {
    for (int entry = 0; entry < table.entries(); entry++) {
      int to = at + Material.LINEAR_ENTRY * entry;
      int row = entries.row(entry, lane);
      item[to] = entries.macs()[row];
      item[to + Material.LINEAR_KEY] = entries.keys()[row];
      item[to + Material.LINEAR_SHARE] = entries.share(entry, lane);
    }
  }

  @Override
  public void wipe() {}
}
