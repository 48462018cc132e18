package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.LookupKind.Form;
import org.schurmpc.spdz.material.SpdzChecker;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** Lookups of elements in random tables, with dealt material. */
class LookupsTest {
  private static final int SEED = 41;
  private static final int MOST = 20;

  /** Inputs for one lookup of each index, or of some. */
  private static void looksUp(
      String field, int parties, OpeningMode mode, LookupTable table, Form form) throws Exception {
    SpdzRun run = new SpdzRun(field, parties, mode, SEED);
    LookupKind kind = LookupKind.of(run.field, table, form);
    int n = Math.min(MOST, kind.entries());
    run.dealInputs(n).deal(kind, table, n);
    long[] indices = new long[n];
    long[] expected = new long[n * kind.outputs()];
    for (int i = 0; i < n; i++) {
      indices[i] = n == kind.entries() ? i : new Random(SEED + i).nextInt(kind.entries());
      int entry = table.entry((int) indices[i]);
      for (int output = 0; output < kind.outputs(); output++) {
        expected[output * n + i] = form == Form.BYTES ? entry : entry >>> output & 1;
      }
    }
    for (long[] result : run.run((party, engine) -> outputs(parties, engine, kind, indices))) {
      long[] coordinates = new long[expected.length];
      kind.values().coordinates(result, 0, coordinates, 0, expected.length);
      assertTrue(kind.values().contains(result, 0, expected.length));
      assertArrayEquals(expected, coordinates);
    }
    for (PrepStore store : run.stores) {
      assertEquals(0, store.available(kind.kind()));
    }
  }

  private static long[] outputs(
      int parties, ArithmeticEvaluator engine, LookupKind kind, long[] indices) throws Exception {
    Field field = kind.field();
    int n = indices.length;
    long[] elements = new long[n * field.limbs()];
    kind.indices().elements(indices, 0, elements, 0, n);
    Shares x = new Shares(field, n);
    int[] counts = new int[parties];
    counts[0] = n;
    engine.input(counts, elements, 0, x, 0);
    Shares y = new Shares(field, n * kind.outputs());
    ((SpdzEngine) engine).lookup(kind, x, 0, y, 0, n);
    long[] result = new long[y.count() * field.limbs()];
    engine.output(y, 0, result, 0, y.count());
    return result;
  }

  private static LookupTable random(int inputBits, int outputBits) {
    Random random = new Random(inputBits * 31L + outputBits);
    int[] entries = new int[1 << inputBits];
    Arrays.setAll(entries, i -> random.nextInt(1 << outputBits));
    return new LookupTable(inputBits, outputBits, entries);
  }

  @ParameterizedTest
  @CsvSource({
    "gf2_40, 2, 1",
    "gf2_40, 8, 8",
    "gf2_40, 12, 8",
    "gf2_40, 6, 4",
    "gf2_40, 1, 16",
    "gf2_64, 2, 1",
    "gf2_64, 9, 5",
    "gf2_128, 3, 2",
    "gf2_128, 12, 8"
  })
  void tablesOfBits(String field, int inputBits, int outputBits) throws Exception {
    looksUp(field, 2, OpeningMode.ALL, random(inputBits, outputBits), Form.BITS);
  }

  @ParameterizedTest
  @CsvSource({"8, 8", "2, 1", "5, 7", "7, 3"})
  void tablesOfBytes(int inputBits, int outputBits) throws Exception {
    looksUp("gf2_40", 2, OpeningMode.ALL, random(inputBits, outputBits), Form.BYTES);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void moreParties(int parties) throws Exception {
    for (OpeningMode mode : OpeningMode.values()) {
      looksUp("gf2_40", parties, mode, random(8, 8), Form.BYTES);
      looksUp("gf2_64", parties, mode, random(6, 4), Form.BITS);
    }
  }

  /** Two tables of bits, one of bytes and a product in one round, and in calls of their own. */
  @ParameterizedTest
  @EnumSource(OpeningMode.class)
  void groupsAreOpenedTogether(OpeningMode mode) throws Exception {
    SpdzRun run = new SpdzRun("gf2_40", 3, mode, SEED);
    LookupTable[] tables = {random(2, 2), random(9, 1), random(8, 8)};
    List<LookupKind> kinds = new ArrayList<>();
    for (int i = 0; i < tables.length; i++) {
      kinds.add(LookupKind.of(run.field, tables[i], i == 2 ? Form.BYTES : Form.BITS));
      run.deal(kinds.get(i), tables[i], 4);
    }
    run.dealInputs(2).deal(run.material.triples(), 2);
    for (long[] result : run.run((party, engine) -> groups((SpdzEngine) engine, kinds))) {
      assertArrayEquals(Arrays.copyOf(result, 5), Arrays.copyOfRange(result, 5, 10));
    }
  }

  private static long[] groups(SpdzEngine engine, List<LookupKind> kinds) throws Exception {
    Shares x = new Shares(engine.field(), 2);
    engine.input(new int[] {2, 0, 0}, new long[] {1, 0}, 0, x, 0);
    Shares y = new Shares(engine.field(), 16);
    OpenGroup group = new OpenGroup(engine.field());
    group.lookup(kinds.get(0), x, 0, y, 0, 1);
    group.product(x, 0, false, x, 1, false, y, 2, 1);
    group.lookup(kinds.get(2), x, 0, y, 3, 1);
    group.lookup(kinds.get(1), x, 1, y, 4, 1);
    engine.start(group);
    engine.stop();
    engine.lookup(kinds.get(0), x, 0, y, 5, 1);
    engine.multiply(x, 0, x, 1, y, 7, 1);
    engine.lookup(kinds.get(2), x, 0, y, 8, 1);
    engine.lookup(kinds.get(1), x, 1, y, 9, 1);
    long[] result = new long[10];
    engine.output(y, 0, result, 0, 10);
    return result;
  }

  @Test
  void kindsAreReadFromTheirNames() throws Exception {
    SpdzRun run = new SpdzRun("gf2_40", 2, OpeningMode.ALL, SEED);
    List<LookupKind> kinds = new ArrayList<>();
    for (Form form : Form.values()) {
      kinds.add(LookupKind.of(run.field, random(6, 4), form));
      kinds.add(LookupKind.of(run.field, random(8, 8), form));
    }
    for (LookupKind kind : kinds) {
      assertEquals(Optional.of(kind), LookupKind.of(run.field, kind.kind()));
    }
    assertEquals(4, kinds.stream().distinct().count());
    assertEquals(Optional.empty(), LookupKind.of(run.field, run.material.bits()));
  }

  /** The checker finds each part of an item that was changed, and a table of another function. */
  @Test
  void theCheckerFindsChanges() throws Exception {
    LookupTable table = random(3, 2);
    for (String field : List.of("gf2_40", "gf2_64")) {
      SpdzRun run = new SpdzRun(field, 2, OpeningMode.ALL, SEED);
      LookupKind kind = LookupKind.of(run.field, table, Form.BITS);
      run.deal(kind, table, 1);
      List<long[]> keys = new ArrayList<>();
      long[][] items = new long[2][];
      int[] offsets = new int[2];
      for (int party = 0; party < 2; party++) {
        keys.add(run.stores[party].keys(run.material.storeName()));
        run.stores[party].acquire();
        var lease = run.stores[party].lease(kind.kind(), 1);
        items[party] = lease.data();
        offsets[party] = lease.offset();
      }
      SpdzChecker checker = new SpdzChecker(run.material, keys);
      assertEquals(Optional.empty(), checker.check(kind.kind(), items, offsets));
      for (int i = 0; i < kind.kind().longsPerItem(); i++) {
        items[1][offsets[1] + i] ^= 1;
        assertTrue(checker.check(kind.kind(), items, offsets).isPresent(), "long " + i);
        items[1][offsets[1] + i] ^= 1;
      }
      int[] entries = new int[8];
      Arrays.setAll(entries, i -> table.entry(i) ^ (i == 5 ? 1 : 0));
      LookupKind changed = LookupKind.of(run.field, new LookupTable(3, 2, entries), Form.BITS);
      assertEquals(
          Optional.of("the entries are not those of the table"),
          checker.check(changed.kind(), items, offsets));
    }
  }

  /** Material of one table does not serve another one of equal sizes: nobody gets an output. */
  @Test
  void aTableOfAnotherFunction() throws Exception {
    LookupTable table = random(3, 2);
    int[] entries = new int[table.entries()];
    Arrays.setAll(entries, i -> table.entry(i) ^ (i == 5 ? 1 : 0));
    LookupTable other = new LookupTable(3, 2, entries);
    SpdzRun run = new SpdzRun("gf2_40", 2, OpeningMode.ALL, SEED);
    LookupKind dealt = LookupKind.of(run.field, table, Form.BITS);
    LookupKind wanted = LookupKind.of(run.field, other, Form.BITS);
    run.dealInputs(1).deal(dealt, table, 1);
    List<Throwable> ends =
        run.ends(
            InMemoryNetwork.create(2),
            (party, engine) -> outputs(2, engine, wanted, new long[] {5}));
    for (Throwable end : ends) {
      assertInstanceOf(Exhausted.class, end);
    }
    String name = run.material.storeName();
    byte[] digest = Demand.of(name).add(dealt.kind(), 1, table).build().digest();
    byte[] another = Demand.of(name).add(wanted.kind(), 1, other).build().digest();
    assertFalse(Arrays.equals(digest, another), "what parties and dealer compare");
  }
}
