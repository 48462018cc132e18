package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;

/** Memory of programs that is put back, by a party or by its peer, which may lie. */
class KeptPutBackTest {
  @TempDir Path home;
  private KeptParties parties;

  @BeforeEach
  void begin() throws Exception {
    parties = new KeptParties(home, 2, true);
  }

  private void runs(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      assertEquals(List.of((long) i, (long) i), parties.run(parties::whole));
    }
  }

  private static KeptStatement at(KeptStatement honest, long version, KeptPhase phase) {
    return new KeptStatement(
        honest.id(),
        false,
        phase,
        version,
        honest.digest(),
        phase.prepared() ? Optional.of(honest.digest()) : Optional.empty(),
        OptionalLong.empty());
  }

  /**
   * The peer says that it has prepared what it has said to have committed. Versions fit, so that
   * nothing else tells.
   */
  @Test
  void aPeerThatSaysLessThanBefore() throws Exception {
    runs(2);
    assertEquals(List.of(2L, 2L), parties.agree());
    String journal = Files.readString(parties.file(0, "journal"));
    try (KeptState honest = parties.open(0)) {
      KeptStatement mine = honest.statement(OptionalLong.empty());
      List<KeptStatement> all = List.of(mine, at(mine, 1, KeptPhase.PREPARED));
      assertEquals(2, KeptTable.decide(all), "they fit");
      assertEnds(
          Disagreement.class,
          () -> honest.heard(all),
          "party 2 says that its memory stands at version 1, and has said 2 before");
      honest.heard(List.of(mine, at(mine, 2, KeptPhase.COMMITTED))); // the same again is no lie
    }
    assertEquals(journal, Files.readString(parties.file(0, "journal")));
  }

  /** As a whole, to the moment at which it had prepared what it has committed since. */
  @Test
  void aPeerIsPutBackAsAWhole() throws Exception {
    runs(1);
    Path[] prepared = new Path[1];
    parties.run(
        (memory, session) -> {
          parties.reach(KeptPhase.PREPARED, memory, session);
          memory.confirm(session);
          if (session.party() == 1) {
            prepared[0] = parties.moment(1, "prepared");
          }
          memory.commit();
        });
    assertEquals(List.of(2L, 2L), parties.agree());
    parties.restore(1, prepared[0]);
    assertEnded(Disagreement.class, parties.agree().get(0), "version 1, and has said 2 before");
  }

  /** What was said is in the record outside of the folder, even if no run took place since. */
  @Test
  void aCopyFromBeforeAPeerSpokeIsRefused() throws Exception {
    runs(1);
    Path before = parties.moment(0, "before");
    assertEquals(List.of(1L, 1L), parties.agree());
    TestStores.restore(before.resolve("kept"), parties.folder(0));
    assertEnds(BadFile.class, () -> parties.open(0), "stands further back");
  }

  /** A peer that has not committed yet, since it was killed, has not said that it has. */
  @Test
  void aKillBeforeTheCommitLocksNobodyOut() throws Exception {
    for (long version = 0; version < 3; version++) {
      List<Object> ends =
          parties.run(
              (memory, session) -> {
                parties.reach(KeptPhase.PREPARED_REVEALED, memory, session);
                memory.confirm(session);
                if (session.party() == 0) {
                  memory.commit();
                }
              });
      assertEquals(List.of(version, version), ends);
    }
    assertEquals(List.of(3L, 3L), parties.agree());
  }

  /** A party is killed after it has said where it stands, and before it notes anything. */
  @Test
  void aKillBetweenStatementAndNoteLocksNobodyOut() throws Exception {
    runs(1);
    for (int killed = 0; killed < 2; killed++) {
      Path before = parties.moment(killed, "before");
      assertEquals(List.of(1L, 1L), parties.agree());
      parties.restore(killed, before);
      assertEquals(List.of(1L, 1L), parties.agree());
    }
  }

  /** The records of this machine are lost, or the folder is a copy on another one. */
  @Test
  void usedMemoryWithoutARecordIsRefused() throws Exception {
    runs(1);
    TestStores.delete(parties.records(0));
    for (int time = 0; time < 2; time++) {
      assertEnded(BadFile.class, parties.agree().get(0), "this machine has no record of it");
    }
  }
}
