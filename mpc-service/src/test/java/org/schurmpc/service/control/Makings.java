package org.schurmpc.service.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The material of stocks in a {@link World}: how it is made when the log says so, beside runs or
 * between them, and what runs take. What must always hold of it is asserted.
 */
final class Makings {
  private static final Set<String> BESIDE = Set.of("bits");
  private static final String LOST = "lost"; // a batch
  private static final long FIRST_PAUSE = 1_000;
  private static final long PORTION = 2; // runs of a job that are made at once

  int refusals; // how many refills are still refused at will
  private int brokenOff;
  private int refused;
  private final World world;
  private final Choices choices;
  private final Set<String> jobs = new HashSet<>(); // that have marks; none take anything without
  private final Map<String, String> uses = new HashMap<>(); // of what was taken: run and attempt
  private final Map<String, String> taken = new HashMap<>(); // of run and attempt: what was taken

  private enum At {
    WAITING,
    MEETING,
    CHECKING,
    KEEPING
  }

  /** A party's refills of a stock, one at a time. */
  static final class Making {
    private LogEntry.Make entry; // null if there is none
    private At at;
    private long made; // number of the last entry
    private long pause;
    private long notBefore;

    LogEntry.Make entry() {
      return entry;
    }
  }

  Makings(World world, Choices choices) {
    this.world = world;
    this.choices = choices;
  }

  /** Has runs of all jobs that are asked for take material, of which there is none yet. */
  void begin() {
    jobs.addAll(world.jobs.values());
  }

  /** Lets a party have material that others lack: as much as it keeps, or less. */
  void lost(World.Party at, String job, long runs) {
    Shelf shelf = at.shelves.computeIfAbsent(World.stockOf(job), name -> new Shelf());
    shelf.keep(LOST, new TreeMap<>(Map.of(job, new LogEntry.Amount(runs, 0))));
  }

  boolean isTaken() {
    return !jobs.isEmpty();
  }

  static boolean isBeside(String stock) {
    return BESIDE.contains(stock);
  }

  // ---------------------------------------------------------------- a party

  /** Begins again with what is on disk. */
  void start(World.Party at, Set<String> stocks) {
    at.makings.clear();
    at.told.clear();
    for (String stock : stocks) {
      at.makings.put(stock, new Making());
      at.shelves.computeIfAbsent(stock, name -> new Shelf()).restart();
      tell(at, stock);
    }
  }

  /** Counts what a party has, and tells party 1 if that has changed. */
  void tell(World.Party at, String stock) {
    TreeMap<String, Message.Level> levels = new TreeMap<>();
    for (String job : jobs) {
      if (World.stockOf(job).equals(stock)) {
        levels.put(
            job, new Message.Level(at.shelves.get(stock).runs(job), Shelf.LOW, Shelf.HIGH, 0));
      }
    }
    Message.Stock now = new Message.Stock(stock, at.makings.get(stock).made, levels);
    if (!levels.isEmpty() && !now.equals(at.told.put(stock, now)) && at.online) {
      at.to[0].add(now);
    }
  }

  boolean refuses(World.Party at, LogEntry.Make make) {
    Making making = at.makings.get(make.stock());
    boolean refuses =
        making.entry != null
            || world.now() < making.notBefore
            || at.shelves.get(make.stock()).refuses(make);
    if (!refuses && refusals > 0 && choices.next(4) == 0) {
      refusals--;
      refuses = true;
    }
    refused += refuses ? 1 : 0;
    return refuses;
  }

  SortedMap<String, LogEntry.Amount> portion(
      World.Party at, String stock, SortedMap<String, LogEntry.Amount> wanted) {
    Making making = at.makings.get(stock);
    TreeMap<String, LogEntry.Amount> portion = new TreeMap<>();
    if (making.entry == null && world.now() >= making.notBefore) {
      wanted.forEach(
          (job, of) ->
              portion.put(job, new LogEntry.Amount(Math.min(of.runs(), PORTION), of.masks())));
    }
    return portion;
  }

  /** Takes a refill on which all parties act now. */
  void act(World.Party at, LogEntry.Make make) {
    Making making = at.makings.get(make.stock());
    assertTrue(making.entry == null, "two refills at once");
    making.entry = make;
    making.at = At.WAITING;
  }

  /**
   * Requires that no refill on this line is under way where a run begins that would wait for it.
   */
  void requireBetween(World.Party at, String stock, Place place) {
    LogEntry.Make under = at.makings.get(stock).entry;
    assertFalse(
        under != null && !isBeside(stock) && under.place().line().equals(place.line()),
        "a run waits for a refill");
  }

  // ---------------------------------------------------------------- what happens

  void events(World.Party at, List<World.Event> events) {
    at.makings.forEach(
        (stock, making) -> {
          String who = "maker " + at.index + " " + stock;
          if (making.at == At.WAITING && isBeside(stock)) {
            events.add(new World.Event(() -> who + " begins", () -> meet(at, stock)));
          } else if (making.at == At.MEETING || making.at == At.CHECKING) {
            Meeting meeting = world.meeting(making.entry.place());
            if (meeting.canHear(at.index)) {
              events.add(new World.Event(() -> who + " hears", () -> hear(at, stock)));
            }
            if (meeting.someLeft()) {
              events.add(new World.Event(() -> who + " loses a peer", () -> lose(at, stock)));
            }
          } else if (making.at == At.KEEPING) {
            events.add(new World.Event(() -> who + " keeps", () -> keep(at, stock)));
          }
        });
  }

  /** Begins a refill: in its own thread, or in that of the stock. */
  void meet(World.Party at, String stock) {
    Making making = at.makings.get(stock);
    making.at = At.MEETING;
    byte[] head = HexFormat.of().parseHex(at.heads.get(making.entry.number()));
    world.meeting(making.entry.place()).send(at.index, head);
  }

  private void hear(World.Party at, String stock) {
    Making making = at.makings.get(stock);
    Meeting meeting = world.meeting(making.entry.place());
    if (making.at == At.CHECKING) {
      meeting.hear(at.index, new byte[0]);
      making.at = At.KEEPING;
      return;
    }
    byte[] mine = HexFormat.of().parseHex(at.heads.get(making.entry.number()));
    for (byte[] each : meeting.hear(at.index, mine)) {
      assertEquals(HexFormat.of().formatHex(mine), HexFormat.of().formatHex(each), "logs differ");
    }
    making.at = At.CHECKING;
    meeting.send(at.index, new byte[1]);
  }

  /** Puts a whole batch to the others. */
  private void keep(World.Party at, String stock) {
    LogEntry.Make make = at.makings.get(stock).entry;
    at.shelves.get(stock).keep(Integer.toString(make.place().session()), make.amounts());
    end(at, stock, true);
  }

  /** Breaks off a refill. */
  void lose(World.Party at, String stock) {
    world.meeting(at.makings.get(stock).entry.place()).leave();
    brokenOff++;
    end(at, stock, false);
  }

  private void end(World.Party at, String stock, boolean done) {
    Making making = at.makings.get(stock);
    making.made = making.entry.number();
    making.pause = done ? 0 : Math.max(FIRST_PAUSE, 2 * making.pause);
    making.notBefore = world.now() + making.pause;
    making.entry = null;
    making.at = null;
    tell(at, stock);
    world.refilled(at, stock);
  }

  /** Returns the stock of a refill that waits for its peers, if there is one. */
  Optional<String> waiting(World.Party at) {
    return at.makings.entrySet().stream()
        .filter(each -> isUnderWay(each.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Returns whether a party is about to keep a batch. */
  boolean isKeeping(World.Party at) {
    return at.makings.values().stream().anyMatch(making -> making.at == At.KEEPING);
  }

  private static boolean isUnderWay(Making making) {
    return making.at == At.MEETING || making.at == At.CHECKING;
  }

  /** Leaves what is under way, as a party that is killed does. */
  void kill(World.Party at) {
    for (Making making : at.makings.values()) {
      if (isUnderWay(making)) {
        world.meeting(making.entry.place()).leave();
        brokenOff++;
      }
    }
  }

  boolean isPausing() {
    for (World.Party each : world.party) {
      if (each.makings.values().stream().anyMatch(making -> world.now() < making.notBefore)) {
        return true;
      }
    }
    return false;
  }

  // ---------------------------------------------------------------- runs

  /**
   * Takes material for an attempt.
   *
   * @return whether there was any
   */
  boolean take(World.Party at, List<String> agreed, LogEntry.Run run) {
    String use = run.run() + " " + run.attempt();
    String stock = World.stockOf(run.job());
    Optional<String> what = at.shelves.get(stock).take(agreed, run.job());
    if (what.isEmpty()) {
      return false;
    }
    String unit = stock + " " + what.get();
    String before = uses.putIfAbsent(unit, use);
    assertTrue(before == null || before.equals(use), () -> unit + " is used twice");
    String other = taken.putIfAbsent(use, unit);
    assertTrue(other == null || other.equals(unit), () -> use + " takes " + unit + ", " + other);
    String batch = what.get().substring(0, what.get().indexOf(' '));
    for (World.Party each : world.party) {
      assertTrue(each.shelves.get(stock).has(batch), () -> "party without " + unit);
    }
    return true;
  }

  // ---------------------------------------------------------------- at the end

  /** Requires that nobody makes anything any more, and that no stock is low at any party. */
  void requireFull() {
    for (World.Party each : world.party) {
      each.makings.forEach(
          (stock, making) -> assertTrue(making.entry == null, () -> "a refill of " + stock));
      for (String job : jobs) {
        long runs = runs(each, job);
        assertTrue(
            runs >= Shelf.LOW || isAgreedLater(job),
            () -> runs + " runs of " + job + " at " + each.index);
      }
    }
  }

  private static long runs(World.Party at, String job) {
    return at.shelves.get(World.stockOf(job)).runs(job);
  }

  /** Returns whether a party has all that it keeps: the next run shows what others lack of it. */
  private boolean isAgreedLater(String job) {
    return Arrays.stream(world.party).anyMatch(each -> runs(each, job) >= 2 * Shelf.HIGH);
  }

  /** Returns how many of the batches that were made only some parties have. */
  int oneSided() {
    int all = 0;
    for (String stock : world.party[0].shelves.keySet()) {
      Set<String> batches = new HashSet<>();
      for (World.Party each : world.party) {
        batches.addAll(each.shelves.get(stock).batches());
      }
      batches.remove(LOST);
      for (String batch : batches) {
        for (World.Party each : world.party) {
          if (!each.shelves.get(stock).has(batch)) {
            all++;
            break;
          }
        }
      }
    }
    return all;
  }

  int brokenOff() {
    return brokenOff;
  }

  int refused() {
    return refused;
  }
}
