package org.schurmpc.garbled.material;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialIdentity;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.garbled.GarbledProtocol;

class GarbledMaterialTest {
  private static final int ITEMS = 640;

  private final List<MemoryPrepStore> stores =
      List.of(new MemoryPrepStore(), new MemoryPrepStore());

  private List<MaterialKind> deal(GarbledLevel level, int items) throws Exception {
    Material material = level.material();
    List<MaterialKind> kinds =
        List.of(
            material.andTriples(),
            material.randomBits(),
            material.inputMask(0),
            material.inputMask(1));
    Demand.Builder demand = Demand.of(level.storeName());
    kinds.forEach(kind -> demand.add(kind, items));
    try (GarbledDealer dealer =
        new GarbledDealer(level, SessionPairs.seeded("dealer"), NamedKernels.of("plain"))) {
      dealer.dealKeys(stores);
      dealer.deal(demand.build(), stores);
      assertThrows(IllegalStateException.class, () -> dealer.dealKeys(stores));
      assertThrows(IllegalArgumentException.class, () -> dealer.dealKeys(List.of(stores.get(0))));
    }
    return kinds;
  }

  /** What one party holds says nothing: each long looks uniform, or is zero always. */
  @ParameterizedTest
  @CsvSource({"64, 0, 0", "64, 0, 1", "80, 1, 0", "80, 1, 1"})
  void eachPartysPartAloneIsUniform(int sigma, int garbler, int party) throws Exception {
    GarbledLevel level = new GarbledLevel(sigma, garbler);
    for (MaterialKind kind : deal(level, ITEMS)) {
      Leases leased = new Leases(stores.get(party), kind);
      leased.lease(ITEMS);
      for (int i = 0; i < kind.longsPerItem(); i++) {
        int[] histogram = new int[256];
        long all = 0;
        for (int item = 0; item < ITEMS; item++) {
          long word = leased.data(item)[leased.offset(item) + i];
          all |= word;
          for (int b = 0; b < 64; b += 8) {
            histogram[(int) (word >>> b) & 255]++;
          }
        }
        if (i == 0 && kind.equals(level.material().inputMask(1 - party))) {
          assertEquals(0, all, "a share of another's mask");
        } else {
          Uniformity.require(histogram, kind.name() + ", long " + i);
        }
      }
    }
  }

  /** The checker passes what is dealt, and names any long that is changed, at either party. */
  @ParameterizedTest
  @CsvSource({"40, 0", "64, 1", "80, 0"})
  void everyLongIsChecked(int sigma, int garbler) throws Exception {
    GarbledLevel level = new GarbledLevel(sigma, garbler);
    List<MaterialKind> kinds = deal(level, 1);
    String name = level.storeName();
    GarbledChecker checker =
        new GarbledChecker(level, stores.get(0).keys(name), stores.get(1).keys(name));
    assertEquals(4, checker.kinds().size());
    for (MaterialKind kind : kinds) {
      long[][] items = new long[2][];
      for (int party = 0; party < 2; party++) {
        Leases leased = new Leases(stores.get(party), kind);
        leased.lease(1);
        int at = leased.offset(0);
        items[party] = Arrays.copyOfRange(leased.data(0), at, at + kind.longsPerItem());
      }
      int[] offsets = {0, 0};
      assertEquals(Optional.empty(), checker.check(kind, items, offsets));
      for (int party = 0; party < 2; party++) {
        for (int i = 0; i < kind.longsPerItem(); i++) {
          items[party][i] ^= 1L << 62;
          assertTrue(checker.check(kind, items, offsets).isPresent(), kind.name() + " " + i);
          items[party][i] ^= 1L << 62;
        }
      }
    }
  }

  @Test
  void checkersAreOfTheirMaterial() throws Exception {
    GarbledProtocol protocol = new GarbledProtocol();
    String name = new GarbledLevel(64, 1).storeName();
    assertEquals("garbled, sigma 64, MACs 64 and 128 bits, garbler 2", name);
    Map<String, String> terms = Map.of("sigma", "64", "garbler", "2");
    MaterialIdentity identity = new MaterialIdentity(name, 2, terms);
    protocol.checker(identity, List.of(new long[1], new long[2]));
    assertThrows(
        BadFile.class, () -> protocol.checker(identity, List.of(new long[2], new long[2])));
    assertThrows(Refused.class, () -> protocol.checker(identity, List.of(new long[1])));
    MaterialIdentity other = new MaterialIdentity("tinyot", 2, terms);
    assertThrows(Refused.class, () -> protocol.checker(other, List.of(new long[1], new long[2])));
    assertThrows(Refused.class, () -> GarbledLevel.named("63", "1"));
    assertThrows(Refused.class, () -> GarbledLevel.named("64", "3"));
    assertThrows(Refused.class, () -> GarbledLevel.requireNotZero(new long[2]));
    GarbledLevel.requireNotZero(new long[] {0, 1});
  }
}
