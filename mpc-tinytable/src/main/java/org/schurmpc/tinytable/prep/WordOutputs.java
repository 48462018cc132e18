package org.schurmpc.tinytable.prep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.material.Blocks;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.TableCode;
import org.schurmpc.tinytable.material.WordPlan;

/**
 * Makes tables the data of words of a code (DNNR17, section 6), in the layout of {@link WordPlan}.
 * Each bit of an entry is an authenticated bit, and is proven to be the data's bit.
 */
final class WordOutputs implements TableOutputs {
  /** Number of bits whose words are made together for each block that is multiplied together. */
  private static final long BITS_PER_BLOCK = 512;

  /** Maximum number of words that are made together, unless one group has more. */
  private static final long MAX_WORDS = 1 << 15;

  private final PrepContext context;
  private final TableWords words;
  private final long evaluations;
  private final long batchBits;
  private final DeferredSink deferred;

  /** AND gates; null if there are none. */
  private final AndData ands;

  private final Map<WordPlan.Shape, TableData> lookups = new LinkedHashMap<>();
  private final Map<LookupTable, List<Piece>> pieces = new HashMap<>();

  /**
   * Creates the outputs.
   *
   * @param batch approximate number of blocks that are multiplied before a check
   */
  WordOutputs(
      PrepContext context, TableWords words, CircuitMaterial of, int batch, DeferredSink deferred)
      throws MpcException {
    this.context = context;
    this.words = words;
    this.evaluations = of.evaluations();
    this.batchBits = BITS_PER_BLOCK * batch;
    this.deferred = deferred;
    Material material = of.material();
    TableCode code = material.scheme().code().orElseThrow();
    WordPlan plan = WordPlan.of(of.circuit(), context.layout(), code);
    this.ands =
        plan.ands().tables() > 0
            ? new AndData(context, groups(plan.ands(), true, material.andTables()))
            : null;
    for (Map.Entry<WordPlan.Shape, Blocks> each : plan.lookups().entrySet()) {
      WordPlan.Shape shape = each.getKey();
      MaterialKind kind = material.tables(shape.inputBits(), shape.bits());
      lookups.put(shape, new TableData(groups(each.getValue(), false, kind)));
    }
  }

  private WordGroups groups(Blocks blocks, boolean maskHasData, MaterialKind kind)
      throws MpcException {
    long each = GroupBits.bitsPerGroup(blocks, maskHasData, words.parameters().code().k());
    long all = Math.multiplyExact(blocks.groups(), evaluations);
    long most = Math.min(batchBits / each, MAX_WORDS / GroupBits.wordsPerGroup(blocks));
    int capacity = (int) Math.min(all, Math.max(1, most));
    GroupBits bits =
        new GroupBits(blocks, maskHasData, words.parameters(), capacity, context.blocks());
    return new WordGroups(blocks, bits, kind, words, deferred);
  }

  /**
   * Requires tables that can be made.
   *
   * @throws Refused if a group of tables is too large
   */
  static void require(LayeredCircuit circuit, LaneLayout layout, TableCode code) throws Refused {
    for (Blocks blocks : WordPlan.of(circuit, layout, code).lookups().values()) {
      GroupBits.bitsPerGroup(blocks, false, code.k());
    }
  }

  @Override
  public Ands ands() {
    return ands;
  }

  @Override
  public Tables tables(int inputBits, int outputBits) {
    return lookups.get(new WordPlan.Shape(inputBits, outputBits));
  }

  /** Cuts wide entries as {@link WordPlan} does. Each piece takes products of its own. */
  @Override
  public List<Piece> pieces(LookupTable table) {
    return pieces.computeIfAbsent(table, WordOutputs::cut);
  }

  private static List<Piece> cut(LookupTable table) {
    List<Piece> cut = new ArrayList<>();
    for (int piece = 0; piece < WordPlan.pieces(table); piece++) {
      int bits = WordPlan.pieceBits(table, piece);
      int first = piece * Byte.SIZE;
      int[] entries = new int[table.entries()];
      for (int e = 0; e < entries.length; e++) {
        entries[e] = table.entry(e) >>> first & ((1 << bits) - 1);
      }
      cut.add(new Piece(new LookupTable(table.inputBits(), bits, entries), first));
    }
    return cut;
  }

  @Override
  public boolean combinesBits() {
    return false;
  }

  @Override
  public void finish() throws MpcException {
    if (ands != null) {
      ands.finish();
    }
    for (TableData each : lookups.values()) {
      each.finish();
    }
  }

  @Override
  public void wipe() {
    if (ands != null) {
      ands.wipe();
    }
    lookups.values().forEach(TableData::wipe);
  }

  /**
   * Makes the parts of AND tables the data of words: p = r_u r_v + r_o of u, r_v of the word that
   * is multiplied by c, r_u of the word that is multiplied by d.
   */
  static final class AndData implements TableOutputs.Ands {
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

  /** Makes the entries of tables of one shape the data of words. */
  static final class TableData implements TableOutputs.Tables {
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
}
