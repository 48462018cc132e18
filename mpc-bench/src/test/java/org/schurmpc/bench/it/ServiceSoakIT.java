package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.client.MpcClient;

/**
 * Two services under load of TinyOT for a long time, whose clients acknowledge their results: heap,
 * threads and descriptors do not grow, and the stock stays between its marks. {@code
 * -Dsoak.service.minutes=N} replaces the default of ten minutes.
 */
@Tag("slow")
@Timeout(value = 12, unit = TimeUnit.HOURS)
class ServiceSoakIT {
  private static final long MINUTES = Long.getLong("soak.service.minutes", 10);
  private static final Duration READY = Duration.ofMinutes(10);
  private static final Duration FULL = Duration.ofMinutes(5);
  private static final int THREADS = 8;

  /** How much of the time is over when the first figures count, and when the last ones begin. */
  private static final double EARLY = 0.5;

  private static final double LATE = 0.75;
  private static final double ROOM = 1.05;
  private static final String STOCK = "schur_stock_items{kind=\"masks of tag\"";

  @TempDir private Path folder;

  /** Figures of a party in a part of the time; of each the least is free of what is temporary. */
  private static final class Seen {
    final List<Double> alive = new ArrayList<>();
    final List<Double> stock = new ArrayList<>();
    long leastThreads = Long.MAX_VALUE;
    long mostThreads;
    long leastDescriptors = Long.MAX_VALUE;
    long mostDescriptors;

    void add(ProcessHandle process, double items) throws Exception {
      alive.add(ProcessFigures.alive(process));
      stock.add(items);
      long threads = ProcessFigures.threads(process.pid());
      long descriptors = ProcessFigures.descriptors(process.pid());
      leastThreads = Math.min(leastThreads, threads);
      mostThreads = Math.max(mostThreads, threads);
      leastDescriptors = Math.min(leastDescriptors, descriptors);
      mostDescriptors = Math.max(mostDescriptors, descriptors);
    }

    double leastAlive() {
      return alive.stream().mapToDouble(v -> v).min().orElseThrow();
    }

    double mostStock() {
      return stock.stream().mapToDouble(v -> v).max().orElse(0);
    }

    @Override
    public String toString() {
      return "alive %.1f MiB, stock %.0f to %.0f, threads %d to %d, descriptors %d to %d"
          .formatted(
              leastAlive(),
              stock.stream().mapToDouble(v -> v).min().orElseThrow(),
              mostStock(),
              leastThreads,
              mostThreads,
              leastDescriptors,
              mostDescriptors);
    }
  }

  @Test
  void nothingGrowsUnderLoad() throws Exception {
    Assumptions.assumeTrue(
        Files.isDirectory(Path.of("/proc/self")), "skipped: figures are read from /proc");
    TagsAndPairs jobs = new TagsAndPairs(folder);
    for (int party = 1; party <= 2; party++) {
      Path config = jobs.parties().config(party);
      // Requests are forgotten a minute after their ends, so that their number does not grow.
      Files.writeString(
          config,
          Files.readString(config).replace("[service]\n", "[service]\nid_memory = \"1m\"\n"));
    }
    MpcClient client = MpcClient.read(jobs.parties().client());
    try (ServiceProcesses services = new ServiceProcesses(jobs.parties());
        ServiceTraffic tags =
            new ServiceTraffic(client, TagsAndPairs.TAG, jobs::tag, THREADS, Long.MAX_VALUE)) {
      services.startAll(READY);
      jobs.makeKey(client);
      tags.acknowledging().start();
      long start = System.nanoTime();
      watch(services, tags, start, EARLY);
      List<Seen> early = watch(services, tags, start, LATE);
      List<Seen> late = watch(services, tags, start, 1);
      tags.end();
      tags.join();
      System.out.println(tags.summary());
      for (int party = 1; party <= 2; party++) {
        requireSame(party, early.get(party - 1), late.get(party - 1));
        awaitStock(services, party);
      }
      services.stopAll();
    }
  }

  /** Watches both services until a part of the time is over. */
  private static List<Seen> watch(
      ServiceProcesses services, ServiceTraffic tags, long start, double part) throws Exception {
    List<Seen> all = List.of(new Seen(), new Seen());
    double nanos = part * TimeUnit.MINUTES.toNanos(MINUTES);
    while (System.nanoTime() - start < nanos) {
      for (int party = 1; party <= 2; party++) {
        ProcessHandle process = services.process(party).process().toHandle();
        all.get(party - 1).add(process, services.metric(party, STOCK));
      }
      tags.requireNoFailure();
      TimeUnit.SECONDS.sleep(2);
    }
    return all;
  }

  private static void requireSame(int party, Seen early, Seen late) {
    String shown = "party %d: %s; then %s".formatted(party, early, late);
    System.out.println(shown);
    assertTrue(late.leastAlive() <= ROOM * early.leastAlive(), shown);
    assertTrue(late.leastThreads <= early.mostThreads, shown);
    assertTrue(late.leastDescriptors <= early.mostDescriptors, shown);
    assertTrue(Math.max(early.mostStock(), late.mostStock()) <= TagsAndPairs.DELIVERIES, shown);
    assertTrue(late.mostStock() > 0, shown);
  }

  /** Waits until the stock is above its low mark, where it stays without load. */
  private static void awaitStock(ServiceProcesses services, int party) throws Exception {
    long until = System.nanoTime() + FULL.toNanos();
    while (services.metric(party, STOCK) < TagsAndPairs.DELIVERIES / 2.0) {
      assertTrue(System.nanoTime() < until, services::said);
      TimeUnit.MILLISECONDS.sleep(BenchRun.POLL_MILLIS);
    }
    assertEquals(200, services.get(party, "/readyz").statusCode());
  }
}
