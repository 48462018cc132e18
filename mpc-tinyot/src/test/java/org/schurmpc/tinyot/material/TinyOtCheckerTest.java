package org.schurmpc.tinyot.material;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialIdentity;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.TinyOtProtocol;

/** The dealer's material has every relation, and a change of any long of it is found. */
class TinyOtCheckerTest {
  private static final int ITEMS = 3;

  private final Random random = new Random(7);
  private final List<MemoryPrepStore> stores =
      List.of(new MemoryPrepStore(), new MemoryPrepStore());
  private Material material;
  private String protocol;

  private void deal(String sigma, int triples) throws Exception {
    ConfiguredProtocol tinyot =
        new TinyOtProtocol().configure(new ProtocolOptions(1, Map.of("sigma", sigma)));
    material = Material.of(sigma.equals("80") ? 2 : 1);
    Demand demand = tinyot.multiplications((long) Material.BITS * triples);
    protocol = demand.protocol();
    Demand rest =
        Demand.of(protocol)
            .add(material.inputMask(0), ITEMS)
            .add(material.inputMask(1), ITEMS)
            .add(material.randomBits(), ITEMS)
            .build();
    try (TrustedDealer dealer = tinyot.dealer(SessionPairs.seeded("dealer"))) {
      dealer.dealKeys(stores);
      dealer.deal(demand, stores);
      dealer.deal(rest, stores);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"40", "64", "80"})
  void theDealersMaterialIsRight(String sigma) throws Exception {
    // More than one chunk of a store.
    deal(sigma, 3000);
    assertEquals(Optional.empty(), TinyOtChecker.check(protocol, stores.get(0), stores.get(1)));
    assertEquals(0, stores.get(0).available(material.andTriples()));
    assertEquals(0, stores.get(1).available(material.randomBits()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"64", "80"})
  void everyChangeIsFound(String sigma) throws Exception {
    deal(sigma, ITEMS);
    MaterialChecker checker = checker();
    assertEquals(4, checker.kinds().size());
    for (MaterialKind kind : checker.kinds()) {
      int longs = kind.longsPerItem();
      long[][] items = {take(0, kind), take(1, kind)};
      for (int item = 0; item < ITEMS; item++) {
        int[] at = {item * longs, item * longs};
        assertEquals(Optional.empty(), checker.check(kind, items, at));
        for (int party = 0; party < 2; party++) {
          for (int i = item * longs; i < (item + 1) * longs; i++) {
            int bit = random.nextInt(64);
            items[party][i] ^= 1L << bit;
            String found = checker.check(kind, items, at).orElseThrow();
            items[party][i] ^= 1L << bit;
            assertEquals(expected(kind, party, i - item * longs, bit), found, kind.name());
          }
        }
      }
    }
  }

  /** What a change of a bit of a long of an item breaks. */
  private String expected(MaterialKind kind, int party, int i, int bit) {
    boolean triple = kind.equals(material.andTriples());
    boolean twoSided = triple || kind.equals(material.randomBits());
    int bitsWords = triple ? 3 : 1;
    if (i < bitsWords) {
      String broken =
          twoSided || kind.equals(material.inputMask(party))
              ? macOf(party, triple ? i : 3)
              : "the share of party %d, which does not own the mask, is not zero"
                  .formatted(party + 1);
      return "bit %d: %s".formatted(bit, broken);
    }
    int planes = (i - bitsWords) / material.macLongs();
    boolean mac = twoSided ? planes % 2 == 0 : kind.equals(material.inputMask(party));
    String broken = macOf(mac ? party : 1 - party, triple ? planes / 2 : 3);
    return "bit %d: %s".formatted((i - bitsWords) % Material.BITS, broken);
  }

  private static String macOf(int party, int part) {
    return "the MAC of party %d on its share of %s is wrong"
        .formatted(party + 1, "abcr".charAt(part));
  }

  private MaterialChecker checker() throws Exception {
    return new TinyOtProtocol()
        .checker(
            identity(protocol),
            List.of(stores.get(0).keys(protocol), stores.get(1).keys(protocol)));
  }

  private static MaterialIdentity identity(String name) {
    String sigma = name.replaceAll(".*sigma ([0-9]+),.*", "$1");
    return new MaterialIdentity(name, 2, Map.of("sigma", sigma));
  }

  @Test
  void refusesWhatItDoesNotKnow() throws Exception {
    deal("64", 1);
    TinyOtProtocol tinyot = new TinyOtProtocol();
    List<long[]> keys = List.of(new long[1], new long[1]);
    assertThrows(
        Refused.class, () -> tinyot.checker(identity("tinyot, sigma 41, 64-bit MACs"), keys));
    MaterialIdentity other80 = new MaterialIdentity(protocol, 2, Map.of("sigma", "80"));
    assertThrows(Refused.class, () -> tinyot.checker(other80, keys));
    MaterialIdentity unsaid = new MaterialIdentity(protocol, 2, Map.of());
    assertThrows(Refused.class, () -> tinyot.checker(unsaid, keys));
    MaterialIdentity right = identity(protocol);
    assertThrows(Refused.class, () -> tinyot.checker(right, List.of(new long[1])));
    assertThrows(BadFile.class, () -> tinyot.checker(right, List.of(new long[1], new long[2])));
    MaterialKind other = new MaterialKind("other", 3);
    MaterialChecker checker = checker();
    assertThrows(
        IllegalArgumentException.class, () -> checker.check(other, new long[2][3], new int[2]));
  }

  private long[] take(int party, MaterialKind kind) throws Exception {
    Lease lease = stores.get(party).lease(kind, ITEMS);
    long[] items = new long[lease.items() * kind.longsPerItem()];
    System.arraycopy(lease.data(), lease.offset(), items, 0, items.length);
    return items;
  }

  /** Another bit of c, with the right MAC. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void wrongProductsAreFound(int party) throws Exception {
    deal("64", 1);
    long[] delta = stores.get(1 - party).keys(protocol);
    MaterialKind kind = material.andTriples();
    long[][] items = {take(0, kind), take(1, kind)};
    int bit = 5;
    items[party][Material.tripleBits(Material.C)] ^= 1L << bit;
    items[party][material.tripleMacs(Material.C) + bit] ^= delta[0];
    assertEquals(Optional.of("bit 5: c is not a ∧ b"), checker().check(kind, items, new int[2]));
  }

  @Test
  void saysWhere() throws Exception {
    deal("64", 3);
    stores.get(0).lease(material.andTriples(), 1);
    Lease second = stores.get(1).lease(material.andTriples(), 3);
    MemoryPrepStore altered = new MemoryPrepStore();
    altered.keys(protocol, stores.get(1).keys(protocol));
    second.data()[second.offset() + 2 * material.andTriples().longsPerItem() + 1] ^= 1L << 5;
    altered.put(
        material.andTriples(),
        second.data(),
        second.offset() + material.andTriples().longsPerItem(),
        2);
    assertEquals(
        Optional.of("AND triples, item 1: bit 5: the MAC of party 2 on its share of b is wrong"),
        TinyOtChecker.check(protocol, stores.get(0), altered));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void storesOfDifferentSizesAreRefused(int party) throws Exception {
    deal("64", 2);
    stores.get(party).lease(material.andTriples(), 1);
    assertThrows(
        IllegalStateException.class,
        () -> TinyOtChecker.check(protocol, stores.get(0), stores.get(1)));
  }
}
