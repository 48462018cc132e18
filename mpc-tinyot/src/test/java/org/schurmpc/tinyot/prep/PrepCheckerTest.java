package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.TinyOtProtocol;
import org.schurmpc.tinyot.prep.PrepChecker.Violation;

/** The dealer's material has every relation, and a change of any long of it is found. */
class PrepCheckerTest {
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
    assertEquals(Optional.empty(), PrepChecker.check(protocol, stores.get(0), stores.get(1)));
    assertEquals(0, stores.get(0).available(material.andTriples()));
    assertEquals(0, stores.get(1).available(material.randomBits()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"64", "80"})
  void everyChangeIsFound(String sigma) throws Exception {
    deal(sigma, ITEMS);
    PrepChecker checker =
        new PrepChecker(stores.get(0).keys(protocol), stores.get(1).keys(protocol));
    for (MaterialKind kind :
        List.of(
            material.andTriples(),
            material.inputMask(0),
            material.inputMask(1),
            material.randomBits())) {
      long[][] items = {take(0, kind), take(1, kind)};
      assertEquals(Optional.empty(), checker.check(kind, ITEMS, items[0], 0, items[1], 0));
      for (int party = 0; party < 2; party++) {
        for (int i = 0; i < items[party].length; i++) {
          long change = 1L << random.nextInt(64);
          items[party][i] ^= change;
          Violation found = checker.check(kind, ITEMS, items[0], 0, items[1], 0).orElseThrow();
          items[party][i] ^= change;
          assertEquals(i / kind.longsPerItem(), found.item(), found.toString());
          assertTrue(found.toString().contains(kind.name()), found.toString());
        }
      }
    }
  }

  private long[] take(int party, MaterialKind kind) throws Exception {
    Lease lease = stores.get(party).lease(kind, ITEMS);
    long[] items = new long[ITEMS * kind.longsPerItem()];
    System.arraycopy(lease.data(), lease.offset(), items, 0, items.length);
    return items;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void namesTheRelation(int party) throws Exception {
    deal("64", 1);
    long[] delta = stores.get(1 - party).keys(protocol);
    MaterialKind kind = material.andTriples();
    Lease triple = stores.get(party).lease(kind, 1);
    Lease other = stores.get(1 - party).lease(kind, 1);
    Lease first = party == 0 ? triple : other;
    Lease second = party == 0 ? other : triple;
    PrepChecker checker =
        new PrepChecker(stores.get(0).keys(protocol), stores.get(1).keys(protocol));
    int bit = 5;
    long[] data = triple.data();
    data[triple.offset() + Material.tripleBits(Material.B)] ^= 1L << bit;
    assertEquals(
        "AND triples, item 0, bit 5: the MAC of party %d on its share of b is wrong"
            .formatted(party + 1),
        check(checker, kind, first, second));
    // Another bit of c, with the right MAC.
    data[triple.offset() + Material.tripleBits(Material.B)] ^= 1L << bit;
    data[triple.offset() + Material.tripleBits(Material.C)] ^= 1L << bit;
    data[triple.offset() + material.tripleMacs(Material.C) + bit] ^= delta[0];
    assertEquals("AND triples, item 0, bit 5: c is not a ∧ b", check(checker, kind, first, second));

    MaterialKind masks = material.inputMask(1 - party);
    Lease mine = stores.get(party).lease(masks, 1);
    Lease theirs = stores.get(1 - party).lease(masks, 1);
    mine.data()[mine.offset()] ^= 1;
    assertEquals(
        "%s, item 0, bit 0: the share of party %d, which does not own the mask, is not zero"
            .formatted(masks.name(), party + 1),
        check(checker, masks, party == 0 ? mine : theirs, party == 0 ? theirs : mine));
  }

  private static String check(PrepChecker checker, MaterialKind kind, Lease first, Lease second) {
    return checker
        .check(kind, 1, first.data(), first.offset(), second.data(), second.offset())
        .orElseThrow()
        .toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void storesOfDifferentSizesAreRefused(int party) throws Exception {
    deal("64", 2);
    stores.get(party).lease(material.andTriples(), 1);
    assertThrows(
        IllegalStateException.class,
        () -> PrepChecker.check(protocol, stores.get(0), stores.get(1)));
  }
}
