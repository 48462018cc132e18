package org.schurmpc.tinytable.prep;

import org.schurmpc.core.circuit.LookupTable;

/**
 * How tables become material, by the form of their MACs. Local; items are written as a whole, what
 * they held before does not matter.
 */
interface TableForm {
  /**
   * Writes an item of 64 AND tables.
   *
   * @param blocks holds the {@linkplain org.schurmpc.tinyot.prep.BitBlocks blocks} of r_u r_v +
   *     r_o, of r_u and of r_v at these offsets
   */
  void ands(long[] blocks, int product, int left, int right, long[] item, int at);

  /**
   * Writes the item of a bigger table.
   *
   * @param entries holds its entries
   * @param lane which of those that {@code entries} holds it is
   */
  void table(TableEntries entries, int lane, LookupTable table, long[] item, int at);

  /** Wipes copies of what was written last. */
  void wipe();
}
