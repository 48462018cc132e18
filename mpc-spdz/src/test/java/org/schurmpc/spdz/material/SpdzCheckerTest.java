package org.schurmpc.spdz.material;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;

/** Dealt material is right, and every element of it that is not is found. */
class SpdzCheckerTest {
  private static final int ITEMS = 3;

  private static List<PrepStore> dealt(Material material, int parties, int items) throws Exception {
    PrepStore[] stores = new PrepStore[parties];
    Arrays.setAll(stores, party -> new MemoryPrepStore());
    try (SpdzDealer dealer = new SpdzDealer(material, parties, new SecureRandom())) {
      dealer.dealKeys(List.of(stores));
      Demand.Builder demand = Demand.of(material.storeName());
      for (MaterialKind kind : kinds(material, parties)) {
        demand.add(kind, items);
      }
      dealer.deal(demand.build(), List.of(stores));
      assertThrows(IllegalStateException.class, () -> dealer.dealKeys(List.of(stores)));
    }
    return List.of(stores);
  }

  private static List<MaterialKind> kinds(Material material, int parties) {
    return new SpdzChecker(material, keys(material.field(), parties)).kinds();
  }

  private static List<long[]> keys(Field field, int parties) {
    List<long[]> keys = new ArrayList<>();
    for (int party = 0; party < parties; party++) {
      keys.add(new long[field.limbs()]);
    }
    return keys;
  }

  @ParameterizedTest
  @CsvSource({"p128, 2", "18446744073709551557, 3", "gf2_40, 2", "gf2_128, 5", "4294967291, 2"})
  void dealtMaterialIsRight(String field, int parties) throws Exception {
    Material material = new Material(Fields.named(field));
    assertEquals(Optional.empty(), SpdzChecker.check(material, dealt(material, parties, 300)));
  }

  @Test
  void dealsToAllParties() throws Exception {
    Material material = new Material(Fields.named("gf2_64"));
    try (SpdzDealer dealer = new SpdzDealer(material, 2, new SecureRandom())) {
      for (int sinks : new int[] {1, 3}) {
        List<PrepStore> stores = new ArrayList<>();
        for (int sink = 0; sink < sinks; sink++) {
          stores.add(new MemoryPrepStore());
        }
        Demand none = Demand.of(material.storeName()).build();
        for (Executable deal :
            List.<Executable>of(() -> dealer.dealKeys(stores), () -> dealer.deal(none, stores))) {
          String said = assertThrows(IllegalArgumentException.class, deal).getMessage();
          assertEquals("2 parties, not " + sinks, said);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"p128, 2", "gf2_40, 3"})
  void findsEveryWrongElement(String field, int parties) throws Exception {
    Material material = new Material(Fields.named(field));
    int limbs = material.field().limbs();
    for (MaterialKind kind : kinds(material, parties)) {
      for (int at = 0; at < kind.longsPerItem(); at += limbs) {
        requireFound(material, parties, kind, at);
      }
    }
  }

  private static void requireFound(Material material, int parties, MaterialKind kind, int at)
      throws Exception {
    Field field = material.field();
    List<PrepStore> stores = new ArrayList<>(dealt(material, parties, ITEMS));
    stores.set(
        1,
        new AlteredStore(
            stores.get(1),
            kind,
            ITEMS - 1,
            (data, offset) ->
                field.add(data, offset + at, field.element(1), 0, data, offset + at, 1)));
    String broken = SpdzChecker.check(material, stores).orElse("nothing");
    assertTrue(broken.startsWith(kind.name() + ", item " + (ITEMS - 1)), broken);
  }

  /** With right MACs: what is added to a value is added to its MAC under all parties' keys. */
  @ParameterizedTest
  @CsvSource({"p128", "gf2_40"})
  void findsWrongRelationsUnderRightMacs(String name) throws Exception {
    Material material = new Material(Fields.named(name));
    Map<MaterialKind, String> expected = new HashMap<>();
    expected.put(material.triples(), "c is not a b");
    expected.put(material.bits(), "a bit is neither 0 nor 1");
    expected.put(material.inputs(0), "what the owner knows is not the mask");
    if (!material.field().isBinary()) {
      expected.put(material.squares(), "b is not a^2");
      expected.put(material.inverses(), "a b is not 1");
      expected.put(material.ownBits(1), "a bit is neither 0 nor 1");
    }
    for (Map.Entry<MaterialKind, String> each : expected.entrySet()) {
      List<PrepStore> stores = new ArrayList<>(dealt(material, 2, 1));
      for (int party = 0; party < 2; party++) {
        stores.set(party, shifted(material, stores.get(party), party, each.getKey()));
      }
      String broken = SpdzChecker.check(material, stores).orElse("nothing");
      assertEquals(each.getKey().name() + ", item 0: " + each.getValue(), broken);
    }
  }

  /** Adds X, or 2, to the first value. */
  private static PrepStore shifted(
      Material material, PrepStore store, int party, MaterialKind kind) {
    Field field = material.field();
    long[] key = store.keys(material.storeName());
    long[] two = field.element(2);
    return new AlteredStore(
        store,
        kind,
        0,
        (data, offset) -> {
          if (party == 0) {
            field.add(data, offset, two, 0, data, offset, 1);
          }
          int mac = offset + field.limbs();
          field.addScaled(key, 0, two, 0, data, mac, 1);
        });
  }

  @Test
  void findsWhatIsNoElement() throws Exception {
    Material material = new Material(Fields.named("gf2_40"));
    List<PrepStore> stores = new ArrayList<>(dealt(material, 2, 1));
    stores.set(
        0,
        new AlteredStore(
            stores.get(0), material.bits(), 0, (data, offset) -> data[offset] |= 1L << 50));
    assertEquals(
        Optional.of("bits, item 0: element 0 of party 1 is none of the field"),
        SpdzChecker.check(material, stores));
  }

  /** Over the smallest prime field. */
  @Test
  void inversesAreOfUnitsAndBitsOfBothKinds() throws Exception {
    Material material = new Material(Fields.named("4294967291"));
    List<PrepStore> stores = dealt(material, 2, 1000);
    Field field = material.field();
    int ones = 0;
    for (int i = 0; i < 1000; i++) {
      assertFalse(sum(field, stores, material.inverses())[0] == 0);
      ones += Arrays.equals(sum(field, stores, material.bits()), field.element(1)) ? 1 : 0;
    }
    assertTrue(ones > 400 && ones < 600, ones + " ones");
  }

  private static long[] sum(Field field, List<PrepStore> stores, MaterialKind kind)
      throws Exception {
    long[] sum = new long[field.limbs()];
    for (PrepStore store : stores) {
      Lease lease = store.lease(kind, 1);
      field.add(sum, 0, lease.data(), lease.offset(), sum, 0, 1);
    }
    return sum;
  }
}
