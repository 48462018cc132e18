package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;
import static org.schurmpc.core.prep.disk.TestStores.range;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.SessionPairs;

/** Copies that are put back or used elsewhere, by a party or by its peer, which may lie. */
class PutBackTest {
  private static final Demand DEMAND = TestStores.demand(SMALL, 3);

  @TempDir Path home;

  private TestStores party(int number) throws Exception {
    TestStores party =
        new TestStores(Files.createDirectories(home.resolve("party " + number)), false);
    party.make(50);
    return party;
  }

  private TestStores[] parties(int count) throws Exception {
    TestStores[] parties = new TestStores[count];
    for (int i = 0; i < count; i++) {
      parties[i] = party(i + 1);
    }
    return parties;
  }

  /** Agrees, and lets each party use items. */
  private static List<Object> run(int items, TestStores... parties) throws Exception {
    return SessionPairs.outcomes(
        SessionPairs.networks(parties.length),
        session -> {
          try (StoreDirectory store = parties[session.party()].open()) {
            DiskPrepStore batch = StoreAgreement.agree(session, store, DEMAND).get(0);
            return items == 0 ? batch.position(SMALL) : TestStores.use(batch, SMALL, items);
          }
        });
  }

  /** How the honest party ends, or which items it uses; its peer says that it has used so many. */
  private static Object withLiar(TestStores honest, StoreAccess access, long used)
      throws Exception {
    byte[] said =
        FalseStanding.batch(
            HexFormat.of().formatHex(TestStores.id(1)),
            new String[] {SMALL.name()},
            new long[] {50, used});
    return SessionPairs.outcomes(
            SessionPairs.networks(),
            session -> {
              if (session.party() == 1) {
                FalseStanding.say(session, said);
                return "lied";
              }
              try (StoreDirectory store = StoreDirectory.open(honest.folder, access)) {
                return TestStores.use(
                    StoreAgreement.agree(session, store, DEMAND).get(0), SMALL, 3);
              }
            })
        .get(0);
  }

  /** A copy from before the first use, on a machine that does not know the store. */
  @Test
  void anUnusedCopyElsewhereAndAPeerThatUnderstates() throws Exception {
    TestStores honest = party(1);
    TestStores.Moment unused = honest.moment("unused");
    assertEquals(range(0, 3), withLiar(honest, honest.access, 0));
    unused.restoreFolder();
    StoreAccess elsewhere = new StoreAccess(home.resolve("elsewhere"), Optional.empty());
    for (int time = 0; time < 2; time++) {
      assertEnded(
          BadFile.class,
          withLiar(honest, elsewhere, 0),
          honest.batch().toString(),
          "was made, and this machine has no record of it",
          "adopt it only if",
          "no copy was or will be used elsewhere");
    }
    TestStores.delete(honest.records); // or the records are lost
    assertEnds(BadFile.class, honest::open, "this machine has no record of it");
  }

  @Test
  void whoeverAdoptsSaysSoOnce() throws Exception {
    TestStores honest = party(1);
    StoreAccess elsewhere = new StoreAccess(home.resolve("elsewhere"), Optional.empty());
    StoreDirectory.adopt(honest.folder, elsewhere).close();
    assertEquals(range(0, 3), withLiar(honest, elsewhere, 0));
    assertEquals(range(3, 6), withLiar(honest, elsewhere, 3));
  }

  @Test
  void aPeerThatSaysLessThanBefore() throws Exception {
    TestStores honest = party(1);
    assertEquals(range(5, 8), withLiar(honest, honest.access, 5));
    String journal = Files.readString(honest.journal());
    for (long less : new long[] {4, 0}) {
      assertEnded(
          Disagreement.class,
          withLiar(honest, honest.access, less),
          "party 2 says that " + less + " items of 'small kind'",
          honest.batch().toString(),
          "has said 5 before");
    }
    assertEquals(journal, Files.readString(honest.journal()), "nothing was noted or let go");
    assertEquals(range(8, 11), withLiar(honest, honest.access, 5), "the same again is no lie");
  }

  /** The one that was put back is named, and it alone. */
  @Test
  void aPeerIsPutBackAsAWhole() throws Exception {
    TestStores[] parties = parties(3);
    TestStores.Moment old = parties[2].moment("old");
    run(3, parties);
    run(3, parties);
    old.restoreAll();
    List<Object> ends = run(3, parties);
    for (int party = 0; party < 2; party++) {
      assertEnded(
          Disagreement.class, ends.get(party), "party 3 says that 0 items", "has said 3 before");
    }
  }

  /** What was said is in the record outside of the folder, even if nothing was used since. */
  @Test
  void aCopyFromBeforeAPeerSpokeIsRefused() throws Exception {
    TestStores[] parties = parties(2);
    for (TestStores party : parties) {
      party.useOnce(SMALL, 3);
    }
    TestStores.Moment before = parties[0].moment("before");
    assertEquals(List.of(3L, 3L), run(0, parties));
    before.restoreFolder();
    assertEnds(BadFile.class, parties[0]::open, "stands further back");
  }

  /**
   * A party is killed after it has said where it stands, and before it has noted where its peer
   * stands: it says the same again, and is right.
   */
  @Test
  void aKillBetweenAgreementAndNoteLocksNobodyOut() throws Exception {
    TestStores[] parties = parties(2);
    parties[0].useOnce(SMALL, 3);
    for (int killed = 0; killed < 2; killed++) {
      TestStores.Moment before = parties[killed].moment("before " + killed);
      assertEquals(List.of(3L, 3L), run(0, parties));
      before.restoreAll();
      assertEquals(List.of(3L, 3L), run(0, parties));
    }
    assertEquals(List.of(range(3, 6), range(3, 6)), run(3, parties));
  }

  /** A use that was not noted before a kill was not said either. */
  @Test
  void aKillBetweenTwoUsesLocksNobodyOut() throws Exception {
    TestStores[] parties = parties(2);
    for (int i = 0; i < 3; i++) {
      TestStores.Moment before = parties[1].moment("before " + i);
      assertEquals(List.of(3L * i, 3L * i), run(0, parties));
      before.restoreAll();
      parties[0].useOnce(SMALL, 3); // the peer is killed before it notes its own use
    }
    assertEquals(List.of(9L, 9L), run(0, parties));
  }

  /** A line of the journal that was cut off, and a record that lacks the last line. */
  @Test
  void aKillWhileTheNoteIsWritten() throws Exception {
    TestStores[] parties = parties(2);
    parties[1].useOnce(SMALL, 3);
    TestStores.Moment before = parties[0].moment("before");
    assertEquals(List.of(3L, 3L), run(0, parties));
    byte[] whole = Files.readAllBytes(parties[0].journal());
    String text = Files.readString(parties[0].journal());
    int said = text.indexOf("said ");
    for (int bytes : new int[] {said, said + 3, text.indexOf('\n', said) + 1}) {
      before.restoreAll();
      Files.write(parties[0].journal(), Arrays.copyOf(whole, bytes));
      assertEquals(List.of(3L, 3L), run(0, parties));
    }
  }

  /** Stores are refused whose journals say what nobody says. */
  @Test
  void aNoteThatMakesNoSense() throws MpcException {
    String said = "said 2:0=4";
    assertEquals(4, BatchState.of(List.of(Journal.BEGUN, said), "it").said("2:0"));
    for (String wrong : new String[] {said, "said 2:0=3", "said 2:0", "said 2:0=x"}) {
      assertEnds(
          BadFile.class,
          () -> BatchState.of(List.of(Journal.BEGUN, said, wrong), "it"),
          "makes no sense");
    }
  }
}
