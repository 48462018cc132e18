package org.schurmpc.tinytable;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.MulBatch;

/**
 * The tables of a layer in one exchange (DNNR17, Figure 5, "computing"): each party finds its
 * shares at the masked inputs, all shares go as one message of packed bits, and their sums are the
 * masked outputs. One bit for each AND gate, m for each lookup of m bits, and lane.
 */
final class Layers {
  private final LaneLayout layout;
  private final AndTables ands;
  private final BigTables lookups;
  private final PackedExchange exchange;
  private final OpenedTags tags;

  private long[] left = new long[0];
  private long[] right = new long[0];
  private long[] shares = new long[0];
  private long[] theirs = new long[0];

  Layers(
      LaneLayout layout,
      AndTables ands,
      BigTables lookups,
      PackedExchange exchange,
      OpenedTags tags) {
    this.layout = layout;
    this.ands = ands;
    this.lookups = lookups;
    this.exchange = exchange;
    this.tags = tags;
  }

  void evaluate(MulBatch gates, LookupBatch tables, MaskedWires wires) throws MpcException {
    int opened = gates.size();
    for (int i = 0; i < tables.size(); i++) {
      opened += tables.table(i).outputBits();
    }
    if (opened == 0) {
      return;
    }
    int words = Math.toIntExact(layout.words(opened));
    makeRoom(words);
    Arrays.fill(shares, 0, words, 0);
    int instances = Math.toIntExact(layout.bits(gates.size()));
    if (instances > 0) {
      gather(gates, wires);
      ands.open(instances, left, right, shares);
      layout.trim(shares, 0, gates.size());
    }
    if (tables.size() > 0) {
      lookups.open(tables, wires, shares, gates.size());
    }
    exchange.exchange(shares, layout.bits(opened), theirs, layout.bits(opened));
    if (instances > 0) {
      ands.receive(instances, theirs);
    }
    if (tables.size() > 0) {
      lookups.receive(tables, theirs, gates.size());
    }
    for (int w = 0; w < words; w++) {
      shares[w] ^= theirs[w];
    }
    scatter(gates, tables, wires);
    tags.checkIfLong();
  }

  private void makeRoom(int words) {
    if (shares.length < words) {
      wipe();
      left = new long[words];
      right = new long[words];
      shares = new long[words];
      theirs = new long[words];
    }
  }

  /** The masked inputs of AND gates, packed as the material is. */
  private void gather(MulBatch gates, MaskedWires wires) {
    int words = (int) layout.words(gates.size());
    Arrays.fill(left, 0, words, 0);
    Arrays.fill(right, 0, words, 0);
    for (int chunk = 0; chunk < layout.chunks(); chunk++) {
      long[] values = wires.values(chunk);
      for (int i = 0; i < gates.size(); i++) {
        layout.put(left, i, chunk, values[gates.left(i)]);
        layout.put(right, i, chunk, values[gates.right(i)]);
      }
    }
  }

  private void scatter(MulBatch gates, LookupBatch tables, MaskedWires wires) {
    for (int chunk = 0; chunk < layout.chunks(); chunk++) {
      long[] values = wires.values(chunk);
      for (int i = 0; i < gates.size(); i++) {
        values[gates.out(i)] = layout.get(shares, i, chunk);
      }
      int wire = gates.size();
      for (int i = 0; i < tables.size(); i++) {
        for (int bit = 0; bit < tables.table(i).outputBits(); bit++) {
          values[tables.output(i, bit)] = layout.get(shares, wire++, chunk);
        }
      }
    }
  }

  void wipe() {
    Arrays.fill(left, 0);
    Arrays.fill(right, 0);
    Arrays.fill(shares, 0);
    Arrays.fill(theirs, 0);
  }
}
