package org.schurmpc.core.prep.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.ledger.SetParties.KEY;
import static org.schurmpc.core.prep.ledger.SetParties.WORDS;
import static org.schurmpc.core.prep.ledger.SetParties.state;
import static org.schurmpc.core.prep.ledger.SetParties.table;
import static org.schurmpc.core.prep.ledger.SetParties.terms;
import static org.schurmpc.core.session.Outcomes.assertEnded;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.Descriptions;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** What kills at every pair of steps leave of a run, and what liars bring about. */
class SetCrashTest {
  private static final List<String> STEPS =
      List.of("agreed", "taken", "revealed", "prepared", "confirmed", "committed");

  private static final int REVEALED = 2;
  private static final int PREPARED = 3;

  @TempDir Path home;
  private SetParties parties;
  private Standing first; // of both parties, in the first run
  private final List<Map<String, Path>> moments = new ArrayList<>();

  private static RunTerms second(int attempt) {
    return terms(2, attempt, table("rows", true, true), state("sum", true));
  }

  /** Run 1 makes both sets; run 2 is copied after each step. */
  private void record(boolean reveals) throws Exception {
    parties = new SetParties(home, 2);
    parties.whole(terms(1, 1, table("rows", false, true), state("sum", false)));
    moments.add(new TreeMap<>());
    moments.add(new TreeMap<>());
    List<Object> ends =
        parties.run(
            (party, session) -> {
              try (SetRun run = party.agree(session, second(1))) {
                note(party, "agreed");
                run.take("service taken");
                note(party, "taken");
                if (reveals) {
                  run.revealing();
                }
                note(party, "revealed");
                party.prepare(run);
                note(party, "prepared");
                run.confirm(session);
                note(party, "confirmed");
                run.commit("service COMMITTED 2.1");
                note(party, "committed");
              }
              return "done";
            });
    assertEquals(List.of("done", "done"), ends);
  }

  private void note(SetParties.Party party, String step) {
    moments.get(party.index).put(step, parties.moment(party.index, step));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void killsAtAnyPairOfSteps(boolean reveals) throws Exception {
    record(reveals);
    for (int first = 0; first < STEPS.size(); first++) {
      for (int second = 0; second < STEPS.size(); second++) {
        // Neither is confirmed before both have prepared.
        if (Math.max(first, second) <= PREPARED || Math.min(first, second) >= PREPARED) {
          parties.restore(0, moments.get(0).get(STEPS.get(first)));
          parties.restore(1, moments.get(1).get(STEPS.get(second)));
          String where = STEPS.get(first) + ", " + STEPS.get(second);
          boolean lost = reveals && Math.max(first, second) >= REVEALED;
          if (Math.min(first, second) >= PREPARED) {
            assertHolds(2, where);
          } else if (lost) {
            assertLost(where);
          } else {
            assertHolds(1, where);
          }
        }
      }
    }
  }

  private void assertHolds(long run, String where) throws Exception {
    List<Object> ends =
        parties.run(
            (party, session) -> {
              RunTerms next = run == 1 ? second(2) : terms(3, 1, state("sum", true));
              try (SetRun now = party.agree(session, next)) {
                assertEquals(run, now.read("sum", "values", WORDS)[0], where);
              }
              List<String> said = party.service.all;
              int committed = Collections.frequency(said, "service COMMITTED 2.1");
              assertEquals(run - 1, committed, where + ": " + said);
              party.run(session, next, true);
              return party.blobs().size();
            });
    assertEquals(List.of(4, 4), ends, where);
  }

  /** The table goes on; the state is of no use until all operators ask for it. */
  private void assertLost(String where) throws Exception {
    RunTerms next = terms(3, 1, state("sum", true));
    for (Object end : parties.whole(next)) {
      assertEnded(Refused.class, end, "the set sum is lost", "version 1");
    }
    assertEquals(List.of("done", "done"), parties.whole(terms(4, 1, table("rows", true, true))));
    for (Object end : parties.whole(next)) {
      assertEnded(Refused.class, end, "the set sum is lost", "version 1");
    }
    List<Object> ends =
        parties.run((party, session) -> party.agree(session, asking(5, party.index == 0 ? 1 : 0)));
    for (Object end : ends) {
      assertEnded(Disagreement.class, end, "differ in the versions of sets to go back to");
    }
    for (Object end : parties.whole(asking(6, 2))) {
      assertEnded(Refused.class, end, "is not lost at version 2");
    }
    assertEquals(List.of("done", "done"), parties.whole(asking(7, 1)), where);
    for (Object end : parties.whole(asking(8, 2))) {
      assertEnded(Refused.class, end, "there is nothing to go back from");
    }
    assertEquals(List.of("done", "done"), parties.whole(terms(9, 1, state("sum", true))));
  }

  /**
   * @param version 0 for none
   */
  private static RunTerms asking(long run, long version) {
    RunTerms plain = terms(run, 1, state("sum", true));
    SortedMap<String, Long> resets = new TreeMap<>();
    if (version > 0) {
      resets.put("sum", version);
    }
    return new RunTerms(plain.id(), plain.digest(), plain.keys(), plain.uses(), resets);
  }

  /** A party is killed while the others settle, after it has or has not noted the decision. */
  @Test
  void killsWhileRunsAreSettled() throws Exception {
    record(false);
    for (int kind = 0; kind < 4; kind++) {
      Path first = moments.get(0).get(STEPS.get(kind % 2 == 0 ? PREPARED : 1));
      Path second = moments.get(1).get(STEPS.get(PREPARED));
      parties.restore(0, first);
      parties.restore(1, second);
      parties.run((party, session) -> party.agree(session, terms(3, 1)));
      parties.restore(kind / 2, kind / 2 == 0 ? first : second);
      assertHolds(kind % 2 == 0 ? 2 : 1, "kind " + kind);
    }
  }

  /** What a peer that follows the protocol, but for its statement, makes an honest party do. */
  private Object lie(SetStatement lie) throws Exception {
    return lie(lie.bytes());
  }

  private Object lie(byte[] lie) throws Exception {
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(2),
            session -> {
              if (session.party() == 1) {
                return liar(session, lie);
              }
              try (SetParties.Party party = parties.open(0)) {
                party.store.guard(session, true);
                return party.agree(session, terms(3, 1));
              }
            });
    return ends.get(0);
  }

  private static Object liar(Session session, byte[] lie) throws MpcException {
    byte[][] said = Descriptions.exchange(session, lie, SetStatement.MAX_BYTES, "a lie");
    FieldHash hash = new FieldHash("descriptions of sets and runs");
    for (byte[] each : said) {
      hash.add(each);
    }
    String what = "what they heard of each other's sets and runs";
    PublicValue.requireEqual(session, new TreeMap<>(Map.of(what, hash.digest())));
    byte[] mine = session.exchangeAll(new byte[3 * FieldHash.BYTES])[0];
    return mine.length; // the honest party finds that the last comparison fails, and has decided
  }

  private SetStatement saying(RunPhase phase, Standing of, long count) {
    SortedMap<RunId, Standing> runs = new TreeMap<>();
    runs.put(new RunId(1, 1), first);
    if (phase != RunPhase.NONE) {
      boolean holds = phase.prepared() || phase.committed();
      runs.put(
          new RunId(2, 1),
          new Standing(phase, of.terms(), holds ? of.content() : Standing.NOTHING));
    }
    return new SetStatement(count, runs, new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
  }

  private Standing standing(String step, RunId run) throws Exception {
    parties.restore(0, moments.get(0).get(step));
    try (SetParties.Party party = parties.open(0)) {
      return party.sets.history().standings().get(run);
    }
  }

  /** At each step, each lie: what was committed stays, what was revealed is never run again. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyLieAtEveryStep(boolean reveals) throws Exception {
    record(reveals);
    Standing prepared = standing("prepared", new RunId(2, 1));
    first = standing("prepared", new RunId(1, 1));
    for (String step : STEPS) {
      for (RunPhase lie : RunPhase.values()) {
        parties.restore(0, moments.get(0).get(step));
        RunPhase before;
        try (SetParties.Party party = parties.open(0)) {
          before = party.sets.history().phase(new RunId(2, 1));
        }
        Object end = lie(saying(lie, prepared, 3));
        assertEnded(Disagreement.class, end);
        try (SetParties.Party party = parties.open(0)) {
          RunPhase after = party.sets.history().phase(new RunId(2, 1));
          boolean lost = party.sets.history().lost("sum");
          String where = before + " and the lie " + lie + ": " + after;
          if (before.committed()) {
            assertTrue(after.committed(), where);
          } else if (before.prepared() && (lie.prepared() || lie == RunPhase.COMMITTED)) {
            assertEquals(RunPhase.COMMITTED, after, where);
          } else {
            assertTrue(!after.committed(), where);
            assertTrue(!before.revealed() || lost || after == before, where);
          }
        }
      }
    }
  }

  @Test
  void liesThatMakeNoSense() throws Exception {
    record(false);
    Standing prepared = standing("prepared", new RunId(2, 1));
    first = standing("prepared", new RunId(1, 1));
    Object less = lie(saying(RunPhase.PREPARED, prepared, 0));
    assertEnded(Disagreement.class, less, "has said 1 before");
    Standing other = new Standing(RunPhase.PREPARED, prepared.terms(), "7".repeat(64));
    assertEnded(
        Disagreement.class, lie(saying(RunPhase.PREPARED, other, 3)), "differ in the result");
    Outcomes.assertCheated(
        Check.MALFORMED, lie("sets".getBytes(StandardCharsets.UTF_8)), "statement");
    try (SetParties.Party party = parties.open(0)) {
      assertTrue(party.sets.destroyed("rows").isPresent());
    }
  }

  /** A liar that tells two honest parties different things. */
  @Test
  void equivocationEndsTheAgreement() throws Exception {
    parties = new SetParties(home, 3);
    parties.whole(terms(1, 1, table("rows", false, true)));
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(3),
            session -> {
              if (session.party() == 2) {
                return equivocate(session);
              }
              try (SetParties.Party party = parties.open(session.party())) {
                return party.agree(session, terms(2, 1));
              }
            });
    for (Object end : ends.subList(0, 2)) {
      assertEnded(Disagreement.class, end, "what they heard of each other's sets and runs");
    }
  }

  private Object equivocate(Session session) throws MpcException {
    byte[][] lies = new byte[3][];
    for (int party = 0; party < 2; party++) {
      lies[party] =
          new SetStatement(
                  5 + party, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>())
              .bytes();
    }
    byte[][] lengths =
        session.exchangeAll(ByteBuffer.allocate(Integer.BYTES).putInt(lies[0].length).array());
    byte[][] ins = new byte[3][];
    int[] outLengths = new int[3];
    int[] inLengths = new int[3];
    for (int party = 0; party < 2; party++) {
      inLengths[party] = ByteBuffer.wrap(lengths[party]).getInt();
      ins[party] = new byte[inLengths[party]];
      outLengths[party] = lies[party].length;
    }
    session.exchangeAll(lies, outLengths, ins, inLengths);
    return session.exchangeAll(new byte[FieldHash.BYTES]).length;
  }

  /** The state at the beginning of a segment is that of all entries, at each step. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void checkpointsKeepEverything(boolean reveals) throws Exception {
    record(reveals);
    for (String step : STEPS) {
      parties.restore(0, moments.get(0).get(step));
      SetStatement before;
      List<String> state = new ArrayList<>();
      try (SetParties.Party party = parties.open(0)) {
        before = party.sets.statement(second(1));
        party.sets.history().state().forEachRemaining(state::add);
        party.commit.checkpoint();
      }
      try (SetParties.Party party = parties.open(0)) {
        assertEquals(before, party.sets.statement(second(1)), step);
        List<String> after = new ArrayList<>();
        party.sets.history().state().forEachRemaining(after::add);
        assertEquals(state, after, step);
      }
      parties.restore(1, moments.get(1).get("prepared"));
      int at = STEPS.indexOf(step);
      if (at >= PREPARED) {
        assertHolds(2, step);
      } else if (reveals) {
        assertLost(step);
      } else {
        assertHolds(1, step);
      }
    }
  }

  /** Entries in another order than runs have. */
  @Test
  void entriesOutOfOrderAreRefused() {
    String version = "rows table " + KEY + " int32 4 1 " + "a".repeat(64) + " " + "b".repeat(64);
    String terms = "c".repeat(64);
    for (List<String> wrong :
        List.of(
            List.of("sets committed 1.1"),
            List.of("sets taken 1.1 " + terms, "sets taken 1.1 " + terms),
            List.of("sets taken 1.1 " + terms, "sets committed 1.1"),
            List.of("sets taken 1.1 " + terms, "sets revealed 1.1", "sets back 1.1"),
            List.of("sets taken 1.1 " + terms, "sets revealed 1.1", "sets revealed 1.1"),
            List.of(
                "sets taken 1.1 " + terms, "sets next 1.1 " + version, "sets next 1.1 " + version),
            List.of("sets taken 1.1 " + terms, "sets prepared 1.1 " + terms, "sets revealed 1.1"),
            List.of("sets dropped rows"),
            List.of("sets unknown"),
            List.of("sets taken 1 " + terms),
            List.of("sets taken 1.1 x"))) {
      SetHistory history = new SetHistory();
      for (String entry : wrong.subList(0, wrong.size() - 1)) {
        history.apply(entry);
      }
      assertThrows(
          RuntimeException.class,
          () -> history.apply(wrong.get(wrong.size() - 1)),
          wrong.toString());
    }
  }
}
