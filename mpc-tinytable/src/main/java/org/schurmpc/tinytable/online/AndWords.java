package org.schurmpc.tinytable.online;

import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.tinytable.material.BitRuns;
import org.schurmpc.tinytable.material.Blocks;

/**
 * AND gates as codewords. Entry (c, d) of a table is p + c r_v + d r_u + cd with p = r_u r_v + r_o,
 * so that two words suffice for four entries; the third, p, is the data of the mask, and the first
 * party adds the public cd. A bit of every symbol is a slot: w holds up to 8k shares.
 */
final class AndWords extends WordTables {
  private final boolean second;
  private AndInputs inputs;

  AndWords(Blocks blocks, PrepStore store, MaterialKind kind, OpenedWords opened, boolean second) {
    super(blocks, store, kind, opened);
    this.second = second;
  }

  /** Sets the masked inputs of the gates of a layer before they are looked up. */
  void layer(AndInputs layerInputs) {
    inputs = layerInputs;
  }

  @Override
  void look(Leases items, long[] coefficients, int first, int n, int done, long[] message) {
    for (int i = 0; i < n; ) {
      int slot = blocks().slot(first + i);
      int position = blocks().position(first + i, 0);
      int run = Math.min(Math.min(n - i, blocks().perSlot() - position), Long.SIZE);
      int row = blocks().rows() * slot;
      long c = BitRuns.get(inputs.left, done + i, run);
      long d = BitRuns.get(inputs.right, done + i, run);
      BitRuns.add(coefficients, vector(row) + position, c, run);
      BitRuns.add(coefficients, vector(row + 1) + position, d, run);
      long share =
          data(items, 0, slot, position, run)
              ^ (c & data(items, 1 + row, slot, position, run))
              ^ (d & data(items, 2 + row, slot, position, run))
              ^ (second ? 0 : c & d);
      BitRuns.add(message, done + i, share, run);
      i += run;
    }
  }

  private static long vector(int row) {
    return (long) row * OpenedWords.PLANE_BITS;
  }

  /** Returns bits of one slot of this party's word. */
  private static long data(Leases items, int item, int slot, int position, int run) {
    long word = (long) (items.offset(item) + slot * Codeword.PLANE_LONGS) * Long.SIZE;
    return BitRuns.get(items.data(item), word + position, run);
  }

  @Override
  void take(long[] word, int first, int n, int done, long[] message) {
    for (int i = 0; i < n; ) {
      int slot = blocks().slot(first + i);
      int position = blocks().position(first + i, 0);
      int run = Math.min(Math.min(n - i, blocks().perSlot() - position), Long.SIZE);
      long share = BitRuns.get(message, done + i, run);
      if (second) {
        share ^= BitRuns.get(inputs.left, done + i, run) & BitRuns.get(inputs.right, done + i, run);
      }
      BitRuns.add(word, (long) slot * OpenedWords.PLANE_BITS + position, share, run);
      i += run;
    }
  }
}
