package org.schurmpc.tinytable.online;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinytable.material.BitRuns;
import org.schurmpc.tinytable.material.Blocks;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.WordPlan;

/**
 * Tables that are authenticated as words of a code (DNNR17, section 6). A layer's message is the
 * shares, as in all schemes, followed by the redundancy of each opened word whose last share is
 * among them: first of AND gates, then of lookups by shape. Groups of tables continue from layer to
 * layer, so that many narrow layers cost no more than a wide one.
 */
final class CodewordTables implements LayerTables {
  private final LaneLayout layout;
  private final OpenedWords words;
  private final AndWords ands;

  /** Lookups by shape, in the plan's order. */
  private final List<LookupWords> lookups = new ArrayList<>();

  /** Lookups by shape: those of n bits to m at 8 n + m - 1. */
  private final LookupWords[] byShape = new LookupWords[(LookupTable.MAX_BITS + 1) * Byte.SIZE];

  private final LookupNumbers packing;

  /** Masked inputs of a layer's lookups, or their opened shares. */
  private int[] numbers = new int[0];

  private final Step putIndices;
  private final Step addShares;
  private final Step putShares;

  CodewordTables(
      Session session,
      PrepStore store,
      LaneLayout layout,
      Material material,
      WordPlan plan,
      OpenedWords words) {
    this.layout = layout;
    this.words = words;
    this.packing = new LookupNumbers(layout);
    int lanes = layout.lanes();
    this.putIndices = (tables, at, shift) -> tables.putIndices(numbers, at, lanes);
    this.addShares = (tables, at, shift) -> tables.addShares(numbers, at, lanes, shift);
    this.putShares = (tables, at, shift) -> tables.putShares(numbers, at, lanes, shift);
    this.ands = new AndWords(plan.ands(), store, material.andTables(), words, session.party() == 1);
    plan.lookups()
        .forEach(
            (shape, blocks) -> {
              var kind = material.tables(shape.inputBits(), shape.bits());
              LookupWords made = new LookupWords(blocks, store, kind, words);
              lookups.add(made);
              byShape[index(shape.inputBits(), shape.bits())] = made;
            });
  }

  private static int index(int inputBits, int bits) {
    return inputBits * Byte.SIZE + bits - 1;
  }

  private LookupWords words(LookupTable table, int piece) {
    return byShape[index(table.inputBits(), WordPlan.pieceBits(table, piece))];
  }

  @Override
  public void begin() {
    ands.begin();
    for (LookupWords each : lookups) {
      each.begin();
    }
  }

  @Override
  public long messageBits(MulBatch gates, LookupBatch batch) {
    count(batch);
    long opened = ands.wordsWith(Math.toIntExact(layout.bits(gates.size())));
    for (LookupWords each : lookups) {
      opened += each.wordsWith(each.count());
    }
    return Layers.shareBits(layout, gates.size(), batch) + opened * words.bits();
  }

  private void count(LookupBatch batch) {
    for (LookupWords each : lookups) {
      each.clear();
    }
    for (int i = 0; i < batch.size(); i++) {
      LookupTable table = batch.table(i);
      for (int piece = 0; piece < WordPlan.pieces(table); piece++) {
        words(table, piece).expect(layout.lanes());
      }
    }
  }

  @Override
  public void open(AndInputs inputs, LookupBatch batch, MaskedWires wires, long[] message)
      throws MpcException {
    words.begin(Layers.shareBits(layout, inputs.gates(), batch));
    ands.layer(inputs);
    ands.open(inputs.instances(), message);
    if (batch.size() == 0) {
      return;
    }
    count(batch);
    makeRoom(batch);
    packing.gather(batch, wires, numbers);
    forPieces(batch, putIndices);
    for (LookupWords each : lookups) {
      each.open(each.count(), message);
    }
    Arrays.fill(numbers, 0);
    forPieces(batch, addShares);
    packing.pack(batch, numbers, message, inputs.gates());
  }

  private void makeRoom(LookupBatch batch) {
    int tables = Math.multiplyExact(batch.size(), layout.lanes());
    if (numbers.length < tables) {
      numbers = new int[tables];
    }
  }

  /** An operation on a piece of all lanes of a lookup, on the numbers from {@code at} on. */
  private interface Step {
    void run(LookupWords tables, int at, int shift);
  }

  private void forPieces(LookupBatch batch, Step step) {
    for (LookupWords each : lookups) {
      each.rewind();
    }
    for (int i = 0; i < batch.size(); i++) {
      LookupTable table = batch.table(i);
      for (int piece = 0; piece < WordPlan.pieces(table); piece++) {
        step.run(words(table, piece), i * layout.lanes(), piece * Byte.SIZE);
      }
    }
  }

  @Override
  public void receive(AndInputs inputs, LookupBatch batch, long[] message) {
    ands.receive(inputs.instances(), message);
    if (batch.size() > 0) {
      packing.unpack(batch, message, inputs.gates(), numbers);
      forPieces(batch, putShares);
      for (LookupWords each : lookups) {
        each.receive(each.count(), message);
      }
    }
  }

  @Override
  public void wipe() {
    ands.wipe();
    for (LookupWords each : lookups) {
      each.wipe();
    }
    words.wipe();
    Arrays.fill(numbers, 0);
  }

  /**
   * AND gates as codewords. Entry (c, d) of a table is p + c r_v + d r_u + cd with p = r_u r_v +
   * r_o, so that two words suffice for four entries; the third, p, is the data of the mask, and the
   * first party adds the public cd. A bit of every symbol is a slot: w holds up to 8k shares.
   */
  private static final class AndWords extends WordTables {
    private final boolean second;
    private AndInputs inputs;

    AndWords(
        Blocks blocks, PrepStore store, MaterialKind kind, OpenedWords opened, boolean second) {
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
          share ^=
              BitRuns.get(inputs.left, done + i, run) & BitRuns.get(inputs.right, done + i, run);
        }
        BitRuns.add(word, (long) slot * OpenedWords.PLANE_BITS + position, share, run);
        i += run;
      }
    }
  }
}
