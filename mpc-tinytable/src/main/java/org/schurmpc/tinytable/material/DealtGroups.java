package org.schurmpc.tinytable.material;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;

/**
 * A dealer's groups of tables of one kind. Both parties' words begin with equal uniform data, which
 * sum to zero; then the intended sums are added to the second party's words.
 */
final class DealtGroups {
  private static final int PARTIES = 2;

  private final Blocks blocks;
  private final boolean maskHasData;
  private final DealtWords words;
  private final DealtItems to;

  /** Data of the current group by party: the mask, then its words. */
  private final long[][] data = new long[PARTIES][0];

  private long done;

  /**
   * Creates the groups.
   *
   * @param maskHasData whether the data of a group's mask are shares rather than zeros
   */
  DealtGroups(Blocks blocks, boolean maskHasData, DealtWords words, DealtItems to) {
    this.blocks = blocks;
    this.maskHasData = maskHasData;
    this.words = words;
    this.to = to;
  }

  Blocks blocks() {
    return blocks;
  }

  /** Returns the number of the next table in its group. */
  int next() {
    return (int) (done % blocks.perGroup());
  }

  /** Returns the number of tables that the current group still lacks. */
  int room() {
    return blocks.tablesIn(done / blocks.perGroup()) - next();
  }

  /** Returns the data of the second party: the mask, then the words of the group, 32 longs each. */
  long[] second() {
    if (next() == 0) {
      begin();
    }
    return data[1];
  }

  private void begin() {
    long group = done / blocks.perGroup();
    int longs = (1 + blocks.wordsIn(group)) * Codeword.LONGS;
    for (int party = 0; party < PARTIES; party++) {
      if (data[party].length < longs) {
        data[party] = new long[longs];
      }
      Arrays.fill(data[party], 0);
    }
    for (int slot = 0; slot < blocks.slotsIn(group); slot++) {
      int tables = Math.min(blocks.perSlot(), blocks.tablesIn(group) - slot * blocks.perSlot());
      draw(slot, tables * blocks.columns());
    }
    System.arraycopy(data[0], 0, data[1], 0, longs);
  }

  /** Draws the used part of a slot; the receiver takes the rest of an opened word as zeros. */
  private void draw(int slot, int positions) {
    int plane = slot * blocks.bits();
    if (maskHasData) {
      words.drawData(data[0], 0, positions, plane, blocks.bits());
    }
    for (int row = slot * blocks.rows(); row < (slot + 1) * blocks.rows(); row++) {
      words.drawData(data[0], (1 + row) * Codeword.LONGS, positions, plane, blocks.bits());
    }
  }

  /** Marks the next {@code n} tables, at most {@link #room}, as complete. */
  void advance(int n) throws MpcException {
    long group = done / blocks.perGroup();
    boolean full = n == room();
    done += n;
    if (full) {
      words.makeMask(data, 0, to.data, to.next());
      for (int word = 1; word <= blocks.wordsIn(group); word++) {
        words.make(data, word * Codeword.LONGS, to.data, to.next());
      }
    }
  }

  void wipe() {
    Secrets.wipe(data[0]);
    Secrets.wipe(data[1]);
  }
}
