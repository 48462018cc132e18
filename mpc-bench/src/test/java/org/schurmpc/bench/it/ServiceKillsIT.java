package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.client.MpcClient;

/**
 * Two services under load, of which one or both are killed or stopped at random moments, and
 * started again: each request ends with one right answer, and no material is used twice. Keys of a
 * store that a kill costs are counted, and made anew as the runbook says, which is also tried once
 * if there are none. {@code -Dkill.rounds=N -Dkill.both=N -Dstop.rounds=N} replace 20 kills of one,
 * 10 of both and 10 stops.
 */
@Tag("slow")
@Timeout(value = 3, unit = TimeUnit.HOURS)
class ServiceKillsIT {
  private static final int ROUNDS = Integer.getInteger("kill.rounds", 20);
  private static final int BOTH = Integer.getInteger("kill.both", 10);
  private static final int STOPS = Integer.getInteger("stop.rounds", 10);
  private static final Duration READY = Duration.ofMinutes(10);
  private static final Duration STOP_WITHIN = Duration.ofMinutes(1);

  /** Stocks, the folders of their stores, and whether a set is under their keys. */
  private static final Map<String, Boolean> STORES = Map.of("store-", true, "numbers-", false);

  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path folder;
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private TagsAndPairs jobs;
  private MpcClient client;
  private ServiceProcesses services;
  private StorePositions positions;
  private ServiceTraffic tags;
  private ServiceTraffic pairs;
  private int keysMade;

  @Test
  void eachRequestHasOneRightAnswer() throws Exception {
    jobs = new TagsAndPairs(folder);
    client = MpcClient.read(jobs.parties().client());
    positions = new StorePositions(folder.resolve("state"));
    try (ServiceProcesses processes = new ServiceProcesses(jobs.parties())) {
      services = processes;
      services.startAll(READY);
      makeKey();
      tags = new ServiceTraffic(client, TagsAndPairs.TAG, jobs::tag, 8, Long.MAX_VALUE);
      pairs = new ServiceTraffic(client, TagsAndPairs.PAIRS, jobs::pair, 2, Long.MAX_VALUE);
      try (ServiceTraffic first = tags.start();
          ServiceTraffic second = pairs.start()) {
        long begun = System.nanoTime();
        killAndStop();
        awaitWork();
        first.end();
        second.end();
        first.join();
        second.join();
        System.out.printf("%.0f s in all%n", (System.nanoTime() - begun) / 1e9);
        System.out.println(tags.summary());
        System.out.println(pairs.summary());
        requireOneEndEach();
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage() + services.said(), e);
      }
      services.stopAll();
    }
    look(1);
    look(2);
    System.out.println(positions.requireDisjoint());
    System.out.println("stores whose keys were lost: " + positions.lostKeys());
    requireAudited();
    System.out.println(requireNumbersOnce() + " masks were used once each");
  }

  private void makeKey() throws Exception {
    jobs.makeKey(client);
    keysMade++;
  }

  private void killAndStop() throws Exception {
    Duration longest = Duration.ZERO;
    for (int round = 0; round < ROUNDS + BOTH; round++) {
      awaitWork();
      List<Integer> killed = round < ROUNDS ? List.of(1 + random.nextInt(2)) : List.of(1, 2);
      for (int party : killed) {
        services.process(party).kill(false);
      }
      Set<String> lost = new HashSet<>();
      for (int party : killed) {
        services.process(party).exitCode();
        lost.addAll(look(party));
      }
      restart(killed, lost, round);
    }
    awaitWork();
    replace(STORES.keySet()); // tries the runbook's steps, which no kill may have asked for
    for (int round = 0; round < STOPS; round++) {
      awaitWork();
      int party = 1 + random.nextInt(2);
      Duration took = services.stop(party);
      assertTrue(took.compareTo(STOP_WITHIN) < 0, "a stop took " + took);
      longest = took.compareTo(longest) > 0 ? took : longest;
      assertEquals(Set.of(), look(party), "a stop costs nothing");
      restart(List.of(party), Set.of(), ROUNDS + BOTH + round);
    }
    System.out.println("the longest stop took " + longest.toMillis() + " ms");
  }

  /** Waits until requests are answered, and then until some moment. */
  private void awaitWork() throws Exception {
    tags.awaitMore(8);
    pairs.awaitMore(1);
    TimeUnit.MILLISECONDS.sleep(random.nextInt(3_000));
  }

  private void restart(List<Integer> ended, Set<String> before, int round) throws Exception {
    for (int party : ended) {
      services.start(party);
    }
    Set<String> lost = new HashSet<>(before);
    for (int party : ended) {
      services.awaitServing(party);
    }
    for (int party = 1; party <= 2; party++) {
      lost.addAll(destroyed(party));
    }
    System.out.printf("round %d: %s again, lost %s%n", round, ended, lost);
    if (!lost.isEmpty()) {
      lost.forEach(store -> positions.lost());
      replace(lost);
    }
  }

  /** Reads the journals of a party that is down, and returns the stores that are destroyed. */
  private Set<String> look(int party) throws Exception {
    Set<String> lost = new HashSet<>();
    for (String store : STORES.keySet()) {
      if (positions.look(party, folder.resolve(store + party))) {
        lost.add(store);
      }
    }
    return lost;
  }

  private Set<String> destroyed(int party) throws Exception {
    Set<String> lost = new HashSet<>();
    for (String store : STORES.keySet()) {
      Path place = folder.resolve(store + party);
      try (BenchJar info = BenchJar.start(folder, "prep", "info", place.toString())) {
        if (info.expect(0).out().contains("DESTROYED")) {
          lost.add(store);
        }
      }
    }
    return lost;
  }

  /** Replaces stores whose keys are lost, as the runbook says. */
  private void replace(Set<String> lost) throws Exception {
    services.stopAll();
    for (int party = 1; party <= 2; party++) {
      look(party);
      for (String store : lost) {
        Path place = folder.resolve(store + party);
        try (BenchJar destroy =
            BenchJar.start(folder, "prep", "destroy", "--yes", place.toString())) {
          destroy.expect(0);
        }
      }
    }
    for (int party = 1; party <= 2; party++) {
      services.start(party);
    }
    for (int party = 1; party <= 2; party++) {
      services.awaitServing(party);
      for (String job : List.of(TagsAndPairs.TAG, TagsAndPairs.PAIRS)) {
        services.post(party, "/admin/jobs/" + job + "/resume"); // if it was suspended meanwhile
      }
    }
    for (String store : lost) {
      if (STORES.get(store)) {
        dropKey();
        makeKey();
      }
    }
  }

  /** Drops the set that is under lost keys, as soon as the parties are connected. */
  private void dropKey() throws Exception {
    services.awaitServing(1);
    long until = System.nanoTime() + READY.toNanos();
    while (services.post(1, "/admin/sets/key/drop").statusCode() != 200) {
      assertTrue(System.nanoTime() < until, services::said);
      TimeUnit.MILLISECONDS.sleep(BenchRun.POLL_MILLIS);
    }
  }

  /** Requires that both parties have the same ends: a result for each that was answered. */
  private void requireOneEndEach() throws Exception {
    tags.requireOneResultEach();
    pairs.requireOneResultEach();
    int answered = tags.count() + pairs.count() + keysMade;
    for (int party = 1; party <= 2; party++) {
      for (String open : List.of("accepted", "queued", "running")) {
        assertEquals(0, state(party, open), open + " at " + party);
      }
      assertEquals(answered, state(party, "done"), "done at " + party);
    }
    assertEquals(state(1, "failed"), state(2, "failed"), "failed at both");
    System.out.printf("%d done and %d failed at both%n", answered, state(1, "failed"));
  }

  private int state(int party, String name) throws Exception {
    return (int) services.metric(party, "schur_requests{state=\"" + name + "\"");
  }

  /** Requires that no request is done twice, or done and failed, by the parties' audit logs. */
  private void requireAudited() throws Exception {
    Map<String, Set<String>> ends = new TreeMap<>();
    for (int party = 1; party <= 2; party++) {
      try (BenchJar audit =
          BenchJar.start(
              folder, "serve", "audit", "--verify", jobs.parties().audit(party).toString())) {
        assertTrue(audit.expect(0).out().startsWith("right: "), audit.out());
      }
      Set<String> here = new HashSet<>();
      for (String line : Files.readAllLines(jobs.parties().audit(party))) {
        JsonNode event = JSON.readTree(line);
        String what = event.path("event").asText();
        if (what.equals("done") || what.equals("failed")) {
          String request = event.path("request").asText();
          assertTrue(here.add(request), "ended twice: " + request);
          ends.computeIfAbsent(request, any -> new HashSet<>()).add(what);
        }
      }
    }
    ends.forEach((request, how) -> assertEquals(1, how.size(), request + " ended as " + how));
  }

  /** Requires that no masks were used for two inputs, and returns the number of masks. */
  private int requireNumbersOnce() throws Exception {
    Set<String> numbers = new HashSet<>();
    try (Stream<Path> files = Files.list(jobs.parties().clientState("till"))) {
      for (Path file : files.toList()) {
        String number = "";
        for (String line : Files.readAllLines(file)) {
          JsonNode json = JSON.readTree(line);
          number = json.path("number").asText(number);
          if (json.has("masked")) {
            assertFalse(number.isEmpty(), file.toString());
            assertTrue(numbers.add(number), "masks were used twice: " + number);
          }
        }
      }
    }
    return numbers.size();
  }
}
