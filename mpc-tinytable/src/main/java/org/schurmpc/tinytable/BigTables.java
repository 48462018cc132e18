package org.schurmpc.tinytable;

import java.util.HashMap;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;

/**
 * The lookups of a layer at one party (DNNR17, section 2.3): finds its shares in the masked tables
 * at the masked inputs, which are public, and notes the MACs, first the own, and once the peer has
 * spoken those that the peer must have. Of an entry with linear MAC the own tag, the key and the
 * share lie together.
 */
final class BigTables {
  private record Shape(int inputBits, int outputBits) {
    static Shape of(LookupTable table) {
      return new Shape(table.inputBits(), table.outputBits());
    }
  }

  /** The tables of one shape that a layer consumes. */
  private static final class Stock {
    final Leases items;
    final int itemLongs;
    int wanted;
    int next;

    Stock(PrepStore store, MaterialKind kind) {
      this.items = new Leases(store, kind);
      this.itemLongs = kind.longsPerItem();
    }
  }

  private final PrepStore store;
  private final LaneLayout layout;
  private final Material material;
  private final OpenedTags tags;
  private final Multiples multiples;
  private final Map<Shape, Stock> stocks = new HashMap<>();
  private final long[] bits = new long[LookupTable.MAX_BITS];
  private final LaneValues values = new LaneValues();
  private int[] entries = new int[0];
  private int opened;
  private int expectedAt;

  BigTables(PrepStore store, LaneLayout layout, Material material, long[] delta, OpenedTags tags) {
    this.store = store;
    this.layout = layout;
    this.material = material;
    this.tags = tags;
    boolean linear = material.scheme().form() == Scheme.Form.LINEAR;
    this.multiples = new Multiples(linear ? delta[0] : 0);
  }

  /**
   * Looks up the own shares.
   *
   * @param shares gets them, each output bit as the bits of a wire
   * @param number that of the first such wire
   */
  void open(LookupBatch batch, MaskedWires wires, long[] shares, int number) throws MpcException {
    lease(batch);
    opened = 0;
    expectedAt = tags.expected().size();
    int wire = number;
    for (int i = 0; i < batch.size(); i++) {
      LookupTable table = batch.table(i);
      Stock stock = stocks.get(Shape.of(table));
      for (int chunk = 0; chunk < layout.chunks(); chunk++) {
        long[] masked = wires.values(chunk);
        for (int bit = 0; bit < table.inputBits(); bit++) {
          bits[bit] = masked[batch.input(i, bit)];
        }
        values.toNumbers(bits, table.inputBits(), layout.usedLanes(chunk));
        look(stock, table, layout.usedLanes(chunk));
        values.toBits(bits, table.outputBits(), layout.usedLanes(chunk));
        for (int bit = 0; bit < table.outputBits(); bit++) {
          layout.put(shares, wire + bit, chunk, bits[bit] & layout.usedMask(chunk));
        }
      }
      wire += table.outputBits();
    }
  }

  private void lease(LookupBatch batch) throws MpcException {
    for (Stock stock : stocks.values()) {
      stock.wanted = 0;
      stock.next = 0;
    }
    int instances = 0;
    for (int i = 0; i < batch.size(); i++) {
      stocks.computeIfAbsent(Shape.of(batch.table(i)), this::stock).wanted += layout.lanes();
      instances += layout.lanes();
    }
    for (Stock stock : stocks.values()) {
      stock.items.lease(stock.wanted);
    }
    if (entries.length < instances) {
      entries = new int[instances];
    }
  }

  private Stock stock(Shape shape) {
    return new Stock(store, material.tables(shape.inputBits(), shape.outputBits()));
  }

  /** Replaces the masked inputs in {@link #values} by shares, lane after lane. */
  private void look(Stock stock, LookupTable table, int lanes) {
    for (int lane = 0; lane < lanes; ) {
      int item = stock.next;
      int run = Math.min(stock.items.run(item), lanes - lane);
      long[] data = stock.items.data(item);
      int at = stock.items.offset(item);
      switch (material.scheme().form()) {
        case PASSIVE -> lookPlain(data, at, stock.itemLongs, table, lane, run);
        case CODEWORD -> throw new IllegalStateException("tables that are codewords");
        case LOOKUP -> {
          rememberEntries(lane, run);
          lookCodes(data, at, stock.itemLongs, table, lane, run);
          lookPlain(data, at, stock.itemLongs, table, lane, run);
        }
        case LINEAR -> lookLinear(data, at, stock.itemLongs, lane, run);
      }
      lane += run;
      stock.next += run;
    }
  }

  private void rememberEntries(int lane, int run) {
    System.arraycopy(values.numbers, lane, entries, opened, run);
    opened += run;
  }

  private void lookPlain(long[] data, int at, int itemLongs, LookupTable table, int lane, int run) {
    int width = Material.valueBytes(table.outputBits()) * Byte.SIZE;
    int perLong = Long.SIZE / width;
    for (int i = 0; i < run; i++) {
      int entry = values.numbers[lane + i];
      long word = data[at + i * itemLongs + entry / perLong];
      values.numbers[lane + i] = (int) (word >>> (entry % perLong * width)) & ((1 << width) - 1);
    }
  }

  private void lookCodes(long[] data, int at, int itemLongs, LookupTable table, int lane, int run) {
    int codes = at + Material.valueLongs(table.inputBits(), table.outputBits());
    for (int i = 0; i < run; i++) {
      tags.addHeld(material.code(data, codes + i * itemLongs, values.numbers[lane + i]));
    }
  }

  private void lookLinear(long[] data, int at, int itemLongs, int lane, int run) {
    MacLog held = tags.held();
    MacLog expected = tags.expected();
    int to = held.extend(run);
    int toKeys = expected.extend(run);
    long[] own = held.words();
    long[] keys = expected.words();
    int[] numbers = values.numbers;
    // Each entry is elsewhere in memory: loops that short keep many accesses under way.
    for (int i = 0; i < run; i++) {
      own[to + i] = data[at + i * itemLongs + Material.LINEAR_ENTRY * numbers[lane + i]];
    }
    for (int i = 0; i < run; i++) {
      int entry = at + i * itemLongs + Material.LINEAR_ENTRY * numbers[lane + i];
      keys[toKeys + i] = data[entry + Material.LINEAR_KEY];
      numbers[lane + i] = (int) data[entry + Material.LINEAR_SHARE];
    }
  }

  /**
   * Notes what the peer must have for what it opened.
   *
   * @param theirs its shares, as in {@link #open}
   */
  void receive(LookupBatch batch, long[] theirs, int number) {
    Scheme.Form form = material.scheme().form();
    if (form != Scheme.Form.PASSIVE) {
      for (Stock stock : stocks.values()) {
        stock.next = 0;
      }
      int wire = number;
      int instance = 0;
      for (int i = 0; i < batch.size(); i++) {
        LookupTable table = batch.table(i);
        for (int chunk = 0; chunk < layout.chunks(); chunk++) {
          for (int bit = 0; bit < table.outputBits(); bit++) {
            bits[bit] = layout.get(theirs, wire + bit, chunk);
          }
          int lanes = layout.usedLanes(chunk);
          values.toNumbers(bits, table.outputBits(), lanes);
          if (form == Scheme.Form.LINEAR) {
            expectTags(instance, lanes);
          } else {
            expectCodes(table, instance, lanes);
          }
          instance += lanes;
        }
        wire += table.outputBits();
      }
    }
    stocks.values().forEach(stock -> stock.items.release());
  }

  private void expectTags(int instance, int lanes) {
    long[] expected = tags.expected().words();
    int at = expectedAt + instance;
    for (int lane = 0; lane < lanes; lane++) {
      expected[at + lane] ^= multiples.of(values.numbers[lane]);
    }
  }

  private void expectCodes(LookupTable table, int instance, int lanes) {
    Stock stock = stocks.get(Shape.of(table));
    int codes = material.peerCodes(table.inputBits(), table.outputBits());
    for (int lane = 0; lane < lanes; lane++) {
      int item = stock.next++;
      int code = (entries[instance + lane] << table.outputBits()) + values.numbers[lane];
      tags.addExpected(
          material.code(stock.items.data(item), stock.items.offset(item) + codes, code));
    }
  }

  void wipe() {
    stocks.values().forEach(stock -> stock.items.release());
    multiples.wipe();
  }
}
