package org.schurmpc.tinytable.prep;

import org.schurmpc.core.circuit.LookupTable;

/**
 * Writes tables as material, by the form of their MACs. Local; items are written as a whole,
 * whatever they held before.
 */
interface TableForm {
  /**
   * Writes an item of 64 AND tables.
   *
   * @param blocks contains the {@linkplain org.schurmpc.tinyot.prep.BitBlocks blocks} of r_u r_v +
   *     r_o, of r_u and of r_v at these offsets
   */
  void ands(long[] blocks, int product, int left, int right, long[] item, int at);

  /**
   * Writes the item of a bigger table.
   *
   * @param entries contains its entries
   * @param lane number of the table among the lanes of {@code entries}
   */
  void table(TableEntries entries, int lane, LookupTable table, long[] item, int at);

  /** Wipes copies of the items written last. */
  void wipe();
}
