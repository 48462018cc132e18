package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs for a long time, with new material of the dealer in each run: neither the live heap nor the
 * memory of a process grows. {@code -Dsoak.minutes=N} replaces the default of ten minutes.
 */
@Tag("slow")
class SoakIT {
  private static final long MINUTES = Long.getLong("soak.minutes", 10);

  /**
   * Tolerance for what a garbage collector leaves. A leak in every run is a thousand times as
   * large.
   */
  private static final double ROOM_MIB = 24;

  @TempDir Path folder;

  /** Holds the measurements of a process in a part of the time. */
  private static final class Seen {
    final List<Double> resident = new ArrayList<>();
    final List<Double> alive = new ArrayList<>();

    /** Returns the minimum, in which temporary memory of a run does not count. */
    double leastResident() {
      return resident.stream().mapToDouble(v -> v).min().orElseThrow();
    }

    double leastAlive() {
      return alive.stream().mapToDouble(v -> v).min().orElseThrow();
    }

    double mostResident() {
      return resident.stream().mapToDouble(v -> v).max().orElseThrow();
    }
  }

  @Test
  void memoryDoesNotGrow() throws Exception {
    Assumptions.assumeTrue(
        Files.isDirectory(Path.of("/proc/self")), "skipped: memory is read from /proc");
    long nanos = TimeUnit.MINUTES.toNanos(MINUTES);
    try (BenchJar bench =
        BenchJar.startAsUsersDo(
            folder, "--protocol", "minitrix", "--runs", "100000", "--rehearsal", "5s")) {
      Map<String, ProcessHandle> children = new LinkedHashMap<>();
      for (String child : List.of("child dealer", "--party=1", "--party=2")) {
        children.put(child, bench.child(child));
      }
      long start = System.nanoTime();
      awaitShare(bench, start, nanos, 0.3);
      Map<String, Seen> early = watch(bench, children, start, nanos, 0.5);
      awaitShare(bench, start, nanos, 0.8);
      Map<String, Seen> late = watch(bench, children, start, nanos, 1);
      for (String child : children.keySet()) {
        Seen before = early.get(child);
        Seen after = late.get(child);
        String shown =
            "%s: resident %.0f to %.0f MiB, then %.0f to %.0f; alive %.1f MiB, then %.1f"
                .formatted(
                    child,
                    before.leastResident(),
                    before.mostResident(),
                    after.leastResident(),
                    after.mostResident(),
                    before.leastAlive(),
                    after.leastAlive());
        System.out.println(shown);
        assertTrue(after.mostResident() <= before.mostResident() + ROOM_MIB, shown);
        assertTrue(after.leastAlive() <= before.leastAlive() + 2, shown);
      }
    }
  }

  private static void awaitShare(BenchJar bench, long start, long nanos, double share)
      throws Exception {
    long left = start + (long) (share * nanos) - System.nanoTime();
    assertTrue(!bench.process().waitFor(Math.max(0, left), TimeUnit.NANOSECONDS), bench.err());
  }

  private static Map<String, Seen> watch(
      BenchJar bench, Map<String, ProcessHandle> children, long start, long nanos, double until)
      throws Exception {
    Map<String, Seen> all = new LinkedHashMap<>();
    children.keySet().forEach(child -> all.put(child, new Seen()));
    while (System.nanoTime() - start < until * nanos) {
      for (Map.Entry<String, ProcessHandle> child : children.entrySet()) {
        Seen seen = all.get(child.getKey());
        seen.resident.add(ProcessFigures.resident(child.getValue().pid()));
        seen.alive.add(ProcessFigures.alive(child.getValue()));
      }
      assertTrue(!bench.process().waitFor(1, TimeUnit.SECONDS), bench.err());
    }
    return all;
  }
}
