package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.cipher.CipherTables;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.LookupKind.Form;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzChecker;

/** Masked tables from oblivious transfer, under the checker of stores. */
class TablesTest {
  private static MascotRun run(String name, int parties, int threads) throws Exception {
    Field field = Fields.named(name);
    int sigma = Material.usualSigma(field);
    return new MascotRun(field, parties, new MascotParameters(field, sigma, 4, threads, 192));
  }

  static LookupTable random(int inputBits, int outputBits) {
    Random random = new Random(inputBits * 31L + outputBits);
    int[] entries = new int[1 << inputBits];
    Arrays.setAll(entries, i -> random.nextInt(1 << outputBits));
    return new LookupTable(inputBits, outputBits, entries);
  }

  private static LookupTable sbox() throws Exception {
    return CipherTables.of(Fields.named("gf2_40")).get("sbox_aes").table();
  }

  /** Makes tables, checks all of them, and returns the masks. */
  private static List<Long> make(MascotRun run, LookupTable table, Form form, int items)
      throws Exception {
    LookupKind kind = LookupKind.of(run.field, table, form);
    List<MascotRun.Outcome> outcomes =
        run.run(Demand.of(run.material.storeName()).add(kind.kind(), items, table).build());
    List<long[]> keys = new ArrayList<>();
    for (MascotRun.Outcome outcome : outcomes) {
      assertNull(outcome.failure());
      keys.add(outcome.kept().key);
      assertEquals(Set.of(kind.kind()), outcome.kept().items.keySet());
    }
    SpdzChecker checker = new SpdzChecker(run.material, keys);
    long[][] data = new long[run.parties][];
    Arrays.setAll(data, party -> outcomes.get(party).kept().items.get(kind.kind()));
    int longs = kind.kind().longsPerItem();
    List<Long> masks = new ArrayList<>();
    for (int item = 0; item < items; item++) {
      int[] offsets = new int[run.parties];
      Arrays.fill(offsets, item * longs);
      assertEquals(Optional.empty(), checker.check(kind.kind(), data, offsets), "item " + item);
      long mask = 0;
      for (long[] each : data) {
        mask ^= kind.coordinates(each, item * longs);
      }
      masks.add(mask);
    }
    assertEquals(items * longs, data[0].length);
    return masks;
  }

  @ParameterizedTest
  @CsvSource({
    "gf2_40, 2, 2, 1, 5",
    "gf2_40, 2, 1, 16, 3",
    "gf2_40, 2, 4, 3, 3",
    "gf2_40, 2, 5, 5, 3",
    "gf2_40, 3, 6, 4, 100",
    "gf2_40, 2, 7, 9, 2",
    "gf2_40, 2, 12, 8, 2",
    "gf2_64, 2, 2, 1, 3",
    "gf2_64, 2, 8, 8, 3",
    "gf2_64, 3, 9, 5, 2",
    "gf2_128, 2, 6, 4, 3"
  })
  void tablesOfBits(String field, int parties, int inputBits, int outputBits, int items)
      throws Exception {
    make(run(field, parties, 1), random(inputBits, outputBits), Form.BITS, items);
  }

  @ParameterizedTest
  @CsvSource({"2, 8, 8", "2, 2, 1", "3, 5, 7", "2, 7, 3"})
  void tablesOfBytes(int parties, int inputBits, int outputBits) throws Exception {
    make(run("gf2_40", parties, 1), random(inputBits, outputBits), Form.BYTES, 3);
  }

  /** Several units of two threads, of 17 tables each and one of 9. */
  @ParameterizedTest
  @CsvSource({"2", "3"})
  void theSboxOfAes(int parties) throws Exception {
    List<Long> masks = make(run("gf2_40", parties, 2), sbox(), Form.BYTES, 60);
    assertTrue(new HashSet<>(masks).size() > 40, masks + "");
  }

  @Test
  void aDemandNeedsTheTable() throws Exception {
    MascotRun run = run("gf2_40", 2, 1);
    LookupKind kind = LookupKind.of(run.field, sbox(), Form.BYTES);
    Demand without = Demand.of(run.material.storeName()).add(kind.kind(), 1).build();
    String message =
        assertThrows(IllegalArgumentException.class, () -> run.run(without)).getMessage();
    assertTrue(message.startsWith("the demand has no table for lookups of 8 to 8"), message);
    Demand another = Demand.of(run.material.storeName()).add(kind.kind(), 1, random(8, 8)).build();
    assertThrows(IllegalArgumentException.class, () -> run.run(another));
  }
}
