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
import org.schurmpc.tinytable.material.TableCode;
import org.schurmpc.tinytable.material.WordPlan;

/**
 * Makes tables the data of words of a code (DNNR17, section 6), in the layout of {@link WordPlan}.
 * Each bit of an entry is an authenticated bit, and is proven to be the data's bit.
 */
final class WordOutputs implements TableOutputs {
  private final AndData ands;
  private final Map<WordPlan.Shape, TableData> lookups = new LinkedHashMap<>();
  private final Map<LookupTable, List<Piece>> pieces = new HashMap<>();

  WordOutputs(PrepContext context, TableWords words, CircuitMaterial of, DeferredSink deferred)
      throws MpcException {
    TableCode code = of.material().scheme().code().orElseThrow();
    WordPlan plan = WordPlan.of(of.circuit(), context.layout(), code);
    boolean hasAnds = plan.ands().tables() > 0;
    this.ands =
        hasAnds
            ? new AndData(
                context,
                groups(context, words, of, deferred, plan.ands(), of.material().andTables(), true))
            : null;
    for (Map.Entry<WordPlan.Shape, Blocks> each : plan.lookups().entrySet()) {
      WordPlan.Shape shape = each.getKey();
      MaterialKind kind = of.material().tables(shape.inputBits(), shape.bits());
      WordGroups groups = groups(context, words, of, deferred, each.getValue(), kind, false);
      lookups.put(shape, new TableData(groups));
    }
  }

  private static WordGroups groups(
      PrepContext context,
      TableWords words,
      CircuitMaterial of,
      DeferredSink deferred,
      Blocks blocks,
      MaterialKind kind,
      boolean maskHasData)
      throws MpcException {
    return new WordGroups(
        blocks, maskHasData, kind, words, deferred, of.evaluations(), context.blocks());
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
}
