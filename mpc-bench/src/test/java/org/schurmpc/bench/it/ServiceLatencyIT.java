package org.schurmpc.bench.it;

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
 * What two idle services with stock take for a request: of one client at a time, and of many whose
 * requests join as lanes; and what they take while nobody asks. Each part is warmed up first, since
 * services run for months. {@code -Dlatency.seconds=N} replaces the span of a part, 60 s.
 */
@Tag("slow")
@Timeout(value = 1, unit = TimeUnit.HOURS)
class ServiceLatencyIT {
  private static final long SECONDS = Integer.getInteger("latency.seconds", 60);
  private static final int JOINED_THREADS = 64;
  private static final int LANES = 64;
  private static final int DELIVERIES = 1_000;
  private static final Duration READY = Duration.ofMinutes(10);
  private static final long QUIET_SECONDS = 45;
  private static final long REST_SECONDS = 30;

  @TempDir private Path folder;
  private MpcClient client;

  private void measure(
      String what, String job, Supplier<ServiceTraffic.Question> questions, int threads)
      throws Exception {
    for (String part : new String[] {"warm-up", "measured"}) {
      try (ServiceTraffic traffic =
          new ServiceTraffic(client, job, questions, threads, Long.MAX_VALUE).acknowledging()) {
        traffic.start();
        TimeUnit.SECONDS.sleep(SECONDS);
        traffic.end();
        traffic.join();
        System.out.println(what + ", " + part + ": " + traffic.summary());
      }
    }
  }

  private static void rest(ServiceProcesses services) throws Exception {
    TimeUnit.SECONDS.sleep(QUIET_SECONDS);
    for (int party = 1; party <= 2; party++) {
      ProcessHandle process = services.process(party).process().toHandle();
      Duration before = process.info().totalCpuDuration().orElseThrow();
      TimeUnit.SECONDS.sleep(REST_SECONDS);
      Duration used = process.info().totalCpuDuration().orElseThrow().minus(before);
      System.out.printf(
          "at rest, party %d: %.1f %% of a core, %.0f MiB resident%n",
          party, used.toMillis() / 10.0 / REST_SECONDS, ProcessFigures.resident(process.pid()));
    }
  }

  @Test
  void requestsAreAnsweredAtOnce() throws Exception {
    TagsAndPairs jobs = new TagsAndPairs(folder, LANES, DELIVERIES);
    client = MpcClient.read(jobs.parties().client());
    try (ServiceProcesses services = new ServiceProcesses(jobs.parties())) {
      services.startAll(READY);
      jobs.makeKey(client);
      try {
        measure("one client", TagsAndPairs.TAG, jobs::tag, 1);
        measure("one client", TagsAndPairs.PAIRS, jobs::pair, 1);
        measure("64 clients", TagsAndPairs.TAG, jobs::tag, JOINED_THREADS);
        rest(services);
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + services.said(), e);
      }
      services.stopAll();
    }
  }
}
