package org.schurmpc.tinytable.material;

import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.prep.MaterialKind;

/** A dealer's tables as codewords. */
final class CodewordMaker implements LayerMaker {
  private final LaneLayout layout;
  private final DealtGroups ands;
  private final Map<WordPlan.Shape, DealtGroups> lookups = new LinkedHashMap<>();

  CodewordMaker(
      LaneLayout layout,
      Material material,
      WordPlan plan,
      DealtWords words,
      Map<MaterialKind, DealtItems> items) {
    this.layout = layout;
    this.ands = new DealtGroups(plan.ands(), true, words, items.get(material.andTables()));
    plan.lookups()
        .forEach(
            (shape, blocks) -> {
              DealtItems to = items.get(material.tables(shape.inputBits(), shape.bits()));
              lookups.put(shape, new DealtGroups(blocks, false, words, to));
            });
  }

  @Override
  public void ands(int instances, long[] left, long[] right, long[] out) throws MpcException {
    Blocks blocks = ands.blocks();
    for (int i = 0; i < instances; ) {
      int slot = blocks.slot(ands.next());
      int position = blocks.position(ands.next(), 0);
      int run = Math.min(Math.min(ands.room(), blocks.perSlot() - position), instances - i);
      run = Math.min(run, Long.SIZE);
      long u = BitRuns.get(left, i, run);
      long v = BitRuns.get(right, i, run);
      long[] words = ands.second();
      // The word for c has r_v, that for d has r_u.
      int word = 1 + blocks.rows() * slot;
      BitRuns.add(words, bit(0, slot) + position, (u & v) ^ BitRuns.get(out, i, run), run);
      BitRuns.add(words, bit(word, slot) + position, v, run);
      BitRuns.add(words, bit(word + 1, slot) + position, u, run);
      ands.advance(run);
      i += run;
    }
  }

  /** Returns the start of a plane of a word of the group. */
  private static long bit(int word, int plane) {
    return (long) (word * Codeword.LONGS + plane * Codeword.PLANE_LONGS) * Long.SIZE;
  }

  @Override
  public void tables(LookupBatch batch, int[] in, int[] out) throws MpcException {
    for (int i = 0; i < batch.size(); i++) {
      LookupTable table = batch.table(i);
      for (int piece = 0; piece < WordPlan.pieces(table); piece++) {
        var shape = new WordPlan.Shape(table.inputBits(), WordPlan.pieceBits(table, piece));
        DealtGroups groups = lookups.get(shape);
        for (int t = i * layout.lanes(); t < (i + 1) * layout.lanes(); t++) {
          add(groups, table, piece * Byte.SIZE, in[t], out[t]);
          groups.advance(1);
        }
      }
    }
  }

  private static void add(DealtGroups groups, LookupTable table, int shift, int in, int out) {
    Blocks blocks = groups.blocks();
    int number = groups.next();
    int plane = blocks.slot(number) * blocks.bits();
    long[] words = groups.second();
    for (int e = 0; e < table.entries(); e++) {
      int value = (table.entry(e ^ in) ^ out) >>> shift;
      int position = blocks.position(number, e);
      int at =
          (1 + blocks.row(number, e)) * Codeword.LONGS
              + plane * Codeword.PLANE_LONGS
              + position / Long.SIZE;
      for (int bit = 0; bit < blocks.bits(); bit++) {
        words[at + bit * Codeword.PLANE_LONGS] ^= (value >>> bit & 1L) << position;
      }
    }
  }

  @Override
  public void wipe() {
    ands.wipe();
    lookups.values().forEach(DealtGroups::wipe);
  }
}
