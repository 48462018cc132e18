package org.schurmpc.tinytable.prep;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.material.Blocks;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.WordPlan;

/** Reads both parties' tables from words of a code, in the order of evaluation. */
final class PreparedWords {
  private final WordPlan plan;
  private final Material material;
  private final List<Map<MaterialKind, long[]>> data;

  /** Number of tables of a kind that were read, over all evaluations. */
  private final Map<MaterialKind, Long> done = new HashMap<>();

  private final Map<MaterialKind, Blocks> layouts = new HashMap<>();

  /** The lookup that is read: the first table of each piece. */
  private LookupTable table;

  private long[] firsts = new long[0];

  PreparedWords(WordPlan plan, Material material, List<Map<MaterialKind, long[]>> data) {
    this.plan = plan;
    this.material = material;
    this.data = data;
  }

  private long take(MaterialKind kind, Blocks blocks, int tables) {
    layouts.put(kind, blocks);
    return done.merge(kind, (long) tables, Long::sum) - tables;
  }

  /** The item of u of the group of a table. */
  private static int group(Blocks blocks, long table) {
    long evaluation = table / blocks.tables();
    long item = evaluation * blocks.items();
    long left = table % blocks.tables() / blocks.perGroup();
    for (long group = 0; group < left; group++) {
      item += 1 + blocks.wordsIn(group);
    }
    return (int) item;
  }

  private static int inGroup(Blocks blocks, long table) {
    return (int) (table % blocks.tables() % blocks.perGroup());
  }

  /** Bits of a symbol of the sum of both parties' words. */
  private int bits(MaterialKind kind, int item, int position, int plane, int count) {
    int sum = 0;
    for (int party = 0; party < 2; party++) {
      sum ^= Codeword.symbol(data.get(party).get(kind), item * Material.WORD, position);
    }
    return sum >>> plane & ((1 << count) - 1);
  }

  /** The four entries of the next AND table. */
  boolean[] nextAnd() {
    Blocks blocks = plan.ands();
    MaterialKind kind = material.andTables();
    long number = take(kind, blocks, 1);
    int group = group(blocks, number);
    int slot = blocks.slot(inGroup(blocks, number));
    int position = blocks.position(inGroup(blocks, number), 0);
    int row = group + 1 + 2 * slot;
    boolean[] entries = new boolean[4];
    for (int entry = 0; entry < 4; entry++) {
      int bit = bits(kind, group, position, slot, 1);
      bit ^= (entry >>> 1) * bits(kind, row, position, slot, 1);
      bit ^= (entry & 1) * bits(kind, row + 1, position, slot, 1);
      entries[entry] = (bit ^ (entry == 3 ? 1 : 0)) != 0;
    }
    return entries;
  }

  /** Begins the next lookup. */
  void begin(LookupTable next, int lanes) {
    table = next;
    firsts = new long[WordPlan.pieces(next)];
    for (int piece = 0; piece < firsts.length; piece++) {
      firsts[piece] = take(kind(piece), blocks(piece), lanes);
    }
  }

  private MaterialKind kind(int piece) {
    return material.tables(table.inputBits(), WordPlan.pieceBits(table, piece));
  }

  private Blocks blocks(int piece) {
    int bits = WordPlan.pieceBits(table, piece);
    return plan.lookups().get(new WordPlan.Shape(table.inputBits(), bits));
  }

  /** An entry of the lookup in a lane. */
  int entry(int lane, int entry) {
    int value = 0;
    for (int piece = 0; piece < firsts.length; piece++) {
      Blocks blocks = blocks(piece);
      long number = firsts[piece] + lane;
      int in = inGroup(blocks, number);
      int item = group(blocks, number) + 1 + blocks.row(in, entry);
      int plane = blocks.slot(in) * blocks.bits();
      int found = bits(kind(piece), item, blocks.position(in, entry), plane, blocks.bits());
      value |= found << (8 * piece);
    }
    return value;
  }

  /** Adds the numbers of items of all words of the evaluations that were read. */
  void addTo(Map<MaterialKind, Integer> items) {
    done.forEach(
        (kind, tables) -> {
          Blocks blocks = layouts.get(kind);
          items.put(kind, (int) (tables / blocks.tables() * blocks.items()));
        });
  }
}
