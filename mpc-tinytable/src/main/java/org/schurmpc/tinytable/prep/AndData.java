package org.schurmpc.tinytable.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.tinytable.material.Blocks;
import org.schurmpc.tinytable.material.Material;

/**
 * Makes the parts of AND tables the data of words: p = r_u r_v + r_o of u, r_v of the word that is
 * multiplied by c, r_u of the word that is multiplied by d.
 */
final class AndData implements TableOutputs.Ands {
  private final WordGroups groups;
  private final int longs;
  private final int lanes;

  AndData(PrepContext context, WordGroups groups) {
    this.groups = groups;
    this.longs = context.longs();
    this.lanes = context.layout().chunkLanes();
  }

  /** Takes the tables one after the other, whatever their items. */
  @Override
  public void put(long[] data, int product, int left, int right, int[] inItem, int items)
      throws MpcException {
    int count = 0;
    for (int item = 0; item < items; item++) {
      count += inItem[item] * lanes;
    }
    Blocks blocks = groups.blocks();
    for (int i = 0; i < count; ) {
      int slot = blocks.slot(groups.next());
      int position = blocks.position(groups.next(), 0);
      int lane = i % Material.BITS;
      int run = Math.min(groups.room(), blocks.perSlot() - position);
      run = Math.min(run, Math.min(Material.BITS - lane, count - i));
      int block = i / Material.BITS * longs;
      int row = blocks.rows() * slot;
      GroupBits bits = groups.bits();
      bits.set(bits.mask(slot) + position, data, product + block, lane, run);
      bits.set(bits.row(row, 0) + position, data, right + block, lane, run);
      bits.set(bits.row(row + 1, 0) + position, data, left + block, lane, run);
      groups.advance(run);
      i += run;
    }
  }

  void finish() throws MpcException {
    groups.finish();
  }

  @Override
  public void wipe() {
    groups.wipe();
  }
}
