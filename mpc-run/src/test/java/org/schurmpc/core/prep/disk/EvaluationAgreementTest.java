package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.LARGE;
import static org.schurmpc.core.prep.disk.TestStores.MATERIAL;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.session.Outcomes.assertCheated;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.SessionPairs;

/** Stores of material that is tied to a circuit: an evaluation takes 3 small and 2 other items. */
class EvaluationAgreementTest {
  private static final MaterialKind OTHER = new MaterialKind("other kind", 2);
  private static final LayeredCircuit CIRCUIT = LayeredCircuit.of(RandomCircuits.of(1));
  private static final Demand DEMAND =
      Demand.of(MATERIAL).add(SMALL, 3).add(OTHER, 2).dependsOn(CIRCUIT).build();
  private static final String BATCH = HexFormat.of().formatHex(TestStores.id(1));

  @TempDir Path home;

  private final TestStores[] parties = new TestStores[2];

  @BeforeEach
  void makeParties() throws Exception {
    for (int i = 0; i < 2; i++) {
      Path folder = Files.createDirectories(home.resolve("party " + (i + 1)));
      parties[i] = new TestStores(folder, false);
    }
  }

  /** Makes a batch of so many items of each kind at a party. */
  private static void make(TestStores party, MaterialKind[] kinds, int... counts)
      throws MpcException {
    StoreDirectory.Purpose any = TestStores.PURPOSE;
    StoreDirectory.Purpose purpose =
        new StoreDirectory.Purpose(
            any.protocol(),
            any.material(),
            any.parameters(),
            any.party(),
            any.parties(),
            Optional.of("of a circuit"),
            any.certificates());
    try (StoreDirectory store = party.create()) {
      DiskPrepStore batch = store.begin(purpose, TestStores.id(1), "test", false);
      batch.keys(MATERIAL, new long[] {77});
      for (int i = 0; i < kinds.length; i++) {
        TestStores.put(batch, kinds[i], 0, counts[i]);
      }
      batch.commit();
    }
  }

  private static void make(TestStores party, int evaluations) throws MpcException {
    make(party, new MaterialKind[] {SMALL, OTHER}, 3 * evaluations, 2 * evaluations);
  }

  /** Uses items of one kind up, as no evaluation does. */
  private static void advance(TestStores party, MaterialKind kind, int items) throws MpcException {
    try (StoreDirectory store = party.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.openKeys();
      for (int done = 0; done < items; ) {
        done += batch.lease(kind, items - done).items();
      }
    }
  }

  /** Both agree; says where each stands, with what is left. */
  private List<String> agree() throws Exception {
    return SessionPairs.run(
        session -> {
          try (StoreDirectory store = parties[session.party()].open()) {
            return standing(StoreAgreement.agree(session, store, DEMAND));
          }
        });
  }

  private static String standing(List<DiskPrepStore> common) {
    if (common.isEmpty()) {
      return "none";
    }
    DiskPrepStore batch = common.get(0);
    return "small %d, other %d; %d left"
        .formatted(batch.position(SMALL), batch.position(OTHER), batch.evaluations(DEMAND));
  }

  /** How the honest first party ends when the other one says this. */
  private Object facing(byte[] description) throws Exception {
    return SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              if (session.party() == 1) {
                FalseStanding.say(session, description);
                return "lied";
              }
              try (StoreDirectory store = parties[0].open()) {
                return standing(StoreAgreement.agree(session, store, DEMAND));
              }
            })
        .get(0);
  }

  private Object facing(long made, long used) throws Exception {
    return facing(FalseStanding.evaluations(BATCH, made, used));
  }

  /** Whatever one kind has come to: all kinds go to the end of that evaluation, at both parties. */
  @ParameterizedTest
  @CsvSource({"3, 0, 1", "1, 0, 1", "0, 2, 1", "0, 1, 1", "4, 0, 2", "3, 3, 2", "3, 2, 1"})
  void allKindsGoToOneEvaluation(int small, int other, int evaluations) throws Exception {
    for (TestStores party : parties) {
      make(party, 8);
    }
    advance(parties[1], SMALL, small);
    advance(parties[1], OTHER, other);
    String expected =
        "small %d, other %d; %d left".formatted(3 * evaluations, 2 * evaluations, 8 - evaluations);
    assertEquals(List.of(expected, expected), agree());
    for (TestStores party : parties) {
      try (StoreDirectory store = party.open()) {
        assertEquals(expected, standing(store.batches()), "on disk, too");
        DiskPrepStore batch = store.batches().get(0);
        batch.openKeys();
        batch.reserve(DEMAND);
      }
    }
  }

  /** Each party is ahead in another kind. */
  @Test
  void differentKindsAhead() throws Exception {
    for (TestStores party : parties) {
      make(party, 8);
    }
    advance(parties[0], SMALL, 3);
    advance(parties[1], OTHER, 4);
    assertEquals(List.of("small 6, other 4; 6 left", "small 6, other 4; 6 left"), agree());
  }

  @Test
  void aPeerThatLiesLowChangesNothing() throws Exception {
    make(parties[0], 8);
    advance(parties[0], SMALL, 3);
    assertEquals("small 3, other 2; 7 left", facing(8, 1));
    String journal = Files.readString(parties[0].journal());
    assertEquals("small 3, other 2; 4 left", facing(5, 1), "for this session only");
    assertEquals("small 3, other 2; 0 left", facing(1, 1));
    assertEnded(
        Disagreement.class,
        facing(8, 0),
        "party 2 says that 0 evaluations in",
        "are used, and has said 1 before");
    assertEquals(journal, Files.readString(parties[0].journal()));
  }

  @Test
  void aPeerThatLiesHighBurnsWholeEvaluationsUpToTheLimit() throws Exception {
    make(parties[0], 20);
    assertEquals("small 3, other 2; 19 left", facing(20, 1));
    assertEquals("small 15, other 10; 15 left", facing(Long.MAX_VALUE, 5));
    String journal = Files.readString(parties[0].journal());
    for (long used : new long[] {10, 20, Long.MAX_VALUE}) {
      assertEnded(
          Disagreement.class,
          facing(Long.MAX_VALUE, used),
          "party 2",
          "more evaluations in",
          "explains no more than 4");
    }
    assertEquals(journal, Files.readString(parties[0].journal()), "nothing was let go");
    assertEquals("small 27, other 18; 11 left", facing(20, 9));
  }

  /** In a large batch an eighth of it. */
  @Test
  void theLimitOfALargeBatch() throws Exception {
    make(parties[0], 80);
    assertEnded(Disagreement.class, facing(80, 11), "explains no more than 10");
    assertEquals("small 30, other 20; 70 left", facing(80, 10));
  }

  /** Nobody can say of one kind alone that it is ahead. */
  @Test
  void aPeerSaysNothingOfKinds() throws Exception {
    make(parties[0], 8);
    String name = EvaluationUnits.NAME;
    Map<String, byte[]> wrong = new LinkedHashMap<>();
    wrong.put(
        "kinds",
        FalseStanding.batch(
            BATCH, new String[] {SMALL.name(), OTHER.name()}, new long[] {24, 3, 16, 0}));
    wrong.put(
        "evaluations and a kind",
        FalseStanding.batch(BATCH, new String[] {name, OTHER.name()}, new long[] {8, 0, 16, 2}));
    wrong.put(
        "one kind", FalseStanding.batch(BATCH, new String[] {SMALL.name()}, new long[] {24, 3}));
    wrong.put("nothing", FalseStanding.batch(BATCH, new String[0], new long[0]));
    wrong.put("negative", FalseStanding.evaluations(BATCH, 8, -1));
    wrong.put("used what was not made", FalseStanding.evaluations(BATCH, 8, 9));
    String journal = Files.readString(parties[0].journal());
    for (Map.Entry<String, byte[]> each : wrong.entrySet()) {
      assertCheated(Check.MALFORMED, facing(each.getValue()), each.getKey());
    }
    assertEquals(journal, Files.readString(parties[0].journal()));
  }

  /** Portions are whole evaluations: no crash leaves anything else. */
  @Test
  void aBatchOfOtherThanWholeEvaluations() throws Exception {
    MaterialKind[] kinds = {SMALL, OTHER};
    requireBad(kinds, 6, 6);
    requireBad(kinds, 7, 4);
    requireBad(new MaterialKind[] {SMALL}, 6);
    requireBad(new MaterialKind[] {SMALL, OTHER, LARGE}, 6, 4, 1);
  }

  private void requireBad(MaterialKind[] kinds, int... counts) throws Exception {
    make(parties[0], kinds, counts);
    assertEnded(BadFile.class, facing(8, 0), "whole evaluations", "DESTROY_STORE");
    TestStores.delete(parties[0].home);
  }

  @Test
  void aBatchForInputsOfOthersIsOfNoUse() throws Exception {
    for (TestStores party : parties) {
      make(party, new MaterialKind[] {LARGE}, 2);
    }
    assertEquals(List.of("none", "none"), agree());
  }

  @Test
  void nothingIsReservedWhereKindsStandApart() throws Exception {
    make(parties[0], 8);
    advance(parties[0], SMALL, 3);
    requireNotReserved(DEMAND, "different evaluations");
    advance(parties[0], OTHER, 1);
    requireNotReserved(DEMAND, "different evaluations");
    requireNotReserved(Demand.of(MATERIAL).add(SMALL, 3).build(), "for that circuit alone");
    advance(parties[0], OTHER, 1);
    try (StoreDirectory store = parties[0].open()) {
      store.batches().get(0).reserve(DEMAND);
      assertEquals("small 3, other 2; 7 left", standing(store.batches()), "reserved, not leased");
    }
  }

  private void requireNotReserved(Demand demand, String why) throws Exception {
    String journal = Files.readString(parties[0].journal());
    try (StoreDirectory store = parties[0].open()) {
      DiskPrepStore batch = store.batches().get(0);
      String message =
          assertThrows(IllegalStateException.class, () -> batch.reserve(demand)).getMessage();
      assertTrue(message.contains(why), message);
    }
    assertEquals(journal, Files.readString(parties[0].journal()), "nothing was used up");
  }
}
