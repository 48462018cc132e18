package org.schurmpc.tinytable.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.MulBatch;

/**
 * The tables of a layer in one exchange (DNNR17, Figure 5, "computing"): each party looks up its
 * shares at the masked inputs, all shares are sent as one message of packed bits, and their sums
 * are the masked outputs. The message has one bit for each AND gate, then m bits for each lookup of
 * m bits, in every lane, and additional bits that depend on the scheme.
 */
final class Layers {
  private final LaneLayout layout;
  private final LayerTables tables;
  private final PackedExchange exchange;
  private final OpenedTags tags;
  private final AndInputs inputs;
  private long[] mine = new long[0];
  private long[] theirs = new long[0];

  Layers(LaneLayout layout, LayerTables tables, PackedExchange exchange, OpenedTags tags) {
    this.layout = layout;
    this.tables = tables;
    this.exchange = exchange;
    this.tags = tags;
    this.inputs = new AndInputs(layout);
  }

  /** Returns the number of bits of the shares of AND gates and lookups. */
  static long shareBits(LaneLayout layout, int gates, LookupBatch lookups) {
    long wires = gates;
    for (int i = 0; i < lookups.size(); i++) {
      wires += lookups.table(i).outputBits();
    }
    return layout.bits(wires);
  }

  void evaluate(MulBatch gates, LookupBatch lookups, MaskedWires wires) throws MpcException {
    long bits = tables.messageBits(gates, lookups);
    if (bits == 0) {
      return;
    }
    makeRoom(Math.toIntExact((bits + Long.SIZE - 1) / Long.SIZE));
    inputs.gather(gates, wires);
    tables.open(inputs, lookups, wires, mine);
    exchange.exchange(mine, bits, theirs, bits);
    tables.receive(inputs, lookups, theirs);
    long words = (shareBits(layout, gates.size(), lookups) + Long.SIZE - 1) / Long.SIZE;
    for (int w = 0; w < words; w++) {
      mine[w] ^= theirs[w];
    }
    scatter(gates, lookups, wires);
    tags.checkIfLong();
  }

  private void makeRoom(int words) {
    if (mine.length < words) {
      wipe();
      mine = new long[words];
      theirs = new long[words];
    } else {
      Arrays.fill(mine, 0, words, 0);
    }
  }

  private void scatter(MulBatch gates, LookupBatch lookups, MaskedWires wires) {
    for (int chunk = 0; chunk < layout.chunks(); chunk++) {
      long[] values = wires.values(chunk);
      for (int i = 0; i < gates.size(); i++) {
        values[gates.out(i)] = layout.get(mine, i, chunk);
      }
      int wire = gates.size();
      for (int i = 0; i < lookups.size(); i++) {
        for (int bit = 0; bit < lookups.table(i).outputBits(); bit++) {
          values[lookups.output(i, bit)] = layout.get(mine, wire++, chunk);
        }
      }
    }
  }

  /** Wipes the copies of masked values; the owners of the tables wipe the tables. */
  void wipe() {
    inputs.wipe();
    Arrays.fill(mine, 0);
    Arrays.fill(theirs, 0);
  }
}
