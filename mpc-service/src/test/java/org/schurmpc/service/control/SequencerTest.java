package org.schurmpc.service.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Disagreement;

/** What party 1 proposes, and what it believes of a line that has ended. */
class SequencerTest {
  private static final long DAY = 86_400_000;
  private static final String OTHER = World.hash("another log");

  private static final Map<String, JobTerms> JOBS =
      Map.of(
          "tag", new JobTerms("tag", "bits", 2, 1, 2, false),
          "full", gathering("full", Gathering.FULL),
          "ask", gathering("ask", Gathering.OPERATOR),
          "late", gathering("late", "06:00"));

  private final LogState log = new LogState();
  private boolean refusesMaterial;
  private Sequencer sequencer;
  private List<Output> out = List.of();
  private int lines;
  private long now;

  private static JobTerms gathering(String name, String close) {
    return new JobTerms(name, "numbers", 3, 1, 2, false, Optional.of(new Gathering(2, close)));
  }

  @BeforeEach
  void begin() throws Exception {
    Rulebook rules =
        new Rulebook() {
          @Override
          public Optional<JobTerms> job(String name) {
            return Optional.ofNullable(JOBS.get(name));
          }

          @Override
          public boolean isSuspended(String job) {
            return false;
          }

          @Override
          public Optional<String> refuses(String request, int attempt) {
            return Optional.empty();
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
            return false;
          }
        };
    sequencer = new Sequencer(log, rules, 2, new Sequencer.Times(1_000, 60_000, 10));
    line();
  }

  /** Begins with a new line, on which both parties greet. */
  private void line() throws Exception {
    connect();
    hello(0);
    hello(1);
  }

  private void connect() {
    sequencer.connected(World.hash("line " + lines++).substring(0, 32), now);
  }

  private void hello(int party) throws Exception {
    on(party, new Message.Hello(log.number(), log.head()));
  }

  private void on(int party, Message message) throws Exception {
    out = sequencer.on(party, message, now);
  }

  private void seen(int party, String request, String job) throws Exception {
    on(party, new Message.Seen(request, job, World.hash(request)));
  }

  private void bothSee(String request, String job) throws Exception {
    seen(0, request, job);
    seen(1, request, job);
  }

  private void state(int party, long run, RunPhase phase, String detail) throws Exception {
    on(party, new Message.State(new RunState(run, 1, phase, detail).text()));
  }

  /** What is proposed to party 1 itself. */
  private Optional<LogEntry> proposed() {
    for (Output each : sequencer.poll(now)) {
      if (each instanceof Output.Send send && send.message() instanceof Message.Entry entry) {
        return Optional.of(LogEntry.parse(entry.text()));
      }
    }
    return Optional.empty();
  }

  private void force(LogEntry entry) {
    log.apply(LogState.forced(entry));
  }

  /** Lets both parties force what is proposed. */
  private LogEntry decided() throws Exception {
    LogEntry entry = proposed().orElseThrow();
    force(entry);
    on(0, new Message.Forced(entry.number()));
    on(1, new Message.Forced(entry.number()));
    assertTrue(isGo(), "not decided");
    return entry;
  }

  private boolean isGo() {
    return out.stream()
        .anyMatch(each -> each instanceof Output.Send send && send.message() instanceof Message.Go);
  }

  private static List<String> requests(LogEntry entry) {
    return ((LogEntry.Run) entry).requests().stream().map(LogEntry.Item::request).toList();
  }

  @Test
  void aPartyWithAnotherLogIsFound() throws Exception {
    bothSee("a:1", "tag");
    decided();
    String head = log.head();
    String before = log.headBefore();
    connect();
    for (Message.Hello wrong :
        List.of(
            new Message.Hello(1, OTHER),
            new Message.Hello(2, head),
            new Message.Hello(0, before), // the entry was decided
            new Message.Hello(0, head))) {
      assertThrows(Disagreement.class, () -> on(1, wrong), wrong.toString());
    }
    on(1, new Message.Hello(1, head));
    assertTrue(isGo(), "says again that the entry was decided");
  }

  @Test
  void aPartyMayLackTheEntryThatIsNotDecided() throws Exception {
    bothSee("a:1", "tag");
    LogEntry entry = proposed().orElseThrow();
    force(entry);
    connect();
    assertThrows(Disagreement.class, () -> on(1, new Message.Hello(0, OTHER)));
    on(1, new Message.Hello(0, log.headBefore()));
    assertEquals(
        List.of(new Output.Send(1, new Message.Entry(entry.text()))), out, "is proposed again");
  }

  /** What a party answered on a line that has ended counts no more. */
  @Test
  void answersCountOnTheirLineAlone() throws Exception {
    bothSee("a:1", "tag");
    LogEntry entry = proposed().orElseThrow();
    force(entry);
    on(0, new Message.Forced(1));
    line();
    on(1, new Message.Forced(1));
    assertFalse(isGo(), "party 1 has not answered on this line");
    on(0, new Message.Forced(1));
    assertTrue(isGo());
  }

  @Test
  void nothingIsProposedBeforeAllHaveGreeted() throws Exception {
    connect();
    hello(0);
    bothSee("a:1", "tag");
    assertEquals(Optional.empty(), proposed());
    hello(1);
    assertEquals(List.of("a:1"), requests(proposed().orElseThrow()));
  }

  @Test
  void requestsAndStatesAreSaidAgainOnANewLine() throws Exception {
    bothSee("a:1", "tag");
    decided();
    state(0, 1, RunPhase.TAKEN, RunState.NONE);
    bothSee("b:1", "tag");
    now += 10;
    line();
    state(1, 1, RunPhase.TAKEN, RunState.NONE);
    now += 20;
    assertEquals(Optional.empty(), proposed(), "party 1 may still work on the run");
    state(0, 1, RunPhase.TAKEN, RunState.NONE);
    now += 20;
    assertTrue(proposed().orElseThrow() instanceof LogEntry.Settle);
  }

  @Test
  void aRequestThatOnePartyDoesNotSayAgainDoesNotRun() throws Exception {
    bothSee("a:1", "tag");
    line();
    seen(0, "a:1", "tag");
    assertEquals(Optional.empty(), proposed());
    now += 1_000;
    assertEquals(new LogEntry.Fail(1, "a:1", "expired"), proposed().orElseThrow(), "after a while");
  }

  /** A work session of a line ends with it. */
  @Test
  void sessionsAreNotGoneOnWithOnANewLine() throws Exception {
    bothSee("a:1", "tag");
    Place first = ((LogEntry.Run) decided()).place();
    for (int party = 0; party < 2; party++) {
      state(party, 1, RunPhase.COMMITTED, World.hash("x"));
    }
    bothSee("b:1", "tag");
    LogEntry.Run same = (LogEntry.Run) decided();
    assertEquals(first, same.place(), "the session goes on");
    for (int party = 0; party < 2; party++) {
      state(party, 2, RunPhase.COMMITTED, World.hash("x"));
    }
    line();
    for (int party = 0; party < 2; party++) {
      state(party, 1, RunPhase.COMMITTED, World.hash("x"));
      state(party, 2, RunPhase.COMMITTED, World.hash("x"));
      seen(party, "c:1", "tag");
    }
    LogEntry.Run next = (LogEntry.Run) proposed().orElseThrow();
    assertEquals(first.session() + 1, next.place().session());
  }

  // ---------------------------------------------------------------- many clients

  @Test
  void aFullJobHasOnePlaceForEachClient() throws Exception {
    for (String request : List.of("a:1", "a:2", "b:1")) {
      bothSee(request, "full");
      assertEquals(Optional.empty(), proposed());
    }
    bothSee("c:1", "full");
    assertEquals(List.of("a:1", "b:1", "c:1"), requests(decided()));
    assertEquals(Optional.empty(), proposed(), "a:2 waits");
  }

  @Test
  void anOperatorClosesOnce() throws Exception {
    bothSee("a:1", "ask");
    bothSee("a:2", "ask");
    seen(0, "b:1", "ask");
    assertFalse(sequencer.close("ask", now), "one client is seen by all");
    assertFalse(sequencer.close("tag", now));
    seen(1, "b:1", "ask");
    assertEquals(Optional.empty(), proposed(), "before it closes");
    assertTrue(sequencer.close("ask", now));
    assertEquals(List.of("a:1", "b:1"), requests(decided()));
    for (int party = 0; party < 2; party++) {
      state(party, 1, RunPhase.COMMITTED, World.hash("x"));
    }
    bothSee("c:1", "ask");
    assertEquals(Optional.empty(), proposed(), "it closed for the run before");
  }

  @Test
  void atATimeOfDayThoseOfBeforeRun() throws Exception {
    now = DAY + DAY / 4 - 20; // 20 ms before 6 o'clock
    bothSee("a:1", "late");
    bothSee("b:1", "late");
    assertEquals(Optional.empty(), proposed());
    now += 20;
    bothSee("c:1", "late"); // is of the day after
    assertEquals(List.of("a:1", "b:1"), requests(decided()));
    assertEquals(Optional.empty(), proposed());
  }

  @Test
  void tooFewAtATimeOfDayWaitForTheNextOne() throws Exception {
    now = DAY;
    bothSee("a:1", "late");
    now += DAY / 2;
    assertEquals(Optional.empty(), proposed());
    bothSee("b:1", "late");
    assertEquals(Optional.empty(), proposed());
    now += DAY;
    assertEquals(List.of("a:1", "b:1"), requests(proposed().orElseThrow()));
  }

  @Test
  void wrongTimesAreRefused() {
    for (String wrong : List.of("", "never", "25:00", "6")) {
      assertThrows(IllegalArgumentException.class, () -> new Gathering(1, wrong), wrong);
    }
    assertThrows(IllegalArgumentException.class, () -> new Gathering(0, Gathering.FULL));
    assertEquals(DAY / 4, new Gathering(1, "06:00").closedLast(DAY / 4));
    assertEquals(DAY / 4, new Gathering(1, "06:00").closedLast(DAY + DAY / 4 - 1));
  }
}
