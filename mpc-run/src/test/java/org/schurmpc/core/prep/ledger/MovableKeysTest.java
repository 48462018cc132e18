package org.schurmpc.core.prep.ledger;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.ledger.SetParties.BATCH;
import static org.schurmpc.core.prep.ledger.SetParties.NEXT;
import static org.schurmpc.core.prep.ledger.SetParties.WORDS;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.disk.StoreDirectory;

/** Sets under keys of batches, and what moves them. */
class MovableKeysTest {
  @TempDir Path home;

  private static List<Object> all(Object value) {
    return new ArrayList<>(Collections.nCopies(2, value));
  }

  private static byte[] id(int spares) {
    return new FieldHash("test spares").add(spares).digest();
  }

  private static byte[] content(SetParties.Party party, int spares) {
    return new byte[] {1, 2, (byte) party.index, (byte) spares};
  }

  private static void keep(SetParties.Party party, int spares, int count) throws BadFile {
    party.sets.note(
        List.of(party.sets.movable().keep(BATCH, id(spares), count, content(party, spares))));
  }

  private static SetUse table(KeyName key, boolean reads, boolean writes) {
    return new SetUse("rows", SetUse.Kind.TABLE, key, "int32", WORDS, reads, writes);
  }

  private static SetParties.Use taking(int spares, int number) {
    return (party, session) -> {
      MovableKeys.Spare spare = party.sets.movable().take(session, BATCH);
      assertArrayEquals(content(party, spares), spare.content());
      assertEquals(number, spare.number());
      return "taken";
    };
  }

  @Test
  void aSpareIsUsedOnce() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.run(
        (party, session) -> {
          keep(party, 1, 3);
          return "kept";
        });
    assertEquals(all("taken"), all.run(taking(1, 0)));
    try (SetParties.Party party = all.open(0)) {
      party.commit.checkpoint();
      // One party alone has recorded a spare as used when the line was lost.
      party.sets.note(List.of("sets spare %s %s 1".formatted(BATCH, hex(1))));
    }
    assertEquals(all("taken"), all.run(taking(1, 2)));
    for (Object end : all.run(taking(1, 3))) {
      assertEnded(Refused.class, end, "nothing is left by which values are moved");
    }
  }

  /** Two sessions may agree on one spare at a time: the second one does not get it. */
  @Test
  void aSpareThatWasUsedMeanwhileIsRefused() throws Exception {
    SetParties all = new SetParties(home, 2);
    try (SetParties.Party party = all.open(0)) {
      keep(party, 1, 3);
      SpareStock.Spares spares = party.sets.history().spares(BATCH).get(0);
      MovableKeys keys = party.sets.movable();
      assertEquals(1, keys.use(BATCH, spares, 1).number());
      for (int used : new int[] {1, 0}) {
        assertThrows(Refused.class, () -> keys.use(BATCH, spares, used));
      }
      assertEquals(2, keys.use(BATCH, spares, 2).number());
      assertEquals(0, keys.left(BATCH));
    }
  }

  private static String hex(int spares) {
    return HexFormat.of().formatHex(id(spares));
  }

  /** Spares that one party alone has prepared are not used, and do not replace others. */
  @Test
  void thePartiesUseTheNewestThatAllHave() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.run(
        (party, session) -> {
          keep(party, 1, 3);
          keep(party, 2, 3);
          if (party.index == 0) {
            keep(party, 3, 3);
          }
          return "kept";
        });
    assertEquals(all("taken"), all.run(taking(2, 0)));
    all.run(
        (party, session) -> {
          if (party.index == 0) {
            party.sets.noteAndSweep(List.of(MovableKeys.unspared(BATCH, id(3))));
          }
          party.sets.noteAndSweep(List.of(MovableKeys.latest(BATCH, id(2))));
          assertEquals(2, party.blobs().size());
          assertEquals(5, party.sets.movable().left(BATCH));
          return "kept";
        });
    assertEquals(all("taken"), all.run(taking(2, 1)));
  }

  /** Values under a key count on the spares that were set aside with them. */
  @Test
  void olderSparesStayUntilTheyAreUsedUp() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.run(
        (party, session) -> {
          keep(party, 1, 2);
          keep(party, 2, 1);
          party.sets.noteAndSweep(List.of(MovableKeys.latest(BATCH, id(2))));
          return "kept";
        });
    assertEquals(all("taken"), all.run(taking(2, 0)));
    assertEquals(all("taken"), all.run(taking(1, 0)));
    assertEquals(all("taken"), all.run(taking(1, 1)));
    try (SetParties.Party party = all.open(0)) {
      assertEquals(0, party.sets.movable().left(BATCH));
      keep(party, 3, 1);
      party.sets.noteAndSweep(List.of(MovableKeys.latest(BATCH, id(3))));
      assertEquals(1, party.blobs().size());
    }
  }

  @Test
  void sparesOfAKeyDoNotPileUp() throws Exception {
    SetParties all = new SetParties(home, 2);
    try (SetParties.Party party = all.open(0)) {
      for (int i = 1; i <= 120; i++) {
        keep(party, i, 1);
        party.sets.noteAndSweep(List.of(MovableKeys.latest(BATCH, id(i))));
      }
      assertEquals(101, party.sets.movable().left(BATCH));
      assertEquals(hex(20), party.sets.history().spares(BATCH).get(0).id());
    }
  }

  @Test
  void keysWithoutValuesAreForgotten() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(SetParties.terms(1, 1, table(BATCH, false, true)));
    try (SetParties.Party party = all.open(0)) {
      keep(party, 1, 3);
      party.sets.movable().tidy(Set.of());
      assertEquals(3, party.sets.movable().left(BATCH), "a set is under it");
      party.sets.drop("rows");
      party.sets.movable().tidy(Set.of(BATCH));
      assertEquals(3, party.sets.movable().left(BATCH), "something else is under it");
      party.sets.movable().tidy(Set.of(NEXT));
      assertEquals(0, party.sets.movable().left(BATCH));
      assertEquals(0, party.blobs().size());
    }
  }

  /** A check of any session of the store burns sets and spares, even if it is of another batch. */
  @Test
  void aFailedCheckDestroysSetsAndSpares() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(SetParties.terms(1, 1, table(BATCH, false, true)));
    try (SetParties.Party party = all.open(0)) {
      keep(party, 1, 3);
      assertEquals(3, party.blobs().size());
      party.batches.burn();
      assertTrue(party.sets.destroyed("rows").isPresent());
      assertEquals(0, party.blobs().size());
    }
    all.run(
        (party, session) -> {
          if (party.index == 0) {
            assertThrows(BadFile.class, () -> party.sets.movable().take(session, BATCH));
          }
          return "done";
        });
  }

  /** What a batch keeps follows the machine's record of the batch, which outlives it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void setsFollowTheRecordOfTheirBatch(boolean missing) throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(SetParties.terms(1, 1, table(BATCH, false, true)));
    try (SetParties.Party party = all.open(0)) {
      assertFalse(party.sets.destroyed("rows").isPresent());
    }
    if (missing) {
      SetParties.delete(all.place(0).resolve("batches"));
      Files.delete(all.place(0).resolve("records/" + BATCH.id() + "-1"));
    } else {
      StoreDirectory.destroy(all.place(0).resolve("batches"), all.access(0).records());
    }
    StoreDirectory.openOrCreate(all.place(0).resolve("batches"), all.access(0)).close();
    try (SetParties.Party party = all.open(0)) {
      assertTrue(party.sets.destroyed("rows").isPresent());
      assertEquals(0, party.blobs().size());
    }
  }

  /** A kill at a moment at which another program has the mark of the batch pending. */
  @Test
  void aPendingVerdictOfTheBatchDestroysItsSets() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(SetParties.terms(1, 1, table(BATCH, false, true)));
    Path mark = all.place(0).resolve("records/" + BATCH.id() + "-1.verdict");
    byte[] page = Files.readAllBytes(mark);
    page[0] = 'p';
    Files.write(mark, page);
    try (SetParties.Party party = all.open(0)) {
      assertTrue(party.sets.destroyed("rows").isPresent());
    }
  }

  private static RunTerms move(SetParties.Party party, long run, KeyName to) {
    TreeSet<KeyName> keys = new TreeSet<>(List.of(BATCH, NEXT));
    SetVersion version = party.sets.version("rows").orElseThrow();
    return new RunTerms(
        RunId.ofMove(new RunId(run, 1), 0),
        SetParties.DIGEST,
        keys,
        List.of(SetUse.move(version, to)));
  }

  @Test
  void aSetMovesFromKeyToKey() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(SetParties.terms(1, 1, table(BATCH, false, true)));
    for (Object end : all.whole(SetParties.terms(2, 1, table(NEXT, true, false)))) {
      assertEnded(Refused.class, end, "under the key " + BATCH);
    }
    assertEquals(
        all("done"), all.run((party, session) -> party.run(session, move(party, 3, NEXT), false)));
    assertEquals(
        all(2L),
        all.run(
            (party, session) -> {
              RunTerms terms = SetParties.terms(4, 1, table(NEXT, true, false));
              try (SetRun run = party.agree(session, terms)) {
                return run.version("rows").orElseThrow().number();
              }
            }));
    for (Object end : all.whole(SetParties.terms(5, 1, table(BATCH, true, false)))) {
      assertEnded(Refused.class, end, "under the key " + NEXT);
    }
  }

  /** Other runs leave alone what the service settles, and moves are settled by agreement. */
  @ParameterizedTest
  @CsvSource({"false, COMMITTED", "false, BACK", "true, BACK", "true, LOST"})
  void aServiceSettlesItsRuns(boolean reveals, KeptSets.Outcome outcome) throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(SetParties.terms(1, 1, SetParties.state("sum", false)));
    SetUse next = SetParties.state("sum", true);
    all.run(
        (party, session) -> {
          try (SetRun run = party.agree(session, SetParties.terms(2, 1, next))) {
            run.take();
            if (reveals) {
              run.revealing();
            }
            if (outcome == KeptSets.Outcome.COMMITTED) {
              party.prepare(run);
            }
          }
          return "cut off";
        });
    for (Object end :
        all.run(
            (party, session) -> {
              party.sets.serve(party.commit::commit);
              return party.run(session, SetParties.terms(3, 1, next), false);
            })) {
      assertEnded(Refused.class, end, "in use by run 2.1");
    }
    for (int index = 0; index < 2; index++) {
      try (SetParties.Party party = all.open(index)) {
        party.sets.serve(party.commit::commit);
        party.sets.noteAndSweep(party.sets.ending(new RunId(2, 1), outcome));
        assertEquals(List.of(), party.sets.ending(new RunId(2, 1), outcome));
      }
    }
    List<Object> ends =
        all.run(
            (party, session) -> {
              party.sets.serve(party.commit::commit);
              try (SetRun run = party.agree(session, SetParties.terms(4, 1, next))) {
                return run.version("sum").orElseThrow().number();
              }
            });
    if (outcome == KeptSets.Outcome.LOST) {
      ends.forEach(end -> assertEnded(Refused.class, end, "is lost"));
    } else {
      assertEquals(all(outcome == KeptSets.Outcome.COMMITTED ? 2L : 1L), ends);
    }
  }
}
