package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.client.MpcClient;

/**
 * What two idle services with stock take for a request: of many clients whose requests join as
 * lanes, and of one client at a time; and what they take while nobody asks. Each part is warmed up
 * first, since services run for months and the compiler of the JVM is at work for the first
 * minutes, with pauses in which it ends what it has begun: by requests that take no ANDs, until
 * these take no less processor time than before, and then by some of its own. All take material
 * that was made before. {@code -Dlatency.requests=N} replaces the number of requests of many
 * clients, 1,000.
 */
@Tag("slow")
@Timeout(value = 1, unit = TimeUnit.HOURS)
class ServiceLatencyIT {
  private static final int REQUESTS = Integer.getInteger("latency.requests", 1_000);
  private static final int OF_ONE = 150;
  private static final int PAIRS = 25;
  private static final int FREE = 3_000; // requests without ANDs, in a round
  private static final int MOST_FREE_ROUNDS = 12;
  private static final double WARM = 0.97; // of the least processor time before
  private static final int WARM_UPS = 2;
  private static final int JOINED_THREADS = 64;
  private static final int LANES = 64;
  private static final int ANDS = 6_400; // of a block
  private static final int BITS = 338; // of a pair with its two masks, at most
  private static final Duration READY = Duration.ofMinutes(20);
  private static final Duration SETTLED = Duration.ofMinutes(1); // at most, between rounds
  private static final long QUIET_SECONDS = 45;
  private static final long REST_SECONDS = 30;
  private static final long POLL_MILLIS = 500;

  @TempDir private Path folder;
  private MpcClient client;
  private ServiceProcesses services;

  private void measure(
      String what, String job, Supplier<ServiceTraffic.Question> questions, int threads, int count)
      throws Exception {
    for (int round = 0; round <= WARM_UPS; round++) {
      String which = round < WARM_UPS ? "warm-up" : "measured";
      round(what + ", " + which, job, questions, threads, count);
    }
  }

  /** Asks until two rounds have taken party 1 about as much processor time as another one did. */
  private void warmUp(Supplier<ServiceTraffic.Question> questions) throws Exception {
    double least = Double.MAX_VALUE;
    int warm = 0;
    for (int round = 0; round < MOST_FREE_ROUNDS && warm < 2; round++) {
      double now = round("warm-up", TagsAndPairs.SUM, questions, JOINED_THREADS, FREE);
      warm = now > WARM * least ? warm + 1 : 0;
      least = Math.min(least, now);
    }
  }

  /** Returns the processor time of party 1 for a request, in milliseconds. */
  private double round(
      String what, String job, Supplier<ServiceTraffic.Question> questions, int threads, int count)
      throws Exception {
    settle();
    Duration before = used(1);
    try (ServiceTraffic traffic =
        new ServiceTraffic(client, job, questions, threads, count).acknowledging()) {
      traffic.start();
      traffic.join();
      double millis = (double) used(1).minus(before).toMillis() / count;
      System.out.printf("%s: %s, CPU of party 1 %.1f ms each%n", what, traffic.summary(), millis);
      return millis;
    }
  }

  /** Returns what a stock keeps: it makes no more before it is used up, but masks by half. */
  private static String stock(int masks, String kind, int items) {
    return "deliveries = %d%nhigh = { %s = %d }%nlow = { %2$s = 1 }".formatted(masks, kind, items);
  }

  /** Waits until there is a number of something in a stock. */
  private void awaitStock(String stock, String kind, int least) throws Exception {
    String metric = "schur_stock_items{kind=\"%s\",stock=\"%s\"".formatted(kind, stock);
    long until = System.nanoTime() + READY.toNanos();
    while (services.metric(1, metric) < least) {
      assertTrue(System.nanoTime() < until, () -> "too few " + kind + services.said());
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** Waits until the compilers of all three JVMs have compiled what was in use until now. */
  private void settle() throws Exception {
    long until = System.nanoTime() + SETTLED.toNanos();
    boolean busy = true;
    while (busy && System.nanoTime() < until) {
      Duration before = usedByAll();
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      busy = usedByAll().minus(before).toMillis() > POLL_MILLIS / 10;
    }
  }

  private Duration usedByAll() {
    Duration own = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    return own.plus(used(1)).plus(used(2));
  }

  private Duration used(int party) {
    ProcessHandle process = services.process(party).process().toHandle();
    return process.info().totalCpuDuration().orElseThrow();
  }

  private void rest() throws Exception {
    TimeUnit.SECONDS.sleep(QUIET_SECONDS);
    for (int party = 1; party <= 2; party++) {
      Duration before = used(party);
      TimeUnit.SECONDS.sleep(REST_SECONDS);
      System.out.printf(
          "at rest, party %d: %.1f %% of a core, %.0f MiB resident%n",
          party,
          used(party).minus(before).toMillis() / 10.0 / REST_SECONDS,
          ProcessFigures.resident(services.process(party).process().pid()));
    }
  }

  @Test
  void requestsAreAnsweredAtOnce() throws Exception {
    int all = (WARM_UPS + 1) * (REQUESTS + OF_ONE);
    int masks = 9 * all / 4; // below the half, more would be made
    int runs = 3 * all / 2 / LANES; // of which some serve half as many
    int pairs = 9 * (WARM_UPS + 1) * PAIRS / 4;
    TagsAndPairs jobs =
        new TagsAndPairs(
            folder,
            LANES,
            stock(masks, "and", 3 * runs / 2 * LANES * ANDS), // masks take some
            stock(2 * pairs, "bit", pairs * BITS));
    client = MpcClient.read(jobs.parties().client());
    try (ServiceProcesses started = new ServiceProcesses(jobs.parties())) {
      services = started;
      services.startAll(READY);
      jobs.makeKey(client);
      awaitStock("bits", "masks of tag", masks);
      awaitStock("bits", "runs of tag", runs); // and no more are made
      awaitStock("numbers", "masks of pairs", 2 * pairs);
      awaitStock("numbers", "runs of pairs", (WARM_UPS + 1) * PAIRS);
      try {
        warmUp(jobs::sum);
        measure("64 clients", TagsAndPairs.TAG, jobs::tag, JOINED_THREADS, REQUESTS);
        measure("one client", TagsAndPairs.TAG, jobs::tag, 1, OF_ONE);
        measure("one client", TagsAndPairs.PAIRS, jobs::pair, 1, PAIRS);
        rest();
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + services.said(), e);
      }
      services.stopAll();
    }
  }
}
