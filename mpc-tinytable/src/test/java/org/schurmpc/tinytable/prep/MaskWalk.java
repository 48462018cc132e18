package org.schurmpc.tinytable.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LinearBatch;
import org.schurmpc.core.circuit.LookupBatch;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.WordPlan;

/**
 * Puts both parties' tables together and follows the masks through a circuit, lane by lane: each
 * entry of each table must be the one that the masks of its inputs and of its outputs say.
 */
final class MaskWalk {
  private final Scheme scheme;
  private final LaneLayout layout;
  private final LayeredCircuit circuit;
  private final List<Set<Integer>> contributors;
  private final Material material;
  private final List<Prepared> both;
  private final boolean[][] masks; // by slot and lane, those that fill up included
  private final int lanes;
  private final List<Map<MaterialKind, long[]>> data = List.of(new HashMap<>(), new HashMap<>());
  private final Map<MaterialKind, Integer> next = new HashMap<>();

  /** The words of tables, if they are codewords. */
  private final Optional<PreparedWords> words;

  /** The masks that tables wrote, as they come. */
  private final StringBuilder fresh = new StringBuilder();

  MaskWalk(Scheme scheme, LaneLayout layout, Demand demand, List<Prepared> both) {
    this.scheme = scheme;
    this.layout = layout;
    this.circuit = demand.circuit().orElseThrow();
    this.contributors = demand.contributors();
    this.material = Material.of(scheme, layout, circuit, contributors);
    this.both = both;
    this.lanes = layout.chunks() * layout.chunkLanes();
    for (int party = 0; party < 2; party++) {
      for (MaterialKind kind : both.get(party).items().keySet()) {
        data.get(party).put(kind, both.get(party).items(kind));
      }
    }
    this.masks = new boolean[circuit.slotCount()][lanes];
    this.words =
        scheme
            .code()
            .map(code -> new PreparedWords(WordPlan.of(circuit, layout, code), material, data));
  }

  /** Follows so many evaluations, which must use up everything. */
  MaskWalk requireTables(int evaluations) {
    for (int i = 0; i < evaluations; i++) {
      evaluation();
    }
    words.ifPresent(each -> each.addTo(next));
    both.get(0).items().forEach((kind, n) -> assertEquals((int) (long) n, next.get(kind)));
    return this;
  }

  /** The masks of what AND gates and lookups wrote: zeros and ones. */
  String fresh() {
    return fresh.toString();
  }

  private void evaluation() {
    inputs();
    for (int d = 0; d < circuit.depth(); d++) {
      linear(circuit.linear(d));
      ands(circuit.multiply(d));
      lookups(circuit.lookup(d));
    }
    linear(circuit.linear(circuit.depth()));
    outputs();
  }

  /** Takes items; where the first is. */
  private int take(MaterialKind kind, int items) {
    return next.merge(kind, items, Integer::sum) - items;
  }

  private long word(int party, MaterialKind kind, int item, int offset) {
    return data.get(party).get(kind)[item * kind.longsPerItem() + offset];
  }

  private long sum(MaterialKind kind, int item, int offset) {
    return word(0, kind, item, offset) ^ word(1, kind, item, offset);
  }

  private void inputs() {
    for (int slot : circuit.inputSlots()) {
      masks[slot] = new boolean[lanes];
    }
    int[] sizes = circuit.circuit().inputSizes();
    for (int party = 0; party < 2; party++) {
      int count = 0;
      for (int value = 0; value < sizes.length; value++) {
        count += contributors.get(value).contains(party) ? sizes[value] : 0;
      }
      MaterialKind kind = material.inputMask(party);
      int first = take(kind, (int) layout.words(count));
      int number = 0;
      int wire = 0;
      for (int value = 0; value < sizes.length; value++) {
        for (int i = 0; i < sizes[value]; i++, wire++) {
          if (contributors.get(value).contains(party)) {
            for (int lane = 0; lane < lanes; lane++) {
              int t = number * lanes + lane;
              boolean bit = (sum(kind, first + t / 64, 0) >>> t & 1) != 0;
              masks[circuit.inputSlots()[wire]][lane] ^= bit;
            }
            number++;
          }
        }
      }
    }
  }

  private void linear(LinearBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      boolean[] out = new boolean[lanes];
      for (int lane = 0; lane < lanes; lane++) {
        boolean left = masks[batch.left(i)][lane];
        out[lane] =
            switch (batch.op(i)) {
              case LinearBatch.XOR -> left ^ masks[batch.right(i)][lane];
              case LinearBatch.NOT -> !left;
              case LinearBatch.COPY -> left;
              default -> false;
            };
      }
      masks[batch.out(i)] = out;
    }
  }

  private void ands(MulBatch batch) {
    if (batch.size() == 0) {
      return;
    }
    MaterialKind kind = material.andTables();
    int first = words.isPresent() ? 0 : take(kind, (int) layout.words(batch.size()));
    boolean[][] out = new boolean[batch.size()][lanes];
    for (int gate = 0; gate < batch.size(); gate++) {
      for (int lane = 0; lane < lanes; lane++) {
        int t = gate * lanes + lane;
        boolean[] entries =
            words.isPresent() ? words.get().nextAnd() : entries(kind, first + t / 64, t % 64);
        // What fills up the lanes may be behind a lookup, which has no table there.
        boolean known = lane < layout.lanes();
        boolean u = known ? masks[batch.left(gate)][lane] : entries[0] ^ entries[1];
        boolean v = known ? masks[batch.right(gate)][lane] : entries[0] ^ entries[2];
        boolean mask = entries[0] ^ (u && v);
        for (int entry = 0; entry < 4; entry++) {
          boolean c = (entry & 2) != 0;
          boolean d = (entry & 1) != 0;
          String where = "gate " + gate + ", lane " + lane + ", entry " + entry;
          assertEquals(((c ^ u) && (d ^ v)) ^ mask, entries[entry], where);
        }
        out[gate][lane] = mask;
        fresh.append(mask ? 1 : 0);
      }
    }
    for (int gate = 0; gate < batch.size(); gate++) {
      masks[batch.out(gate)] = out[gate];
    }
  }

  private boolean[] entries(MaterialKind kind, int item, int bit) {
    boolean[] entries = new boolean[4];
    for (int entry = 0; entry < 4; entry++) {
      long word = 0;
      for (int party = 0; party < 2; party++) {
        word ^=
            scheme.form() == Scheme.Form.LINEAR
                ? linearShare(party, kind, item, entry)
                : word(party, kind, item, entry);
      }
      entries[entry] = (word >>> bit & 1) != 0;
    }
    return entries;
  }

  private long linearShare(int party, MaterialKind kind, int item, int entry) {
    long share = word(party, kind, item, 0);
    share ^= (entry & 1) != 0 ? word(party, kind, item, 1) : 0;
    share ^= (entry & 2) != 0 ? word(party, kind, item, 2) : 0;
    return share ^ (entry == 3 && party == 0 ? -1L : 0);
  }

  private void lookups(LookupBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      LookupTable table = batch.table(i);
      MaterialKind kind = material.tables(table.inputBits(), table.outputBits());
      int first = words.isPresent() ? 0 : take(kind, layout.lanes());
      words.ifPresent(each -> each.begin(table, layout.lanes()));
      boolean[][] out = new boolean[table.outputBits()][lanes];
      for (int lane = 0; lane < layout.lanes(); lane++) {
        int in = 0;
        for (int bit = 0; bit < table.inputBits(); bit++) {
          in |= masks[batch.input(i, bit)][lane] ? 1 << bit : 0;
        }
        int mask = entry(kind, table, first + lane, 0) ^ table.entry(in);
        for (int e = 0; e < table.entries(); e++) {
          String where = "lookup " + i + ", lane " + lane + ", entry " + e;
          int expected = table.entry(e ^ in) ^ mask;
          assertEquals(expected, entry(kind, table, first + lane, e), where);
        }
        for (int bit = 0; bit < table.outputBits(); bit++) {
          out[bit][lane] = (mask >>> bit & 1) != 0;
          fresh.append(mask >>> bit & 1);
        }
      }
      for (int bit = 0; bit < table.outputBits(); bit++) {
        masks[batch.output(i, bit)] = out[bit];
      }
    }
  }

  private int entry(MaterialKind kind, LookupTable table, int item, int entry) {
    if (words.isPresent()) {
      return words.get().entry(item, entry);
    }
    int sum = 0;
    for (int party = 0; party < 2; party++) {
      if (scheme.form() == Scheme.Form.LINEAR) {
        sum ^= (int) word(party, kind, item, 3 * entry + 2);
      } else {
        int width = 8 * Material.valueBytes(table.outputBits());
        long word = word(party, kind, item, entry * width / 64) >>> (entry * width % 64);
        sum ^= (int) word & ((1 << width) - 1);
      }
    }
    return sum;
  }

  private void outputs() {
    int[] slots = circuit.outputSlots();
    MaterialKind kind = material.outputMasks();
    int first = take(kind, (int) layout.words(slots.length));
    for (int wire = 0; wire < slots.length; wire++) {
      for (int lane = 0; lane < layout.lanes(); lane++) {
        int t = wire * lanes + lane;
        boolean bit = (sum(kind, first + t / 64, 0) >>> t & 1) != 0;
        assertEquals(masks[slots[wire]][lane], bit, "mask of output " + wire + ", lane " + lane);
      }
    }
  }
}
