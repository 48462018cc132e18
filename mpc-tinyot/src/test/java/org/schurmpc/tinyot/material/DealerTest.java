package org.schurmpc.tinyot.material;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.session.SessionPairs;

class DealerTest {
  private static final int ITEMS = 640;

  private final List<MemoryPrepStore> stores =
      List.of(new MemoryPrepStore(), new MemoryPrepStore());

  private static TinyOtDealer dealer(int sigma) throws Exception {
    return new TinyOtDealer(
        SecurityLevel.named(String.valueOf(sigma)),
        SessionPairs.seeded("dealer"),
        NamedKernels.of("plain"));
  }

  /**
   * Every long of every item alone looks uniform: what one party holds says nothing. Where it must
   * be zero it is, always.
   */
  @ParameterizedTest
  @CsvSource({"64, 0", "64, 1", "80, 0", "80, 1"})
  void eachPartysPartAloneIsUniform(int sigma, int party) throws Exception {
    Material material = Material.of(sigma == 80 ? 2 : 1);
    List<MaterialKind> kinds =
        List.of(
            material.andTriples(),
            material.randomBits(),
            material.inputMask(party),
            material.inputMask(1 - party));
    Demand.Builder demand = Demand.of("test");
    kinds.forEach(kind -> demand.add(kind, ITEMS));
    TinyOtDealer dealer = dealer(sigma);
    dealer.dealKeys(stores);
    dealer.deal(demand.build(), stores);
    for (MaterialKind kind : kinds) {
      Leases leased = new Leases(stores.get(party), kind);
      leased.lease(ITEMS);
      int longs = kind.longsPerItem();
      for (int i = 0; i < longs; i++) {
        int[] histogram = new int[256];
        long all = 0;
        for (int item = 0; item < ITEMS; item++) {
          long word = leased.data(item)[leased.offset(item) + i];
          all |= word;
          for (int b = 0; b < 64; b += 8) {
            histogram[(int) (word >>> b) & 255]++;
          }
        }
        if (i == 0 && kind.equals(material.inputMask(1 - party))) {
          assertEquals(0, all, "a share of another's mask");
        } else {
          Uniformity.require(histogram, kind.name() + ", long " + i);
        }
      }
    }
  }

  @Test
  void keysAreDealtOnceAndDiffer() throws Exception {
    TinyOtDealer dealer = dealer(64);
    dealer.dealKeys(stores);
    String name = SecurityLevel.named("64").storeName();
    assertNotEquals(stores.get(0).keys(name)[0], stores.get(1).keys(name)[0]);
    assertThrows(
        IllegalStateException.class,
        () -> dealer.dealKeys(List.of(new MemoryPrepStore(), new MemoryPrepStore())));
  }

  @Test
  void dealsToTwoParties() throws Exception {
    TinyOtDealer dealer = dealer(64);
    MemoryPrepStore third = new MemoryPrepStore();
    assertThrows(
        IllegalArgumentException.class,
        () -> dealer.dealKeys(List.of(stores.get(0), stores.get(1), third)));
    Demand demand = Demand.of("test").add(Material.of(1).randomBits(), 1).build();
    assertThrows(
        IllegalArgumentException.class,
        () -> dealer.deal(demand, List.of(stores.get(0), stores.get(1), third)));
  }
}
