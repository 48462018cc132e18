package org.schurmpc.tinytable.online;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Multiples;
import org.schurmpc.tinytable.material.Scheme;

/**
 * The lookups of a layer at one party (DNNR17, section 2.3). Looks up this party's shares in the
 * masked tables at the masked inputs, which are public, and logs MACs: first this party's, and
 * after the peer's message those that the peer must have. In an entry with linear MAC, the own tag,
 * the key and the share are adjacent.
 */
final class BigTables {
  /** Number of entries that are loaded before they are read; they fit the first-level cache. */
  private static final int TOUCHED = 256;

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
  private final LookupNumbers numbers;

  /** Masked inputs of a layer's instances, by lookup * lanes + lane. */
  private int[] entries = new int[0];

  /** Shares of their masked outputs, first this party's, then the peer's. */
  private int[] found = new int[0];

  private int expectedAt;

  /** Sum of all words touched. */
  private final long[] touched = new long[1];

  /** Contributions of the peer's shares to the expected tags. */
  private final MacLog theirTags = new MacLog(0);

  private final TagSums theirSums = new TagSums(theirTags);

  BigTables(PrepStore store, LaneLayout layout, Material material, long[] delta, OpenedTags tags) {
    this.store = store;
    this.layout = layout;
    this.material = material;
    this.tags = tags;
    this.numbers = new LookupNumbers(layout);
    boolean linear = material.scheme().form() == Scheme.Form.LINEAR;
    this.multiples = new Multiples(linear ? delta[0] : 0);
  }

  /**
   * Looks up this party's shares.
   *
   * @param shares receives the shares, each output bit in the layout of a wire
   * @param number number of the first such wire
   */
  void open(LookupBatch batch, MaskedWires wires, long[] shares, int number) throws MpcException {
    lease(batch);
    expectedAt = tags.expected().size();
    tags.heldSums().begin(layout.lanes());
    tags.expectedSums().begin(layout.lanes());
    numbers.gather(batch, wires, entries);
    for (int i = 0; i < batch.size(); i++) {
      look(batch.table(i), i * layout.lanes());
    }
    numbers.pack(batch, found, shares, number);
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
      found = new int[instances];
    }
  }

  private Stock stock(Shape shape) {
    return new Stock(store, material.tables(shape.inputBits(), shape.outputBits()));
  }

  /** Looks up the shares of one lookup in all lanes, beginning with instance {@code first}. */
  private void look(LookupTable table, int first) {
    Stock stock = stocks.get(Shape.of(table));
    boolean linear = material.scheme().form() == Scheme.Form.LINEAR;
    int held = linear ? tags.heldSums().next(table.outputBits()) : 0;
    int expected = linear ? tags.expectedSums().next(table.outputBits()) : 0;
    for (int lane = 0; lane < layout.lanes(); ) {
      int item = stock.next;
      int run = Math.min(stock.items.run(item), layout.lanes() - lane);
      long[] data = stock.items.data(item);
      int at = stock.items.offset(item);
      int instance = first + lane;
      switch (material.scheme().form()) {
        case PASSIVE -> lookPlain(data, at, stock.itemLongs, table, instance, run);
        case CODEWORD -> throw new IllegalStateException("tables that are codewords");
        case LOOKUP -> {
          lookCodes(data, at, stock.itemLongs, table, instance, run);
          lookPlain(data, at, stock.itemLongs, table, instance, run);
        }
        case LINEAR ->
            lookLinear(data, at, stock.itemLongs, instance, run, held + lane, expected + lane);
      }
      lane += run;
      stock.next += run;
    }
  }

  private void lookPlain(
      long[] data, int at, int itemLongs, LookupTable table, int instance, int run) {
    int width = Material.valueBytes(table.outputBits()) * Byte.SIZE;
    int perLong = Long.SIZE / width;
    for (int i = 0; i < run; i++) {
      int entry = entries[instance + i];
      long word = data[at + i * itemLongs + entry / perLong];
      found[instance + i] = (int) (word >>> (entry % perLong * width)) & ((1 << width) - 1);
    }
  }

  private void lookCodes(
      long[] data, int at, int itemLongs, LookupTable table, int instance, int run) {
    int codes = at + Material.valueLongs(table.inputBits(), table.outputBits());
    for (int i = 0; i < run; i++) {
      tags.addHeld(material.code(data, codes + i * itemLongs, entries[instance + i]));
    }
  }

  private void lookLinear(
      long[] data, int at, int itemLongs, int instance, int run, int to, int toKeys) {
    long[] own = tags.held().words();
    long[] keys = tags.expected().words();
    for (int done = 0; done < run; done += TOUCHED) {
      int end = Math.min(run, done + TOUCHED);
      touched[0] ^= touch(data, at, itemLongs, instance, done, end);
      for (int i = done; i < end; i++) {
        int entry = at + i * itemLongs + Material.LINEAR_ENTRY * entries[instance + i];
        own[to + i] ^= data[entry];
        keys[toKeys + i] ^= data[entry + Material.LINEAR_KEY];
        found[instance + i] = (int) data[entry + Material.LINEAR_SHARE];
      }
    }
  }

  /**
   * Loads the first and the last word of entries, which are in one or two cache lines each, and all
   * elsewhere in memory: a loop this short keeps many loads in flight.
   *
   * @return the sum of the words, without which the compiler would leave out the loads
   */
  private long touch(long[] data, int at, int itemLongs, int instance, int from, int end) {
    long sum = 0;
    for (int i = from; i < end; i++) {
      int entry = at + i * itemLongs + Material.LINEAR_ENTRY * entries[instance + i];
      sum ^= data[entry] ^ data[entry + Material.LINEAR_SHARE];
    }
    return sum;
  }

  /**
   * Logs the MACs that the peer must have for its opened shares.
   *
   * @param theirs the peer's shares, as in {@link #open}
   */
  void receive(LookupBatch batch, long[] theirs, int number) {
    Scheme.Form form = material.scheme().form();
    if (form != Scheme.Form.PASSIVE) {
      numbers.unpack(batch, theirs, number, found);
    }
    if (form == Scheme.Form.LINEAR) {
      expectTags(batch);
    } else if (form == Scheme.Form.LOOKUP) {
      stocks.values().forEach(stock -> stock.next = 0);
      for (int i = 0; i < batch.size(); i++) {
        expectCodes(batch.table(i), i * layout.lanes());
      }
    }
    stocks.values().forEach(stock -> stock.items.release());
  }

  private void expectTags(LookupBatch batch) {
    theirSums.begin(layout.lanes());
    for (int i = 0; i < batch.size(); i++) {
      int to = theirSums.next(batch.table(i).outputBits());
      long[] theirs = theirTags.words();
      for (int lane = 0; lane < layout.lanes(); lane++) {
        theirs[to + lane] ^= multiples.of(found[i * layout.lanes() + lane]);
      }
    }
    tags.addExpected(expectedAt, theirTags);
    theirTags.clear();
  }

  private void expectCodes(LookupTable table, int first) {
    Stock stock = stocks.get(Shape.of(table));
    int codes = material.peerCodes(table.inputBits(), table.outputBits());
    for (int instance = first; instance < first + layout.lanes(); instance++) {
      int item = stock.next++;
      int code = (entries[instance] << table.outputBits()) + found[instance];
      tags.addExpected(
          material.code(stock.items.data(item), stock.items.offset(item) + codes, code));
    }
  }

  void wipe() {
    stocks.values().forEach(stock -> stock.items.release());
    Arrays.fill(entries, 0);
    Arrays.fill(found, 0);
    theirTags.wipe();
    multiples.wipe();
    Secrets.wipe(touched);
  }
}
