package org.schurmpc.core.prep.ledger;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.ledger.SetParties.KEY;
import static org.schurmpc.core.prep.ledger.SetParties.OTHER;
import static org.schurmpc.core.prep.ledger.SetParties.WORDS;
import static org.schurmpc.core.prep.ledger.SetParties.state;
import static org.schurmpc.core.prep.ledger.SetParties.table;
import static org.schurmpc.core.prep.ledger.SetParties.terms;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.disk.Destruction;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;

/** Sets that parties keep between runs, and what is refused. */
class KeptSetsTest {
  @TempDir Path home;

  private static List<Object> all(int parties, Object value) {
    return new ArrayList<>(Collections.nCopies(parties, value));
  }

  private static void assertHolds(SetRun run, String set, int party, long made)
      throws MpcException {
    assertArrayEquals(new long[] {made, party, 3, 4}, run.read(set, "values", WORDS));
    assertArrayEquals(new long[] {made + 100}, run.read(set, "macs", 1));
  }

  private static SetParties.Use reading(RunTerms terms, String set, long made) {
    return (party, session) -> {
      try (SetRun run = party.agree(session, terms)) {
        assertHolds(run, set, party.index, made);
        return run.version(set).orElseThrow().number();
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void tablesAreReadAndReplaced(int parties) throws Exception {
    SetParties all = new SetParties(home, parties);
    assertEquals(all(parties, "done"), all.whole(terms(1, 1, table("rows", false, true))));
    for (int run = 2; run < 4; run++) {
      assertEquals(
          all(parties, 1L), all.run(reading(terms(run, 1, table("rows", true, false)), "rows", 1)));
    }
    assertEquals(all(parties, "done"), all.whole(terms(4, 1, table("rows", true, true))));
    assertEquals(
        all(parties, 2L), all.run(reading(terms(5, 1, table("rows", true, false)), "rows", 4)));
    for (int index = 0; index < parties; index++) {
      try (SetParties.Party party = all.open(index)) {
        assertEquals(2, party.blobs().size(), "the old version is deleted");
        SetVersion version = party.sets.sets().get(0);
        assertEquals(SetParties.DIGEST, version.made());
        assertEquals(KEY, version.key());
        party.commit.checkpoint();
      }
    }
    assertEquals(
        all(parties, 2L), all.run(reading(terms(6, 1, table("rows", true, false)), "rows", 4)));
  }

  @Test
  void statesFollowEachOther() throws Exception {
    SetParties all = new SetParties(home, 2);
    assertEquals(all(2, "done"), all.whole(terms(1, 1, state("sum", false))));
    for (int run = 2; run < 5; run++) {
      int now = run;
      List<Object> ends =
          all.run(
              (party, session) -> {
                RunTerms terms = terms(now, 1, state("sum", true));
                try (SetRun run1 = party.agree(session, terms)) {
                  assertHolds(run1, "sum", party.index, now - 1);
                }
                return party.run(session, terms, true);
              });
      assertEquals(all(2, "done"), ends);
    }
    for (Object end : all.whole(terms(9, 1, state("sum", false)))) {
      assertEnded(Refused.class, end, "the state sum exists");
    }
  }

  /** What the service notes of a run is in one group with the sets. */
  @Test
  void theServicesEntriesAreInTheGroup() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1, table("rows", false, true)));
    try (SetParties.Party party = all.open(0)) {
      assertEquals(
          List.of("service taken 1.1", "service prepared 1.1", "service COMMITTED 1.1"),
          party.service.all);
    }
  }

  @Test
  void setsOfAnotherDescriptionAreRefused() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1, table("rows", false, true)));
    Map<SetUse, String> wrong =
        Map.of(
            table("none", true, false),
            "there is no set none",
            new SetUse("rows", SetUse.Kind.STATE, KEY, "int32", WORDS, true, true),
            "is a table, and what is wanted is state",
            new SetUse("rows", SetUse.Kind.TABLE, KEY, "int64", WORDS, true, false),
            "is 4 of type int32, and what is wanted is 4 of type int64",
            new SetUse("rows", SetUse.Kind.TABLE, KEY, "int32", 5, true, false),
            "what is wanted is 5 of type int32",
            new SetUse("rows", SetUse.Kind.TABLE, OTHER, "int32", WORDS, true, false),
            "is under the key store:5e");
    long run = 10;
    for (Map.Entry<SetUse, String> each : wrong.entrySet()) {
      for (Object end : all.whole(terms(run++, 1, each.getKey()))) {
        assertEnded(Refused.class, end, each.getValue());
      }
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new SetUse("s", SetUse.Kind.STATE, KEY, "int32", 1, true, false));
  }

  /** Each of the terms, which differ at one party. */
  @Test
  void partiesThatDifferAreRefused() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1, table("rows", false, true)));
    RunTerms right = terms(2, 1, table("rows", true, false));
    List<RunTerms> wrong =
        List.of(
            terms(3, 1, table("rows", true, false)),
            terms(2, 2, table("rows", true, false)),
            terms(2, 1, table("rows", true, true)),
            terms(2, 1),
            new RunTerms(right.id(), "4f".repeat(32), right.keys(), right.uses()),
            new RunTerms(
                right.id(), right.digest(), new TreeSet<>(List.of(KEY, OTHER)), right.uses()));
    for (RunTerms other : wrong) {
      List<Object> ends =
          all.run((party, session) -> party.agree(session, party.index == 0 ? right : other));
      for (Object end : ends) {
        assertEnded(Disagreement.class, end, "the parties differ in the");
      }
    }
    assertEquals(all(2, 1L), all.run(reading(right, "rows", 1)));
  }

  /** A whole party is put back, its records as well: nobody but its peer can tell. */
  @Test
  void aPartyThatIsPutBackIsFound() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1, table("rows", false, true)));
    Path before = all.moment(1, "before");
    all.whole(terms(2, 1, table("rows", true, true)));
    all.restore(1, before);
    for (Object end : all.whole(terms(3, 1, table("rows", true, true)))) {
      assertEnded(Disagreement.class, end, "does not hold the result of run 2.1");
    }
  }

  /** The run in which it differs is settled and forgotten: the number of runs tells. */
  @Test
  void aPartyThatIsPutBackFarIsFound() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1, table("rows", false, true)));
    Path before = all.moment(1, "before");
    for (int run = 2; run < 7; run++) {
      all.whole(terms(run, 1));
    }
    try (SetParties.Party party = all.open(0)) {
      assertTrue(party.sets.history().standings().size() <= 6);
    }
    all.restore(1, before);
    assertEnded(
        Disagreement.class,
        all.whole(terms(8, 1)).get(0),
        "party 2 says that it has committed 1 runs, and has said 5 before");
  }

  /** A party's folder is put back without its records. */
  @Test
  void anOlderLedgerIsRefused() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1, table("rows", false, true)));
    Path old = home.resolve("old");
    SetParties.copy(all.place(0).resolve("ledger"), old);
    all.whole(terms(2, 1, table("rows", true, true)));
    SetParties.delete(all.place(0).resolve("ledger"));
    SetParties.copy(old, all.place(0).resolve("ledger"));
    BadFile end = assertThrows(BadFile.class, () -> all.open(0));
    assertTrue(end.getMessage().contains("a copy of an earlier version was put back"));
  }

  /** Settled runs are forgotten by all, and what is remembered stays short. */
  @Test
  void settledRunsAreForgotten() throws Exception {
    SetParties all = new SetParties(home, 3);
    List<Object> ends =
        all.run(
            (party, session) -> {
              for (int run = 1; run <= 20; run++) {
                party.run(session, terms(run, 1, table("rows", run > 1, true)), false);
              }
              return party.sets.history().standings().size();
            });
    assertEquals(all(3, 2), ends);
  }

  @Test
  void dropWipesASet() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1, table("rows", false, true), table("more", false, true)));
    List<Object> ends =
        all.run(
            (party, session) -> {
              try (SetRun run = party.agree(session, terms(2, 1, table("rows", true, true)))) {
                assertThrows(Refused.class, () -> party.sets.drop("rows"));
                run.take();
                assertThrows(Refused.class, () -> party.sets.drop("rows"));
              }
              assertThrows(Refused.class, () -> party.sets.drop("rows"), "until it is settled");
              party.agree(session, terms(3, 1)).close();
              party.sets.drop("rows", "service dropped");
              party.sets.drop("rows");
              assertEquals("service dropped", party.service.all.get(party.service.all.size() - 1));
              return party.blobs().size();
            });
    assertEquals(all(2, 2), ends);
    for (Object end : all.whole(terms(4, 1, table("rows", true, true)))) {
      assertEnded(Refused.class, end, "there is no set rows");
    }
    assertEquals(all(2, "done"), all.whole(terms(5, 1, table("rows", false, true))));
  }

  /** One party has dropped a set, the other one has not yet. */
  @Test
  void aSetThatOnePartyLacksIsADisagreement() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1, table("rows", false, true)));
    try (SetParties.Party party = all.open(1)) {
      party.sets.drop("rows");
    }
    for (Object end : all.whole(terms(2, 1, table("rows", true, false)))) {
      assertEnded(Disagreement.class, end, "differ in the sets that it uses");
    }
  }

  /** A run goes on with the version that it has, while another one replaces it. */
  @Test
  void aVersionStaysWhileARunReadsIt() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1, table("rows", false, true)));
    List<Object> ends =
        all.run(
            (party, session) -> {
              try (SetRun reader = party.agree(session, terms(2, 1, table("rows", true, false)))) {
                party.run(session, terms(3, 1, table("rows", true, true)), false);
                assertHolds(reader, "rows", party.index, 1);
                assertEquals(4, party.blobs().size());
              }
              return party.blobs().size();
            });
    assertEquals(all(2, 2), ends);
  }

  /** One session at a time is at work on a set that it writes, and on a run. */
  @Test
  void aSetHasOneWriter() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1, state("sum", false)));
    List<Object> ends =
        all.run(
            (party, session) -> {
              RunTerms writes = terms(2, 1, state("sum", true));
              try (SetRun run = party.agree(session, writes)) {
                for (RunTerms other : List.of(terms(3, 1, state("sum", true)), writes)) {
                  assertThrows(Refused.class, () -> party.agree(session, other));
                }
                run.take();
                assertThrows(
                    Refused.class, () -> party.agree(session, terms(3, 1, state("sum", true))));
              }
              return "done";
            });
    assertEquals(all(2, "done"), ends);
  }

  @Test
  void aRunThatHasEndedDoesNotBeginAgain() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1));
    for (int time = 0; time < 2; time++) {
      for (Object end : all.whole(terms(1, 1))) {
        assertEnded(Refused.class, end, "run 1.1 has ended already");
      }
    }
  }

  /** Steps of a run in another order. */
  @Test
  void stepsHaveAnOrder() throws Exception {
    SetParties all = new SetParties(home, 2);
    List<Object> ends =
        all.run(
            (party, session) -> {
              SetRun run = party.agree(session, terms(1, 1, table("rows", false, true)));
              assertThrows(IllegalStateException.class, run::revealing);
              assertThrows(IllegalStateException.class, () -> party.prepare(run));
              assertThrows(IllegalStateException.class, () -> run.confirm(session));
              assertThrows(IllegalStateException.class, run::commit);
              run.take();
              assertThrows(IllegalStateException.class, run::take);
              assertThrows(
                  IllegalStateException.class, () -> run.prepare(new TreeMap<>(), new byte[0]));
              party.prepare(run);
              assertThrows(IllegalStateException.class, run::commit, "not confirmed");
              run.confirm(session);
              run.commit();
              assertThrows(IllegalStateException.class, run::commit);
              return "done";
            });
    assertEquals(all(2, "done"), ends);
  }

  /** The hash of what else a run leaves is compared, and so are the sets. */
  @Test
  void partiesThatPrepareDifferentThingsDoNotConfirm() throws Exception {
    SetParties all = new SetParties(home, 2);
    List<Object> ends =
        all.run(
            (party, session) -> {
              try (SetRun run = party.agree(session, terms(1, 1))) {
                run.take();
                run.prepare(new TreeMap<>(), new byte[] {(byte) party.index});
                run.confirm(session);
                return "confirmed";
              }
            });
    ends.forEach(end -> assertEnded(Disagreement.class, end, "differ in what run 1.1 leaves"));
    for (Object end : all.whole(terms(2, 1))) {
      assertEnded(Disagreement.class, end, "differ in the result of run 1.1");
    }
  }

  /** A check that fails in a session that uses no set, and no run. */
  @Test
  void aFailedCheckOfTheStoreDestroysItsSets() throws Exception {
    SetParties all = new SetParties(home, 2);
    SetUse under = new SetUse("kept", SetUse.Kind.TABLE, OTHER, "int32", WORDS, false, true);
    all.whole(terms(1, 1, table("rows", false, true), under));
    List<Object> ends =
        all.run(
            (party, session) -> {
              if (party.index == 0) {
                try {
                  session.require(false, Check.MAC, "the test");
                } finally {
                  assertEquals(Destruction.CHECK, party.sets.destroyed("rows").orElseThrow());
                  assertEquals(2, party.blobs().size(), "those of the other key");
                }
              }
              return "intact";
            });
    Outcomes.assertCheated(Check.MAC, ends.get(0), "the check");
    for (int opening = 0; opening < 2; opening++) {
      try (SetParties.Party party = all.open(0)) {
        assertTrue(party.sets.destroyed("rows").isPresent());
        assertFalse(party.sets.destroyed("kept").isPresent());
        assertEquals(2, party.blobs().size());
        party.commit.checkpoint();
      }
    }
    assertEnded(
        BadFile.class, all.whole(terms(2, 1, table("rows", true, false))).get(0), "was destroyed");
    assertEnded(BadFile.class, all.whole(terms(3, 1)).get(0), "under the key store:5e");
  }

  /** A session that was guarded before the sets were opened, and a store that its user burns. */
  @Test
  void everySessionOfTheStoreCounts() throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1, table("rows", false, true)));
    try (SetParties.Party party = all.open(0)) {
      party.store.burn();
      assertTrue(party.sets.destroyed("rows").isPresent());
      assertEquals(0, party.blobs().size());
    }
  }

  /** The sets are closed before the store, whose record then says what becomes of them. */
  @Test
  void aCheckAfterTheSetsAreClosed() throws Exception {
    SetParties all = new SetParties(home, 2);
    SetUse under = new SetUse("kept", SetUse.Kind.TABLE, OTHER, "int32", WORDS, false, true);
    all.whole(terms(1, 1, table("rows", false, true), under));
    List<Object> ends =
        all.run(
            (party, session) -> {
              party.sets.close();
              party.commit.close();
              session.judge(Check.MAC, "the test", () -> {});
              session.require(party.index == 1, Check.MAC, "the test");
              return "intact";
            });
    Outcomes.assertCheated(Check.MAC, ends.get(0), "the check");
    try (SetParties.Party party = all.open(0)) {
      assertTrue(party.sets.destroyed("rows").isPresent());
      assertTrue(party.sets.destroyed("kept").isEmpty());
    }
  }

  /** What a run has prepared does not outlive the key, though the run is not lost to its peer. */
  @Test
  void aFailedCheckDropsWhatIsPrepared() throws Exception {
    SetParties all = new SetParties(home, 2);
    List<Object> ends =
        all.run(
            (party, session) -> {
              try (SetRun run = party.agree(session, terms(1, 1, table("rows", false, true)))) {
                run.take();
                party.prepare(run);
                assertEquals(2, party.blobs().size());
                party.store.burn();
                assertEquals(0, party.blobs().size());
                assertEquals(RunPhase.TAKEN, party.sets.history().phase(run.id()));
                assertThrows(BadFile.class, () -> run.confirm(session));
                assertThrows(BadFile.class, run::commit);
                assertThrows(BadFile.class, run::revealing);
              }
              return "done";
            });
    assertEquals(all(2, "done"), ends);
  }

  /** A program that is killed while the verdict of a check pends, with one key in use. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aKillInACheckDestroysWhatIsUnderItsKey(boolean rests) throws Exception {
    SetParties all = new SetParties(home, 2);
    SetUse under = new SetUse("kept", SetUse.Kind.TABLE, OTHER, "int32", WORDS, false, true);
    all.whole(terms(1, 1, table("rows", false, true), under));
    Path[] killed = new Path[1];
    List<Object> ends =
        all.run(
            (party, session) -> {
              if (party.index == 0) {
                session.judge(
                    Check.MAC,
                    "the test",
                    () -> {
                      if (!rests) {
                        killed[0] = all.moment(0, "killed");
                      }
                      assertFalse(party.ledger.verdicts().armed().isEmpty());
                    });
                party.sets.rest();
                assertTrue(party.ledger.verdicts().armed().isEmpty());
                if (rests) {
                  killed[0] = all.moment(0, "killed");
                }
              }
              return "done";
            });
    assertEquals(all(2, "done"), ends);
    all.restore(0, killed[0]);
    for (int opening = 0; opening < 2; opening++) {
      try (SetParties.Party party = all.open(0)) {
        assertEquals(rests, party.sets.destroyed("rows").isEmpty());
        assertTrue(party.sets.destroyed("kept").isEmpty(), "its key was not in use");
        assertEquals(rests ? 4 : 2, party.blobs().size());
      }
      try (Stream<Path> files = Files.list(all.place(0).resolve("records"))) {
        Path mark =
            files
                .filter(file -> file.getFileName().toString().matches("ledger-.*[.]verdict"))
                .findFirst()
                .orElseThrow();
        assertEquals('c', Files.readAllBytes(mark)[0], "clear");
      }
    }
  }

  /** The machine's record of the key says that it is burnt, and so does a missing one. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void setsFollowTheRecordOfTheirKey(boolean missing) throws Exception {
    SetParties all = new SetParties(home, 2);
    all.whole(terms(1, 1, table("rows", false, true)));
    if (missing) {
      SetParties.delete(all.place(0).resolve("store"));
      Files.delete(all.place(0).resolve("records/key-" + KEY.id() + "-1"));
    } else {
      StoreDirectory.destroy(all.place(0).resolve("store"), all.access(0).records());
    }
    StoreDirectory.openOrCreate(all.place(0).resolve("store"), all.access(0)).close();
    try (SetParties.Party party = all.open(0)) {
      assertTrue(party.sets.destroyed("rows").isPresent());
      assertEquals(0, party.blobs().size());
    }
  }

  /** A run that was broken off begins again under its name; two sessions do not share it. */
  @Test
  void aRunBeginsAgain() throws Exception {
    SetParties all = new SetParties(home, 2);
    List<Object> ends =
        all.run(
            (party, session) -> {
              try (SetRun run = party.agree(session, terms(1, 1))) {
                assertThrows(Refused.class, () -> party.agree(session, terms(1, 1)));
                run.take();
              }
              return party.run(session, terms(1, 1), false);
            });
    assertEquals(all(2, "done"), ends);
  }

  /** One party still works on a run that the other one has given up. */
  @Test
  void aRunThatAPartyWorksOnIsNotSettled() throws Exception {
    SetParties all = new SetParties(home, 2);
    List<Object> ends =
        all.run(
            (party, session) -> {
              SetRun run = party.agree(session, terms(1, 1));
              run.take();
              party.prepare(run);
              if (party.index == 1) {
                run.close();
              }
              party.agree(session, terms(2, 1)).close();
              RunPhase between = party.sets.history().phase(run.id());
              run.close();
              party.agree(session, terms(3, 1)).close();
              return List.of(between, party.sets.phase(run.id()));
            });
    assertEquals(all(2, List.of(RunPhase.PREPARED, RunPhase.COMMITTED)), ends);
  }

  @Test
  void aKeyOfNoStoreIsRefused() throws Exception {
    SetParties all = new SetParties(home, 2);
    for (KeyName key :
        List.of(KeyName.ofStore("7e".repeat(32)), new KeyName(KeyName.Kind.BATCH, KEY.id()))) {
      RunTerms terms =
          new RunTerms(new RunId(1, 1), SetParties.DIGEST, new TreeSet<>(List.of(key)), List.of());
      assertEnded(
          Refused.class, all.whole(terms).get(0), "no store that is open keeps the key " + key);
    }
  }

  /** Sets of two stores, in two sessions at a time. */
  @Test
  void runsOfTwoStoresAtATime() throws Exception {
    SetParties all = new SetParties(home, 2);
    List<Object> ends =
        all.run(
            (party, session) -> {
              try (Session fork = session.fork("second")) {
                SetUse under =
                    new SetUse("kept", SetUse.Kind.TABLE, OTHER, "int32", WORDS, false, true);
                try (SetRun one = party.agree(session, terms(1, 1, table("rows", false, true)));
                    SetRun two = party.agree(fork, terms(2, 1, under))) {
                  one.take();
                  two.take();
                  party.prepare(two);
                  party.prepare(one);
                  assertEquals(
                      Map.of(one.id(), RunPhase.ACTIVE, two.id(), RunPhase.ACTIVE),
                      party.sets.runs());
                  party.agree(session, terms(3, 1)).close();
                  two.confirm(fork);
                  two.commit();
                  one.confirm(session);
                  one.commit();
                }
              }
              return party.sets.sets().size();
            });
    assertEquals(all(2, 2), ends);
  }

  @Test
  void certificatesAreThoseOfTheLedger() throws Exception {
    SetParties all = new SetParties(home, 2);
    List<Object> ends =
        all.run(
            (party, session) -> {
              KeptSets.rebind(session, party.sets);
              return "done";
            });
    assertEquals(all(2, "done"), ends);
    SetHistory history = new SetHistory();
    history.apply("sets bound 2 c");
    assertEquals(List.of("a", "c"), history.certificates(List.of("a", "b")));
  }
}
