package org.schurmpc.service.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a party lets a corrupted party 1 do: nothing that it did not agree to. */
class FollowerTest {
  private static final String LINE = "0123456789abcdef0123456789abcdef";
  private static final String HASH = World.hash("inputs");
  private static final JobTerms JOB = new JobTerms("tag", "bits", 2, 1, 2, false);

  private static final JobTerms BIDS =
      new JobTerms("bids", "bits", 3, 1, 2, false, Optional.of(new Gathering(2, Gathering.FULL)));

  private boolean refusesMaterial;
  private LogState log;
  private Follower follower;
  private List<Output> out;
  private Optional<String> refusal = Optional.empty();

  private final Rulebook rules =
      new Rulebook() {
        @Override
        public Optional<JobTerms> job(String name) {
          return List.of(JOB, BIDS).stream().filter(job -> job.name().equals(name)).findFirst();
        }

        @Override
        public boolean isSuspended(String job) {
          return false;
        }

        @Override
        public Optional<String> refuses(String request, int attempt) {
          return refusal;
        }

        @Override
        public boolean refusesMaterial(LogEntry.Make make) {
          return refusesMaterial;
        }

        @Override
        public boolean makesBesideRuns(String stock) {
          return stock.equals("bits");
        }

        @Override
        public SortedMap<String, LogEntry.Amount> portion(
            String stock, SortedMap<String, LogEntry.Amount> wanted) {
          return wanted;
        }

        @Override
        public boolean refusesRefill(LogEntry.Refill refill) {
          return refill.deliveries() > 100;
        }
      };

  @BeforeEach
  void begin() {
    log = new LogState();
    follower = new Follower(log, rules);
    follower.connected(LINE);
    follower.seen(new Message.Seen("r", "tag", HASH));
    follower.seen(new Message.Seen("s", "tag", HASH));
  }

  private static Place place(int session) {
    return new Place(LINE, session);
  }

  private static LogEntry.Run run(
      long number, long run, int attempt, long first, String... requests) {
    List<LogEntry.Item> items = new ArrayList<>();
    for (String each : requests) {
      items.add(new LogEntry.Item(each, HASH));
    }
    return run(number, run, attempt, first, "tag", items);
  }

  private static LogEntry.Run run(
      long number, long run, int attempt, long first, String job, List<LogEntry.Item> items) {
    return new LogEntry.Run(
        number,
        run,
        attempt,
        job,
        first,
        items.size(),
        place((int) number),
        items,
        new TreeMap<>());
  }

  /** Proposes, and forces what the party wants forced. */
  private String propose(LogEntry entry) {
    out = new ArrayList<>(follower.on(new Message.Entry(entry.text())));
    for (Output each : List.copyOf(out)) {
      if (each instanceof Output.Force force) {
        log.apply(force.line());
        out.addAll(follower.durable(force.number()));
      }
    }
    return answer();
  }

  private String answer() {
    for (Output each : out) {
      if (each instanceof Output.Send send && send.message() instanceof Message.Refuse refuse) {
        return "refused " + refuse.code() + " " + refuse.requests();
      }
      if (each instanceof Output.Stop) {
        return "stopped";
      }
    }
    return out.stream().anyMatch(each -> each instanceof Output.Send) ? "forced" : "nothing";
  }

  private String go(long number) {
    out = follower.on(new Message.Go(number));
    if (out.stream().anyMatch(each -> each instanceof Output.Stop)) {
      return "stopped";
    }
    return out.stream().anyMatch(each -> each instanceof Output.Act act && act.fresh())
        ? "acts"
        : "nothing";
  }

  private void note(long run, int attempt, RunPhase phase, String detail) {
    log.apply(LogState.noted(new RunState(run, attempt, phase, detail)));
    follower.worked(run);
  }

  @Test
  void entriesAreActedOnOnceAllHaveForcedThem() {
    assertEquals("forced", propose(run(1, 1, 1, 1, "r", "s")));
    assertEquals("forced", propose(run(1, 1, 1, 1, "r", "s")), "the same again");
    assertEquals("acts", go(1));
    assertEquals("nothing", go(1));
  }

  @Test
  void nothingIsAnsweredBeforeItIsDurable() {
    List<Output> first = follower.on(new Message.Entry(run(1, 1, 1, 1, "r").text()));
    assertEquals(1, first.size());
    assertTrue(first.get(0) instanceof Output.Force);
    assertEquals("stopped", go(1), "a party goes on with what is not forced");
  }

  @Test
  void anotherEntryOfTheSameNumberStops() {
    propose(run(1, 1, 1, 1, "r"));
    assertEquals("stopped", propose(run(1, 1, 1, 1, "s")));
    assertEquals("nothing", propose(run(2, 2, 1, 5, "s")), "for good");
  }

  @Test
  void anotherEntryWhileOneIsBeingForcedStops() {
    follower.on(new Message.Entry(run(1, 1, 1, 1, "r").text()));
    out = follower.on(new Message.Entry(run(1, 1, 1, 1, "s").text()));
    assertEquals("stopped", answer());
  }

  @Test
  void gapsStop() {
    assertEquals("stopped", propose(run(2, 1, 1, 1, "r")));
  }

  @Test
  void nonsenseStops() {
    out = follower.on(new Message.Entry("1 run"));
    assertEquals("stopped", answer());
  }

  @Test
  void otherInputsAreRefusedAndSuspendTheJob() {
    LogEntry.Run run = run(1, 1, 1, 1, "r", "s");
    LogEntry.Run other =
        new LogEntry.Run(
            1,
            1,
            1,
            "tag",
            1,
            2,
            run.place(),
            List.of(run.requests().get(0), new LogEntry.Item("s", World.hash("other"))),
            new TreeMap<>());
    assertEquals("refused inputs-differ [s]", propose(other));
    assertTrue(out.stream().anyMatch(each -> each instanceof Output.Suspend));
    assertEquals("stopped", go(1), "it goes on all the same");
  }

  @Test
  void requestsThatThisPartyDidNotAcceptAreRefused() {
    assertEquals("refused not-accepted [t]", propose(run(1, 1, 1, 1, "r", "t")));
  }

  @Test
  void aRefusedEntryIsVoidedAndNothingElse() {
    refusal = Optional.of("operator");
    assertEquals("refused operator [r]", propose(run(1, 1, 1, 1, "r")));
    assertEquals("stopped", propose(run(2, 2, 1, 5, "s")));
    begin();
    assertEquals("refused operator [r]", propose(run(1, 1, 1, 1, "r")));
    assertEquals("forced", propose(new LogEntry.Voiding(2, 1)));
    refusal = Optional.empty();
    assertEquals("nothing", go(2));
    assertEquals("forced", propose(run(3, 2, 1, 2, "r")));
  }

  @Test
  void whatWasDecidedIsNotVoided() {
    propose(run(1, 1, 1, 1, "r"));
    go(1);
    assertEquals("stopped", propose(new LogEntry.Voiding(2, 1)));
  }

  @Test
  void numbersRunsAndRequestsAreUsedOnce() {
    propose(run(1, 1, 1, 1, "r"));
    go(1);
    assertEquals("refused numbers []", propose(run(2, 2, 1, 1, "s")));
    assertTrue(out.stream().anyMatch(each -> each instanceof Output.Suspend));
    propose(new LogEntry.Voiding(3, 2));
    assertEquals("refused run-used []", propose(run(4, 1, 1, 2, "s")));
    propose(new LogEntry.Voiding(5, 4));
    assertEquals("refused in-a-run [r]", propose(run(6, 3, 1, 3, "r", "s")));
    propose(new LogEntry.Voiding(7, 6));
    assertEquals("refused twice []", propose(run(8, 4, 1, 5, "s", "s")));
  }

  /** Numbers without gaps: party 1 exhausts none, and makes no run look like a move. */
  @Test
  void numbersFollowEachOther() {
    assertEquals("refused numbers []", propose(run(1, 1, 1, 2, "r")));
    propose(new LogEntry.Voiding(2, 1));
    assertEquals("refused run-used []", propose(run(3, 500_000_000_000_000_000L, 1, 1, "r")));
    propose(new LogEntry.Voiding(4, 3));
    LogEntry.Refill material = new LogEntry.Refill(5, 2, "tag", 1_000, 0, place(5));
    assertEquals("refused numbers []", propose(material), "a refill of material alone");
    propose(new LogEntry.Voiding(6, 5));
    assertEquals(2, log.highestRun());
    assertEquals(1, log.deliveries());
    assertEquals("forced", propose(run(7, 3, 1, 2, "r")));
  }

  @Test
  void voidedNumbersStayUsed() {
    propose(run(1, 1, 1, 1, "r"));
    propose(new LogEntry.Voiding(2, 1));
    assertEquals("refused numbers []", propose(run(3, 2, 1, 1, "r")));
    propose(new LogEntry.Voiding(4, 3));
    assertEquals("forced", propose(run(5, 3, 1, 2, "r")));
  }

  @Test
  void anAttemptFollowsOneThatIsBack() {
    propose(run(1, 1, 1, 1, "r"));
    go(1);
    note(1, 1, RunPhase.TAKEN, RunState.NONE);
    assertEquals("refused not-settled []", propose(run(2, 1, 2, 2, "r")));
    propose(new LogEntry.Voiding(3, 2));
    note(1, 1, RunPhase.BACK, RunState.NONE);
    assertEquals("refused not-settled []", propose(run(4, 1, 3, 3, "r")));
    propose(new LogEntry.Voiding(5, 4));
    assertEquals("refused not-settled []", propose(run(6, 1, 2, 4, "s")), "other requests");
    propose(new LogEntry.Voiding(7, 6));
    assertEquals("forced", propose(run(8, 1, 2, 5, "r")));
    go(8);
    note(1, 2, RunPhase.BACK, RunState.NONE);
    assertEquals("refused attempts []", propose(run(9, 1, 3, 6, "r")));
  }

  /** What an attempt has revealed is known in all later ones, and after a restart. */
  @Test
  void aRevealIsNotForgotten() {
    propose(run(1, 1, 1, 1, "r"));
    go(1);
    note(1, 1, RunPhase.TAKEN, RunState.NONE);
    note(1, 1, RunPhase.REVEALED, RunState.NONE);
    assertThrows(IllegalArgumentException.class, () -> note(1, 1, RunPhase.PREPARED, HASH));
    log.apply(LogState.noted(new RunState(1, 1, RunPhase.BACK, RunState.NONE, true)));
    propose(run(2, 1, 2, 2, "r"));
    LogState again = new LogState();
    log.state().forEachRemaining(again::apply);
    assertEquals(
        new RunState(1, 2, RunPhase.WAITING, RunState.NONE, true), again.state(1).orElseThrow());
    assertEquals(log.runs(), again.runs());
  }

  @Test
  void aCommittedRunIsOver() {
    propose(run(1, 1, 1, 1, "r"));
    go(1);
    note(1, 1, RunPhase.TAKEN, RunState.NONE);
    note(1, 1, RunPhase.PREPARED, HASH);
    assertEquals("refused not-ended []", propose(new LogEntry.End(2, List.of(1L))));
    propose(new LogEntry.Voiding(3, 2));
    note(1, 1, RunPhase.COMMITTED, HASH);
    assertEquals("refused not-settled []", propose(run(4, 1, 2, 2, "r")));
    propose(new LogEntry.Voiding(5, 4));
    assertEquals("refused in-a-run []", propose(new LogEntry.Fail(6, "r", "expired")));
    propose(new LogEntry.Voiding(7, 6));
    assertEquals("refused not-accepted [r]", propose(run(8, 2, 1, 3, "r")));
    assertThrows(IllegalArgumentException.class, () -> note(1, 1, RunPhase.BACK, RunState.NONE));
  }

  @Test
  void anEntryOfAnotherLineIsForcedAndNotActedOn() {
    LogEntry.Run run = run(1, 1, 1, 1, "r");
    propose(run);
    follower.lost();
    out = follower.connected("f".repeat(32));
    assertTrue(
        out.stream()
            .noneMatch(
                each ->
                    each instanceof Output.Send send && send.message() instanceof Message.State),
        "not decided yet");
    assertEquals("forced", propose(run));
    assertEquals("nothing", go(1));
    assertTrue(
        out.contains(new Output.Send(0, new Message.State("1 1 WAITING -"))), out.toString());
  }

  @Test
  void aRestartContinuesFromTheJournal() {
    propose(run(1, 1, 1, 1, "r"));
    go(1);
    note(1, 1, RunPhase.TAKEN, RunState.NONE);
    note(1, 1, RunPhase.BACK, RunState.NONE);
    propose(run(2, 1, 2, 2, "r"));
    LogState again = new LogState();
    for (Iterator<String> lines = log.state(); lines.hasNext(); ) {
      again.apply(lines.next());
    }
    assertEquals(log.head(), again.head());
    assertEquals(log.headBefore(), again.headBefore());
    assertEquals(log.runs(), again.runs());
    assertEquals(log.deliveries(), again.deliveries());
    again.apply("log forced " + new LogEntry.Voiding(3, 2).text());
    assertEquals(RunPhase.BACK, again.run(1).orElseThrow().state().phase());
    assertThrows(IllegalArgumentException.class, () -> again.apply("log forced 5 void 4"));
  }

  @Test
  void aCheckpointKeepsARefusal() {
    refusal = Optional.of("operator");
    propose(run(1, 1, 1, 1, "r"));
    LogState again = new LogState();
    log.state().forEachRemaining(again::apply);
    assertEquals(log.refusal(), again.refusal());
    assertTrue(again.refusal().isPresent());
  }

  /** What was taken or more was decided, whatever party 1 says after a restart. */
  @Test
  void aRunThatWasTakenIsNotVoidedAfterARestart() {
    propose(run(1, 1, 1, 1, "r"));
    go(1);
    for (RunPhase phase :
        List.of(RunPhase.TAKEN, RunPhase.REVEALED, RunPhase.PREPARED, RunPhase.COMMITTED)) {
      boolean prepared = phase.compareTo(RunPhase.PREPARED) >= 0;
      boolean revealed = phase.compareTo(RunPhase.REVEALED) >= 0;
      RunState state = new RunState(1, 1, phase, prepared ? HASH : RunState.NONE, revealed);
      log.apply(LogState.noted(state));
      LogState again = new LogState();
      log.state().forEachRemaining(again::apply);
      Follower after = new Follower(again, rules);
      out = after.connected("f".repeat(32));
      assertTrue(out.contains(new Output.Send(0, new Message.State(state.text()))));
      out = after.on(new Message.Entry(new LogEntry.Voiding(2, 1).text()));
      assertEquals("stopped", answer(), phase::toString);
      again.apply(LogState.forced(new LogEntry.Voiding(2, 1)));
      assertEquals(Optional.of(state), again.state(1), "not even by a journal");
    }
  }

  /** An end while this party still ends the requests of a run would let party 1 name the reason. */
  @Test
  void aRunEndsAfterItsWork() {
    propose(run(1, 1, 1, 1, "r"));
    go(1);
    log.apply(LogState.noted(new RunState(1, 1, RunPhase.FAILED, "fault")));
    assertEquals("refused not-ended []", propose(new LogEntry.End(2, List.of(1L))));
    propose(new LogEntry.Voiding(3, 2));
    follower.worked(1);
    assertEquals("forced", propose(new LogEntry.End(4, List.of(1L))));
  }

  /** After a restart nobody knows whether the last entry holds. */
  @Test
  void theLastEntryIsOpenAfterARestart() {
    propose(run(1, 1, 1, 1, "r"));
    follower = new Follower(log, rules);
    out = follower.connected(LINE);
    assertTrue(
        out.stream()
            .noneMatch(
                each ->
                    each instanceof Output.Send send && send.message() instanceof Message.State));
    assertEquals("forced", propose(new LogEntry.Voiding(2, 1)));
    assertTrue(log.runs().isEmpty());
  }

  /** Party 1 must not fill another party's disk. */
  @Test
  void refillsBeyondWhatThisPartyKeepsAreRefused() {
    assertEquals("refused refill []", propose(new LogEntry.Refill(1, 1, "tag", 1, 101, place(1))));
    assertEquals("forced", propose(new LogEntry.Voiding(2, 1)));
    assertEquals("forced", propose(new LogEntry.Refill(3, 2, "tag", 102, 100, place(3))));
  }

  @Test
  void materialBeyondWhatThisPartyKeepsIsRefused() {
    TreeMap<String, LogEntry.Amount> runs = new TreeMap<>(Map.of("tag", new LogEntry.Amount(5, 6)));
    refusesMaterial = true;
    assertEquals("refused refill []", propose(new LogEntry.Make(1, "bits", place(1), runs)));
    assertEquals("forced", propose(new LogEntry.Voiding(2, 1)));
    refusesMaterial = false;
    LogEntry again = new LogEntry.Make(3, "bits", place(1), runs);
    assertEquals("refused refill []", propose(again), "a session that was");
    assertEquals("forced", propose(new LogEntry.Voiding(4, 3)));
    assertEquals("forced", propose(new LogEntry.Make(5, "bits", place(2), runs)));
    assertEquals("acts", go(5));
    assertTrue(log.runs().isEmpty(), "nothing is settled");
  }

  @Test
  void entriesHaveOneForm() {
    List<LogEntry> all =
        List.of(
            new LogEntry.Run(
                3,
                2,
                1,
                "tag",
                9,
                2,
                place(4),
                List.of(new LogEntry.Item("ab/c:1", HASH)),
                new TreeMap<>(Map.of("key", 5L))),
            new LogEntry.Refill(1, 2, "tag", 3, 100, place(1)),
            new LogEntry.Make(
                1,
                "bits",
                place(1),
                new TreeMap<>(
                    Map.of("add", new LogEntry.Amount(7, 0), "tag", new LogEntry.Amount(5, 6)))),
            new LogEntry.Settle(1, 7, place(3)),
            new LogEntry.Close(4, place(2)),
            new LogEntry.Drop(5, "key"),
            new LogEntry.Voiding(6, 5),
            new LogEntry.Fail(7, "r", "expired"),
            new LogEntry.End(8, List.of(1L, 2L)));
    for (LogEntry each : all) {
      assertEquals(each, LogEntry.parse(each.text()));
      for (String wrong :
          List.of(
              each.text() + " ",
              each.text() + " 1",
              " " + each.text(),
              "0" + each.text(),
              each.text().toUpperCase(java.util.Locale.ROOT),
              each.text().substring(0, each.text().lastIndexOf(' ')))) {
        assertThrows(IllegalArgumentException.class, () -> LogEntry.parse(wrong), wrong);
      }
    }
  }

  /** A run for many clients has as many requests as the job needs, and one of each client. */
  @Test
  void aRunForManyClientsHasEnoughAndEachOnce() {
    List<LogEntry.Item> all = new ArrayList<>();
    for (String each : List.of("a:1", "b:1", "a:2")) {
      follower.seen(new Message.Seen(each, "bids", HASH));
      all.add(new LogEntry.Item(each, HASH));
    }
    assertEquals("refused lanes []", propose(run(1, 1, 1, 1, "bids", all.subList(0, 1))));
    assertEquals("forced", propose(new LogEntry.Voiding(2, 1)));
    assertEquals("refused twice []", propose(run(3, 2, 1, 2, "bids", all)));
    assertEquals("forced", propose(new LogEntry.Voiding(4, 3)));
    assertEquals("forced", propose(run(5, 3, 1, 5, "bids", all.subList(0, 2))));
  }
}
