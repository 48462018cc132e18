package org.schurmpc.tinytable.prep;

import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinyot.prep.PlaneProjection;
import org.schurmpc.tinytable.material.Material;

/**
 * Makes the material of evaluations of one circuit: walks through the circuit on masks, without a
 * message, and passes its gates to batches, which make the tables (DNNR17, Figure 8).
 */
final class EvaluationMaker {
  /** Tables of one shape are made at once as long as they take fewer longs than this number. */
  private static final int TABLE_LONGS = 1 << 21;

  /** Maximum number of longs of masks that wait for the next check. */
  private static final int MAX_WAITING_LONGS = 1 << 22;

  private final PrepContext context;
  private final LaneLayout layout;
  private final CircuitMaterial of;
  private final TableMethod method;
  private final int batch;
  private final TableOutputs outputs;
  private final DeferredSink deferred;
  private final PlaneProjection projection;
  private final Masks masks;
  private final AndBatch ands;
  private final Map<MaterialKind, TableBatch> tables = new LinkedHashMap<>();
  private final int longs;

  /**
   * Creates a maker.
   *
   * @param batch approximate number of blocks that are multiplied before a check; at least one
   *     table
   * @param projection projection of MACs of 128 bits, for the masks of outputs; else null
   */
  EvaluationMaker(
      PrepContext context,
      CircuitMaterial of,
      TableMethod method,
      int batch,
      TableOutputs outputs,
      PlaneProjection projection,
      DeferredSink deferred) {
    this.context = context;
    this.layout = context.layout();
    this.of = of;
    this.method = method;
    this.batch = batch;
    this.outputs = outputs;
    this.deferred = deferred;
    this.projection = projection;
    this.longs = context.longs();
    this.masks = new Masks(layout, context.session().party(), context.blocks(), context.kernels());
    this.ands = new AndBatch(context, outputs.ands(), batch);
    masks.begin(of.circuit().slotCount());
  }

  /** Returns the minimum number of blocks that all evaluations take, without rounding. */
  Map<MaterialKind, Long> taken() {
    org.schurmpc.tinyot.material.Material bits = context.stock().material();
    long triples = 0;
    long random = 0;
    for (int d = 0; d < of.circuit().depth(); d++) {
      triples += of.circuit().multiply(d).size();
      random += of.circuit().multiply(d).size();
      LookupBatch lookups = of.circuit().lookup(d);
      for (int i = 0; i < lookups.size(); i++) {
        int pieces = outputs.pieces(lookups.table(i)).size();
        triples += pieces * method.triples(lookups.table(i).inputBits());
        random += lookups.table(i).outputBits();
      }
    }
    return Map.of(
        bits.andTriples(),
        blocks(triples),
        bits.randomBits(),
        blocks(random),
        bits.inputMask(0),
        layout.words(of.inputWires(0)) * of.evaluations(),
        bits.inputMask(1),
        layout.words(of.inputWires(1)) * of.evaluations());
  }

  private long blocks(long gates) {
    return Math.multiplyExact(layout.bits(gates), of.evaluations()) / Material.BITS;
  }

  /** Makes the material of all evaluations. */
  void run() throws MpcException {
    context.stock().expect(taken());
    for (long i = 0; i < of.evaluations(); i++) {
      evaluation();
      if (deferred.longs() > MAX_WAITING_LONGS) {
        flush();
      }
    }
    flush();
  }

  private void flush() throws MpcException {
    ands.flush();
    for (TableBatch made : tables.values()) {
      made.flush();
    }
    outputs.finish();
    deferred.release();
  }

  private void evaluation() throws MpcException {
    inputs();
    for (int d = 0; d < of.circuit().depth(); d++) {
      masks.linear(of.circuit().linear(d));
      ands.add(of.circuit().multiply(d), masks);
      LookupBatch lookups = of.circuit().lookup(d);
      for (int i = 0; i < lookups.size(); i++) {
        for (TableOutputs.Piece piece : outputs.pieces(lookups.table(i))) {
          batchOf(piece.table()).add(lookups, i, piece, masks);
        }
      }
    }
    masks.linear(of.circuit().linear(of.circuit().depth()));
    outputs();
  }

  private TableBatch batchOf(LookupTable table) throws MpcException {
    MaterialKind kind = of.material().tables(table.inputBits(), table.outputBits());
    TableBatch made = tables.get(kind);
    if (made == null) {
      long triples = Math.max(1, method.triples(table.inputBits()));
      long each = (long) (table.entries() + table.outputBits()) * longs;
      int most = (int) Math.max(1, Math.min(batch / triples, TABLE_LONGS / each));
      TableOutputs.Tables output = outputs.tables(table.inputBits(), table.outputBits());
      made = new TableBatch(context, output, table, outputs.combinesBits(), method, most);
      tables.put(kind, made);
    }
    return made;
  }

  /**
   * Makes the masks of inputs: each contributor's own, for which the other party's share is zero.
   */
  private void inputs() throws MpcException {
    int[] slots = of.circuit().inputSlots();
    for (int slot : slots) {
      for (int chunk = 0; chunk < layout.chunks(); chunk++) {
        masks.clear(chunk, slot);
      }
    }
    for (int party = 0; party < 2; party++) {
      int items = (int) layout.words(of.inputWires(party));
      if (items > 0) {
        inputs(party, items, slots);
      }
    }
  }

  private void inputs(int party, int items, int[] slots) throws MpcException {
    MaterialKind kind = of.material().inputMask(party);
    long[] own = new long[items * longs];
    try {
      inputs(party, items, slots, kind, own);
    } finally {
      Secrets.wipe(own);
    }
  }

  private void inputs(int party, int items, int[] slots, MaterialKind kind, long[] own)
      throws MpcException {
    context.stock().inputMasks(party, own, 0, items);
    int to = deferred.await(kind, items);
    for (int item = 0; item < items; item++) {
      deferred.data(kind)[to + item] = own[item * longs];
    }
    int[] sizes = of.circuit().circuit().inputSizes();
    int number = 0;
    int wire = 0;
    for (int value = 0; value < sizes.length; value++) {
      boolean contributes = of.contributors().get(value).contains(party);
      for (int i = 0; i < sizes[value]; i++, wire++) {
        for (int chunk = 0; contributes && chunk < layout.chunks(); chunk++) {
          int block = layout.word(number, chunk) * longs;
          masks.add(chunk, slots[wire], own, block, layout.shift(number));
        }
        number += contributes ? 1 : 0;
      }
    }
  }

  private void outputs() {
    int[] slots = of.circuit().outputSlots();
    int items = (int) layout.words(slots.length);
    if (items == 0) {
      return;
    }
    long[] blocks = new long[items * longs];
    for (int wire = 0; wire < slots.length; wire++) {
      for (int chunk = 0; chunk < layout.chunks(); chunk++) {
        int block = layout.word(wire, chunk) * longs;
        masks.get(chunk, slots[wire], blocks, block, layout.shift(wire));
      }
    }
    MaterialKind kind = of.material().outputMasks();
    int at = deferred.await(kind, items);
    for (int item = 0; item < items; item++) {
      int to = at + item * kind.longsPerItem();
      output(blocks, item * longs, deferred.data(kind), to, kind.longsPerItem());
    }
    Secrets.wipe(blocks);
  }

  private void output(long[] blocks, int from, long[] item, int to, int itemLongs) {
    if (projection == null) {
      System.arraycopy(blocks, from, item, to, itemLongs);
      return;
    }
    BitBlocks layoutOf = context.blocks();
    item[to] = blocks[from];
    int planes = layoutOf.keys() - layoutOf.macs();
    projection.project(blocks, from + layoutOf.macs(), planes, item, to + 1, Material.BITS, 2);
  }

  void wipe() {
    masks.wipe();
    ands.wipe();
    tables.values().forEach(TableBatch::wipe);
    outputs.wipe();
    deferred.wipe();
  }
}
