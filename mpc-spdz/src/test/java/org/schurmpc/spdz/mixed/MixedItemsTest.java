package org.schurmpc.spdz.mixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.spdz.material.MixedChecker;
import org.schurmpc.spdz.material.MixedDealer;
import org.schurmpc.spdz.material.MixedMaterial;

/** Items of both domains for a store, from oblivious transfer and from a dealer. */
class MixedItemsTest {
  @ParameterizedTest
  @CsvSource({"p128, 40, 1", "p128, 80, 1", "p192, 64, 1"})
  void itemsAreRight(String field, int bitSigma, int threads) throws Exception {
    MixedRun run = new MixedRun(field, bitSigma);
    run.threads = threads;
    Demand demand = run.all();
    MixedRun.Kept[] kept = run.prepare(demand);
    run.requireRight(kept, demand);
    for (MixedRun.Kept each : kept) {
      for (long[] source : each.sources) {
        assertArrayEquals(new long[source.length], source, "items that are not wiped");
      }
    }
    assertNotEquals(
        Arrays.toString(kept[0].items.get(run.material.ands())),
        Arrays.toString(new long[kept[0].items.get(run.material.ands()).length]));
  }

  /** Over 64 bits a check is of 131,072 bits at most; silent OTs; and demands under one key. */
  @Test
  void laterItemsAreUnderTheSameKeys() throws Exception {
    MixedRun run = new MixedRun(MixedRig.SMALL, 40);
    Demand one = run.demand().add(run.material.daBits(), 3).add(run.masks(2, 2, 4), 2).build();
    MixedRun.Kept[] kept = run.prepare(one, run.demand().build(), one, one);
    run.requireRight(kept, one.times(3));
    for (MixedRun.Kept each : kept) {
      assertEquals(1, each.keys.size());
      assertEquals(run.field.limbs() + 1, each.keys.get(0).length);
    }
  }

  @Test
  void itemsFromSilentOtsAreRight() throws Exception {
    MixedRun run = new MixedRun("p128", 40);
    run.cots = CotKind.SILENT;
    Demand demand = run.demand().add(run.material.ands(), 70).add(run.masks(3, 0, 4), 2).build();
    run.requireRight(run.prepare(demand), demand);
  }

  private static MixedRun.Kept[] dealt(MixedRun run, Demand demand) throws MpcException {
    MixedRun.Kept[] kept = MixedRun.sinks();
    try (MixedDealer dealer = new MixedDealer(run.material, SessionPairs.seeded("bits"))) {
      dealer.dealKeys(List.of(kept));
      dealer.deal(demand, List.of(kept));
    }
    return kept;
  }

  @ParameterizedTest
  @CsvSource({"p128, 40", "p192, 80"})
  void itemsOfADealerAreRight(String field, int bitSigma) throws Exception {
    MixedRun run = new MixedRun(field, bitSigma);
    run.requireRight(dealt(run, run.all()), run.all());
  }

  /** The lowest bit of every word of either party's first item of each kind. */
  @ParameterizedTest
  @ValueSource(ints = {40, 80})
  void anotherWordIsFoundByTheChecker(int bitSigma) throws Exception {
    MixedRun run = new MixedRun("p128", bitSigma);
    MixedRun.Kept[] kept = dealt(run, run.all());
    MixedChecker checker = run.checker(kept);
    for (MaterialKind kind : run.all().quotas().keySet()) {
      for (int at = 0; at < kind.longsPerItem(); at++) {
        for (MixedRun.Kept each : kept) {
          each.items.get(kind)[at] ^= 1;
          assertTrue(MixedRun.check(checker, kept, kind, 0).isPresent(), kind + ", word " + at);
          each.items.get(kind)[at] ^= 1;
        }
      }
      assertEquals(Optional.empty(), MixedRun.check(checker, kept, kind, 0));
    }
  }

  /** Items whose MACs are right: the product, or the number, is that of another item. */
  @Test
  void otherValuesAreFoundByTheChecker() throws Exception {
    MixedRun run = new MixedRun("p128", 40);
    MaterialKind ands = run.material.ands();
    MaterialKind daBits = run.material.daBits();
    MaterialKind masks = run.masks(4, 2, 9);
    Demand demand = run.demand().add(ands, 40).add(daBits, 40).add(masks, 40).build();
    MixedRun.Kept[] kept = dealt(run, demand);
    MixedChecker checker = run.checker(kept);
    for (MaterialKind kind : demand.quotas().keySet()) {
      int wrong = 0;
      for (int i = 1; i < 40; i++) {
        for (MixedRun.Kept each : kept) {
          long[] items = each.items.get(kind);
          int from = i * kind.longsPerItem();
          if (kind.equals(ands)) {
            int mac = run.material.macAt(0, 3, MixedMaterial.C);
            System.arraycopy(items, from + mac, items, mac, 2);
            items[0] = (items[0] & 3) | (items[from] & 4);
          } else {
            System.arraycopy(items, from, items, 0, run.material.numberAt(1));
          }
        }
        Optional<String> found = MixedRun.check(checker, kept, kind, 0);
        assertFalse(found.orElse("").contains("MAC"), kind + ": " + found);
        wrong += found.isPresent() ? 1 : 0;
      }
      assertTrue(wrong > 2, wrong + " of " + kind);
    }
  }

  @Test
  void portionsAreEven() {
    assertArrayEquals(new int[] {1}, MixedPlan.portions(1, 40, 1 << 19));
    assertArrayEquals(new int[0], MixedPlan.portions(0, 40, 1 << 19));
    assertArrayEquals(new int[] {2, 3, 3}, MixedPlan.portions(64 * 7 + 1, 40, 64 * 40 * 3));
    assertArrayEquals(new int[] {1, 1}, MixedPlan.portions(128, 40, 10));
    int[] portions = MixedPlan.portions(24_000, 73, 1 << 19);
    assertEquals(375, Arrays.stream(portions).sum());
    assertEquals(4, portions.length);
  }

  /** What is planned is what is made, over a field that has room for few bits, too. */
  @Test
  void planFitsTheField() throws Exception {
    MixedRun run = new MixedRun(MixedRig.SMALL, 40);
    Demand demand =
        run.demand().add(run.material.daBits(), 9_000).add(run.masks(0, 20, 21), 5_000).build();
    MixedPlan plan = new MixedPlan(run.material, demand);
    assertTrue(plan.daBitPortions().length > 3);
    for (int groups : plan.daBitPortions()) {
      int low = MixedPlan.daBitLength(40, 64L * groups);
      ParityParameters.of(64 * groups * low, 40, run.field);
    }
  }

  /** Another share of a carry that is opened under a daBit. */
  @Test
  void anotherCarryIsFound() throws Exception {
    MixedRun run = new MixedRun("p128", 40);
    int groups = 5;
    MaterialKind masks = run.masks(0, 3, 4);
    Demand demand = run.demand().add(masks, 64L * groups).build();
    AtomicInteger seen = new AtomicInteger();
    TamperingNetwork.Hook hook =
        (peer, index, frame) -> {
          if (frame.length == groups * Long.BYTES) {
            seen.incrementAndGet();
            frame[7] ^= 4;
          }
          return frame;
        };
    MixedRun.Kept[] kept = MixedRun.sinks();
    List<Object> ends = run.outcomes(SessionPairs.tampered(hook), kept, demand);
    assertEquals(1, seen.get());
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, ends.get(1));
    assertEquals(Check.MAC, cheated.check());
    assertEquals(0, kept[1].count(masks));
  }

  @Test
  void partiesAgreeOnTheSecurityOfBits() throws Exception {
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              MixedRun run = new MixedRun("p128", session.party() == 0 ? 40 : 64);
              return MixedPreprocessor.begin(
                  session, run.numbers(), run.material.bitSigma(), run.cots, MixedRig::kernels);
            });
    for (Object end : ends) {
      Disagreement differ = assertInstanceOf(Disagreement.class, end);
      assertEquals("the parties differ in the security of bits in TinyOT", differ.getMessage());
    }
  }

  @Test
  void unknownKindsAndFieldsWithoutRoom() throws Exception {
    MixedRun run = new MixedRun("p128", 40);
    Demand other = run.demand().add(new MaterialKind("ANDs", 3), 1).build();
    SessionPairs.run(
        session -> {
          MixedPreprocessor preprocessor =
              MixedPreprocessor.begin(
                  session, run.numbers(), 40, CotKind.SOFTSPOKEN, MixedRig::kernels);
          assertThrows(
              IllegalArgumentException.class,
              () -> preprocessor.prepare(other, new MixedRun.Kept()));
          return assertThrows(
              IllegalStateException.class,
              () -> preprocessor.prepare(run.all(), new MixedRun.Kept()));
        });
    MixedPreprocessor.requireRoom(run.field, 80);
    MixedPreprocessor.requireRoom(new MixedRun(MixedRig.SMALL, 40).field, 40);
    Refused refused =
        assertThrows(
            Refused.class,
            () -> MixedPreprocessor.requireRoom(new MixedRun(MixedRig.SMALL, 40).field, 64));
    assertTrue(refused.getMessage().contains("take a prime above 2^"), refused.getMessage());
  }
}
