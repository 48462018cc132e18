package org.schurmpc.service.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When party 1 wants material, how much, and which runs wait for it. */
class MaterialPlanTest {
  private static final Map<String, JobTerms> JOBS =
      Map.of(
          "tag", new JobTerms("tag", "bits", 2, 1, 2, false),
          "add", new JobTerms("add", "bits", 2, 1, 2, false),
          "sum", new JobTerms("sum", "numbers", 1, 1, 2, false),
          "max", new JobTerms("max", "numbers", 1, 1, 2, false));

  private final LogState log = new LogState();
  private Sequencer sequencer;
  private String suspended = "";
  private long now;
  private int lines;

  private final Rulebook rules =
      new Rulebook() {
        @Override
        public Optional<JobTerms> job(String name) {
          return Optional.ofNullable(JOBS.get(name));
        }

        @Override
        public boolean isSuspended(String job) {
          return job.equals(suspended);
        }

        @Override
        public Optional<String> refuses(String request, int attempt) {
          return Optional.empty();
        }

        @Override
        public boolean refusesRefill(LogEntry.Refill refill) {
          return false;
        }

        @Override
        public boolean refusesMaterial(LogEntry.Make make) {
          return false;
        }

        @Override
        public boolean makesBesideRuns(String stock) {
          return stock.equals("bits");
        }

        @Override
        public SortedMap<String, LogEntry.Amount> portion(
            String stock, SortedMap<String, LogEntry.Amount> wanted) {
          TreeMap<String, LogEntry.Amount> portion = new TreeMap<>(wanted);
          portion.replaceAll((job, of) -> new LogEntry.Amount(Math.min(of.runs(), 50), of.masks()));
          return portion;
        }
      };

  @BeforeEach
  void begin() throws Exception {
    sequencer = new Sequencer(log, rules, 2, new Sequencer.Times(1_000, 60_000, 10));
    line();
  }

  private void line() throws Exception {
    sequencer.connected(World.hash("line " + lines++).substring(0, 32), now);
    on(0, new Message.Hello(log.number(), log.head()));
    on(1, new Message.Hello(log.number(), log.head()));
  }

  private void on(int party, Message message) throws Exception {
    sequencer.on(party, message, now);
  }

  /** Says at a party for how many runs there is material, between 10 and 100. */
  private void told(int party, String job, long made, long runs) throws Exception {
    TreeMap<String, Message.Level> levels = new TreeMap<>();
    levels.put(job, new Message.Level(runs, 10, 100, 0));
    on(party, new Message.Stock(JOBS.get(job).stock(), made, levels));
  }

  private void bothTold(String job, long made, long runs) throws Exception {
    told(0, job, made, runs);
    told(1, job, made, runs);
  }

  private void bothSee(String request, String job) throws Exception {
    on(0, new Message.Seen(request, job, World.hash(request)));
    on(1, new Message.Seen(request, job, World.hash(request)));
  }

  private Optional<LogEntry> proposed() {
    for (Output each : sequencer.poll(now)) {
      if (each instanceof Output.Send send && send.message() instanceof Message.Entry entry) {
        return Optional.of(LogEntry.parse(entry.text()));
      }
    }
    return Optional.empty();
  }

  private LogEntry decided() throws Exception {
    LogEntry entry = proposed().orElseThrow();
    log.apply(LogState.forced(entry));
    on(0, new Message.Forced(entry.number()));
    on(1, new Message.Forced(entry.number()));
    return entry;
  }

  private static Map<String, LogEntry.Amount> made(LogEntry entry) {
    return ((LogEntry.Make) entry).amounts();
  }

  @Test
  void whatThePartyWithTheLeastLacksIsMade() throws Exception {
    told(0, "tag", 0, 100);
    assertEquals(Optional.empty(), proposed(), "party 2 has not said what it has");
    told(1, "tag", 0, 10);
    assertEquals(Optional.empty(), proposed(), "nobody is low");
    told(1, "tag", 0, 9);
    assertEquals(Map.of("tag", new LogEntry.Amount(50, 0)), made(decided()), "a portion");
    told(0, "tag", 1, 100);
    told(1, "tag", 0, 59);
    assertEquals(Optional.empty(), proposed(), "party 2 still makes some");
    told(1, "tag", 1, 59);
    assertEquals(
        Map.of("tag", new LogEntry.Amount(41, 0)),
        made(decided()),
        "up to the high mark, once below the low one");
    bothTold("tag", 2, 100);
    assertEquals(Optional.empty(), proposed(), "full");
    bothTold("tag", 2, 11);
    assertEquals(Optional.empty(), proposed(), "not low again");
  }

  @Test
  void noMoreIsMadeThanEachPartyTakes() throws Exception {
    told(0, "tag", 0, 188);
    told(1, "tag", 0, 5);
    assertEquals(Map.of("tag", new LogEntry.Amount(12, 0)), made(decided()));
    told(0, "tag", 1, 200);
    told(1, "tag", 1, 9);
    assertEquals(Optional.empty(), proposed(), "party 1 has twice its high mark");
  }

  /** What one party alone has is seen in a run: so it does not wait for what will be refused. */
  @Test
  void aRunDoesNotWaitForMaterialThatIsRefused() throws Exception {
    told(0, "tag", 0, 199);
    told(1, "tag", 0, 0);
    bothSee("a:1", "tag");
    assertEquals(Map.of("tag", new LogEntry.Amount(1, 0)), made(decided()));
    told(0, "tag", 1, 200);
    told(1, "tag", 1, 0);
    assertTrue(decided() instanceof LogEntry.Run);
  }

  @Test
  void theLowestHighMarkCounts() throws Exception {
    told(0, "tag", 0, 0);
    on(
        1,
        new Message.Stock("bits", 0, new TreeMap<>(Map.of("tag", new Message.Level(0, 3, 20, 0)))));
    assertEquals(Map.of("tag", new LogEntry.Amount(20, 0)), made(decided()));
  }

  @Test
  void masksOfAnyPartyAreProvidedFor() throws Exception {
    told(0, "tag", 0, 100);
    TreeMap<String, Message.Level> levels = new TreeMap<>();
    levels.put("tag", new Message.Level(100, 10, 100, 8));
    on(1, new Message.Stock("bits", 0, levels));
    assertEquals(Map.of("tag", new LogEntry.Amount(0, 8)), made(decided()));
  }

  @Test
  void aLineEndsWhatWasSaid() throws Exception {
    bothTold("tag", 0, 0);
    decided();
    line();
    assertEquals(Optional.empty(), proposed());
    bothTold("tag", 0, 60);
    assertEquals(
        Map.of("tag", new LogEntry.Amount(40, 0)),
        made(decided()),
        "nobody says that it makes any");
  }

  @Test
  void nothingIsMadeForASuspendedJob() throws Exception {
    suspended = "tag";
    bothTold("tag", 0, 0);
    assertEquals(Optional.empty(), proposed());
  }

  @Test
  void aRefusedRefillWaitsAndRunsGoOn() throws Exception {
    bothTold("tag", 0, 5);
    LogEntry entry = proposed().orElseThrow();
    log.apply(LogState.forced(entry));
    on(0, new Message.Forced(1));
    sequencer.on(1, new Message.Refuse(1, "refill", java.util.List.of()), now);
    log.apply(LogState.forced(new LogEntry.Voiding(2, 1)));
    on(0, new Message.Forced(2));
    on(1, new Message.Forced(2));
    bothSee("a:1", "tag");
    assertTrue(decided() instanceof LogEntry.Run, "at once");
    now += 99;
    assertEquals(Optional.empty(), proposed());
    now += 1;
    assertTrue(proposed().orElseThrow() instanceof LogEntry.Make, "later");
  }

  @Test
  void runsGoOnBesideARefill() throws Exception {
    bothTold("tag", 0, 5);
    decided();
    bothSee("a:1", "tag");
    assertTrue(decided() instanceof LogEntry.Run);
  }

  @Test
  void aRunWaitsForItsMaterial() throws Exception {
    bothTold("tag", 0, 5);
    decided();
    told(1, "tag", 0, 0);
    bothSee("a:1", "tag");
    assertEquals(Optional.empty(), proposed());
    bothSee("b:1", "add");
    assertTrue(decided() instanceof LogEntry.Run, "another job has some");
    on(0, new Message.State(new RunState(1, 1, RunPhase.COMMITTED, World.hash("x")).text()));
    on(1, new Message.State(new RunState(1, 1, RunPhase.COMMITTED, World.hash("x")).text()));
    bothTold("tag", 1, 100);
    assertTrue(decided() instanceof LogEntry.Run);
  }

  @Test
  void betweenRunsOthersWaitForARefill() throws Exception {
    bothTold("sum", 0, 5);
    bothSee("a:1", "sum");
    assertTrue(decided() instanceof LogEntry.Run, "runs that wait come first");
    assertEquals(Optional.empty(), proposed(), "a run holds the stock");
    on(0, new Message.State(new RunState(1, 1, RunPhase.COMMITTED, World.hash("x")).text()));
    on(1, new Message.State(new RunState(1, 1, RunPhase.COMMITTED, World.hash("x")).text()));
    assertTrue(decided() instanceof LogEntry.Make);
    bothSee("b:1", "sum");
    assertEquals(Optional.empty(), proposed(), "waits for the refill");
    bothTold("sum", 2, 55);
    assertTrue(decided() instanceof LogEntry.Run);
  }

  @Test
  void aJobWithoutMaterialIsNotStarvedByOthers() throws Exception {
    TreeMap<String, Message.Level> levels = new TreeMap<>();
    levels.put("sum", new Message.Level(50, 10, 100, 0));
    levels.put("max", new Message.Level(0, 10, 100, 0));
    on(0, new Message.Stock("numbers", 0, levels));
    on(1, new Message.Stock("numbers", 0, levels));
    bothSee("a:1", "sum");
    bothSee("b:1", "max");
    assertEquals(Map.of("max", new LogEntry.Amount(50, 0)), made(decided()));
  }

  @Test
  void framesHaveOneForm() {
    TreeMap<String, Message.Level> levels = new TreeMap<>();
    levels.put("tag", new Message.Level(3, 10, 100, 0));
    Message.Stock stock = new Message.Stock("bits", 7, levels);
    assertEquals(stock, Message.parse(stock.frame(4), 4));
    String text = new String(stock.frame(4), StandardCharsets.UTF_8);
    for (String wrong :
        new String[] {
          text.replace("\"tag\"", "\"Tag\""),
          text.replace("\"tag\",3", "\"tag\",-3"),
          text.replace("\"tag\",3,", "\"tag\","),
          text.replace("\"tag\",3", "3,3"),
          text.replace("[[", "[3,[")
        }) {
      assertThrows(
          IllegalArgumentException.class,
          () -> Message.parse(wrong.getBytes(StandardCharsets.UTF_8), 4),
          wrong);
    }
  }
}
