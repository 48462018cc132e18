package org.schurmpc.service.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules of the log and of runs: at random, and all of small ones. */
class LogModelTest {
  private static final long DAY = 86_400_000;
  private static final int SCHEDULES = Integer.getInteger("org.schurmpc.schedules", 250);
  private static final int REVEALING = 4 * SCHEDULES; // are shorter

  private static World sixRequests(int parties, Choices choices, int faults) {
    World world = new World(parties, choices);
    for (int i = 0; i < 6; i++) {
      world.request("r" + i, i % 3 == 2 ? "sum" : "tag");
    }
    world.faults = faults;
    return world;
  }

  private static void run(World world, String which, Runnable after) {
    try {
      world.run();
      after.run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(which + "\n" + world.trace(), e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void allRequestsCompleteInAnySchedule(int parties) {
    for (int seed = 0; seed < SCHEDULES; seed++) {
      World world = sixRequests(parties, Choices.random(seed), seed % 8);
      run(world, "seed " + seed, world::requireAllDone);
    }
  }

  /**
   * Three clients of a job of many, which closes when it is full, at midnight, or by an operator.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void gatheredRequestsCompleteTogetherInAnySchedule(int parties) {
    List<String> closes = List.of("bid", "late", "ask");
    for (int seed = 0; seed < SCHEDULES; seed++) {
      String job = closes.get(seed % 3);
      World world = new World(parties, Choices.random(seed));
      for (String client : List.of("a:1", "b:1", "c:1")) {
        world.request(client, job);
      }
      world.request("r", "tag");
      world.request("s", "sum");
      world.faults = seed % 8;
      world.pause = job.equals("late") ? DAY : World.TIMES.accept();
      run(
          world,
          "seed " + seed,
          () -> {
            world.requireAllDone();
            world.requireTogether(job);
          });
    }
  }

  private static World revealing(int parties, long seed) {
    World world = new World(parties, Choices.random(seed));
    world.request("r", "peek");
    world.request("s", "peek");
    world.request("t", "redo");
    world.request("u", "tag");
    world.faults = (int) (seed % 8);
    return world;
  }

  /** The model requires that nothing is evaluated again of which a value was revealed. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void runsThatRevealEndInAnySchedule(int parties) {
    int failed = 0;
    for (int seed = 0; seed < REVEALING; seed++) {
      World world = revealing(parties, seed);
      run(
          world,
          "seed " + seed,
          () -> {
            world.requireAllEnded(Set.of("revealed"));
            for (World.Party each : world.party) {
              assertTrue(each.committed.containsKey("t"), "a run that may be repeated");
              assertTrue(each.committed.containsKey("u"), "a run that reveals nothing");
            }
          });
      failed += world.party[0].failed.containsKey("r") ? 1 : 0;
    }
    assertTrue(failed > REVEALING / 100, failed + " runs failed after a reveal");
  }

  /** A party that lies of itself gets no second answer, and no code after which a client asks. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aLiarHasNothingRepeatedThatWasRevealed(int liar) {
    Set<String> repeated = Set.of("attempts", "no-stock", "expired", "inputs-differ");
    int failed = 0;
    for (int seed = 0; seed < REVEALING; seed++) {
      World world = revealing(2, seed);
      world.liar = liar;
      run(
          world,
          "seed " + seed,
          () -> {
            for (String request : world.jobs.keySet()) {
              assertFalse(world.failedAfterReveal(request, repeated), request);
            }
          });
      failed += world.failedAfterReveal("r", Set.of("revealed", "fault")) ? 1 : 0;
    }
    assertTrue(failed > REVEALING / 100, failed + " runs failed after a reveal");
  }

  private static World withMaterial(int parties, int requests, Choices choices, int faults) {
    World world = new World(parties, choices);
    for (int i = 0; i < requests; i++) {
      world.request("r" + i, i % 2 == 0 ? "tag" : "sum");
    }
    world.makings.begin();
    world.faults = faults;
    return world;
  }

  private static void runWithMaterial(World world, String which) {
    run(
        world,
        which,
        () -> {
          world.requireAllDone();
          world.makings.requireFull();
        });
  }

  /**
   * Stocks are empty at the start, and filled again and again, beside runs or between them. The
   * model requires that no material is used twice, or by one party when another one lacks it.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void stocksAreFilledInAnySchedule(int parties) {
    int brokenOff = 0;
    int refused = 0;
    int oneSided = 0;
    for (int seed = 0; seed < SCHEDULES / 2; seed++) {
      World world = withMaterial(parties, 4, Choices.random(seed), seed % 8);
      world.quiet = 7 * seed % 300;
      world.makings.refusals = seed / 8 % 4;
      if (seed % 3 == 0) {
        world.makings.lost(world.party[seed % parties], "tag", seed / 3 % (2 * Shelf.HIGH + 1));
      }
      runWithMaterial(world, "seed " + seed);
      brokenOff += world.makings.brokenOff();
      refused += world.makings.refused();
      oneSided += world.makings.oneSided();
    }
    assertTrue(brokenOff > SCHEDULES / 50, brokenOff + " refills were broken off");
    assertTrue(refused > SCHEDULES / 5, refused + " refills were refused");
    assertTrue(oneSided > 0, "no batch is at one party alone");
  }

  /** All ways of a few events in a row, faults among them, after each number of events. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void allWaysOfAFewEvents(int parties) {
    int schedules = 0;
    boolean reached = true;
    for (int prefix = 0; reached; prefix++) {
      Choices.All all = new Choices.All(prefix, parties == 2 ? 3 : 2);
      reached = false;
      do {
        World world = new World(parties, all);
        world.request("r", "tag");
        world.request("s", "sum");
        world.faults = 2;
        run(world, "schedule " + schedules + " after " + prefix, world::requireAllDone);
        schedules++;
        reached |= all.reached();
      } while (all.advance());
    }
    assertTrue(schedules > 1_000, schedules + " schedules");
  }

  /** Likewise with a stock that is filled before the run. */
  @Test
  void allWaysOfAFewEventsOfARefill() {
    int schedules = 0;
    int oneSided = 0;
    boolean reached = true;
    for (int prefix = 0; reached; prefix++) {
      Choices.All all = new Choices.All(prefix, 2);
      reached = false;
      do {
        World world = withMaterial(2, 1, all, 2);
        runWithMaterial(world, "schedule " + schedules + " after " + prefix);
        oneSided += world.makings.oneSided();
        schedules++;
        reached |= all.reached();
      } while (all.advance());
    }
    assertTrue(schedules > 1_000, schedules + " schedules");
    assertTrue(oneSided > 100, oneSided + " batches at one party alone");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void differentInputsEndARequestEverywhere(int parties) {
    for (int seed = 0; seed < SCHEDULES / 10; seed++) {
      World world = sixRequests(parties, Choices.random(seed), seed % 4);
      world.inputs.get("r1")[parties - 1] = World.hash("other");
      run(world, "seed " + seed, () -> requireFailed(world, "r1", "inputs-differ"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void refusedRequestsEndEverywhereAndOthersGoOn(int parties) {
    for (int seed = 0; seed < SCHEDULES / 10; seed++) {
      World world = sixRequests(parties, Choices.random(seed), seed % 4);
      world.refused.put("r3", "operator");
      world.refused.put("r5", "rate");
      run(
          world,
          "seed " + seed,
          () -> {
            requireFailed(world, "r3", "operator");
            requireFailed(world, "r5", "rate");
          });
    }
  }

  /** A party that was killed before it acted on the reason may give another one for an end. */
  private static void requireFailed(World world, String request, String code) {
    assertTrue(
        Arrays.stream(world.party).anyMatch(each -> code.equals(each.failed.get(request))),
        () -> "nobody failed " + request + " for " + code);
    for (World.Party each : world.party) {
      String here = each.failed.get(request);
      assertTrue(code.equals(here) || "expired".equals(here), () -> each.index + ": " + here);
      for (String other : world.jobs.keySet()) {
        assertTrue(
            each.committed.containsKey(other) != each.failed.containsKey(other),
            () -> other + " has no end at " + each.index);
      }
      assertEquals(world.party[0].log.head(), each.log.head());
    }
  }

  @Test
  void requestsThatOnePartyNeverSeesExpire() {
    World world = new World(2, Choices.random(1));
    world.request("r0", "tag");
    world.request("r1", "tag");
    world.missing("1 r1");
    run(
        world,
        "a party without a request",
        () -> {
          assertEquals("expired", world.party[0].failed.get("r1"));
          assertEquals("expired", world.party[1].failed.get("r1"));
          assertTrue(world.party[1].committed.containsKey("r0"));
        });
  }
}
