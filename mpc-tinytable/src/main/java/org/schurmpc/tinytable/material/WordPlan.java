package org.schurmpc.tinytable.material;

import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.prep.Demand;

/**
 * The words that hold a circuit's tables. AND gates are numbered by layer, and within a layer as in
 * {@link LaneLayout}. Entries of lookups with more than 8 bits are cut into pieces of 8 bits and a
 * rest, the lowest first; pieces of one shape are numbered by lookup, piece and lane in use.
 */
public final class WordPlan {
  /**
   * The shape of a table, or of a piece of a table.
   *
   * @param bits number of bits of an entry, at most 8
   */
  public record Shape(int inputBits, int bits) {}

  private final Blocks ands;

  /** Layouts by shape, in the order of first use. */
  private final Map<Shape, Blocks> lookups = new LinkedHashMap<>();

  private WordPlan(LayeredCircuit circuit, LaneLayout layout, int k) {
    long instances = 0;
    Map<Shape, Long> tables = new LinkedHashMap<>();
    for (int d = 0; d < circuit.depth(); d++) {
      instances += layout.bits(circuit.multiply(d).size());
      LookupBatch batch = circuit.lookup(d);
      for (int i = 0; i < batch.size(); i++) {
        LookupTable table = batch.table(i);
        for (int piece = 0; piece < pieces(table); piece++) {
          Shape shape = new Shape(table.inputBits(), pieceBits(table, piece));
          tables.merge(shape, (long) layout.lanes(), Long::sum);
        }
      }
    }
    this.ands = Blocks.ands(instances, k);
    tables.forEach(
        (shape, count) ->
            lookups.put(shape, Blocks.tables(count, shape.inputBits(), shape.bits(), k)));
  }

  public static WordPlan of(LayeredCircuit circuit, LaneLayout layout, TableCode code) {
    return new WordPlan(circuit, layout, code.k());
  }

  /** Returns the number of pieces into which a table's entries are cut. */
  public static int pieces(LookupTable table) {
    return (table.outputBits() + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Returns the number of bits of a piece. */
  public static int pieceBits(LookupTable table, int piece) {
    return Math.min(Byte.SIZE, table.outputBits() - piece * Byte.SIZE);
  }

  /** Returns the layout of the AND gates. */
  public Blocks ands() {
    return ands;
  }

  /** Returns the layouts of the lookups by shape. */
  public Map<Shape, Blocks> lookups() {
    return lookups;
  }

  /** Adds the words of one evaluation to a demand. */
  public void addTo(Demand.Builder demand, Material material) {
    demand.add(material.andTables(), ands.items());
    lookups.forEach(
        (shape, blocks) ->
            demand.add(material.tables(shape.inputBits(), shape.bits()), blocks.items()));
  }
}
