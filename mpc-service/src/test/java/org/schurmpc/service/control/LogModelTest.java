package org.schurmpc.service.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules of the log and of runs: at random, and all of small ones. */
class LogModelTest {
  private static final int SCHEDULES = Integer.getInteger("org.schurmpc.schedules", 10_000);

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
      throw new AssertionError(which + "\n" + String.join("\n", world.trace), e);
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

  /** One request, all ways of the first events with a fault among them. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void allShortSchedules(int parties) {
    Choices.All all = new Choices.All(parties == 2 ? 7 : 6);
    int schedules = 0;
    do {
      World world = new World(parties, all);
      world.request("r", "tag");
      world.faults = 1;
      run(world, "schedule " + schedules++, world::requireAllDone);
    } while (all.advance());
    System.out.println(schedules + " schedules of " + parties + " parties");
    assertTrue(schedules > 1_000, schedules + " schedules");
  }

  /** A fault, and two in a row, after each number of events of the straight way. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void everyFaultAtEveryStep(int parties) {
    int events = 0;
    for (int at = 0; ; at++) {
      boolean reached = false;
      for (int which = 0; which < 12; which++) {
        for (int second = 0; second < 12; second++) {
          FaultAt choices = new FaultAt(at, which, second);
          World world = new World(parties, choices);
          world.request("r", "tag");
          world.request("s", "sum");
          world.faults = 2;
          run(world, "fault " + which + ", " + second + " at " + at, world::requireAllDone);
          reached |= choices.reached;
        }
      }
      if (!reached) {
        break;
      }
      events = at;
    }
    assertTrue(events > 20, events + " events");
  }

  /** Takes the first of all, except for an event from the end of the list at one place. */
  private static final class FaultAt implements Choices {
    private final int at;
    private final int[] which;
    private int made;
    private boolean reached;

    FaultAt(int at, int... which) {
      this.at = at;
      this.which = which;
    }

    @Override
    public int next(int bound) {
      int i = made++ - at;
      if (i >= 0 && i < which.length) {
        reached = true;
        return Math.max(0, bound - 1 - which[i]);
      }
      return 0;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void differentInputsEndARequestEverywhere(int parties) {
    for (int seed = 0; seed < SCHEDULES / 20; seed++) {
      World world = sixRequests(parties, Choices.random(seed), seed % 4);
      world.inputs.get("r1")[parties - 1] = World.hash("other");
      run(world, "seed " + seed, () -> requireFailed(world, "r1", "inputs-differ"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void refusedRequestsEndEverywhereAndOthersGoOn(int parties) {
    for (int seed = 0; seed < SCHEDULES / 20; seed++) {
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

  private static void requireFailed(World world, String request, String code) {
    for (World.Party each : world.party) {
      assertEquals(code, each.failed.get(request), "party " + each.index);
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
