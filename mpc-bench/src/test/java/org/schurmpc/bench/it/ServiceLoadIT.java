package org.schurmpc.bench.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.client.MpcClient;

/**
 * Two services under load over mutual TLS: each answer of TinyOT and of SPDZ equals the plain one.
 * {@code -Dload.tags=N -Dload.pairs=N} replace the numbers of requests, 2,000 and 200.
 */
@Tag("slow")
@Timeout(value = 2, unit = TimeUnit.HOURS)
class ServiceLoadIT {
  private static final int TAGS = Integer.getInteger("load.tags", 2_000);
  private static final int PAIRS = Integer.getInteger("load.pairs", 200);
  private static final int TAG_THREADS = 8;
  private static final int PAIR_THREADS = 2;
  private static final Duration READY = Duration.ofMinutes(10);

  @TempDir private Path folder;

  @Test
  void everyAnswerEqualsThePlainOne() throws Exception {
    TagsAndPairs jobs = new TagsAndPairs(folder);
    MpcClient client = MpcClient.read(jobs.parties().client());
    try (ServiceProcesses services = new ServiceProcesses(jobs.parties())) {
      long begun = System.nanoTime();
      services.startAll(READY);
      jobs.makeKey(client);
      System.out.printf("ready, with a key, after %.1f s%n", (System.nanoTime() - begun) / 1e9);
      ServiceTraffic tags =
          new ServiceTraffic(client, TagsAndPairs.TAG, jobs::tag, TAG_THREADS, TAGS);
      ServiceTraffic pairs =
          new ServiceTraffic(client, TagsAndPairs.PAIRS, jobs::pair, PAIR_THREADS, PAIRS);
      try (tags;
          pairs) {
        tags.start();
        pairs.start();
        tags.join();
        pairs.join();
        System.out.println(tags.summary());
        System.out.println(pairs.summary());
        tags.requireOneResultEach();
        pairs.requireOneResultEach();
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + services.said(), e);
      }
      services.stopAll();
    }
  }
}
