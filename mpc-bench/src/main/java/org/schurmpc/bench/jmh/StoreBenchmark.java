package org.schurmpc.bench.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.prep.disk.StoreKey;

/**
 * Measures the material that one pass takes from a store on disk: 6,400 items of 14,592 bytes, 93.4
 * MB, are read from the page cache into memory, checked, and recorded as used.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 20)
@Measurement(iterations = 20)
@Fork(1)
public class StoreBenchmark {
  private static final MaterialKind GATES = new MaterialKind("AND gate", 1824);
  private static final int ITEMS = 6_400;
  private static final int PASSES = 8;

  @Param({"no", "yes"})
  public String encrypted;

  private final Demand demand = Demand.of("benchmark").add(GATES, ITEMS).build();
  private Path folder;
  private StoreDirectory store;
  private DiskPrepStore batch;
  private byte next;

  @Setup
  public void makeFolder() throws IOException {
    folder = Files.createTempDirectory("store-benchmark");
  }

  /** Fills a batch for the next passes, when the previous batch is used up. */
  @Setup(Level.Invocation)
  public void fill() throws MpcException {
    if (batch != null && batch.evaluations(demand) > 0) {
      return;
    }
    if (batch != null) {
      batch.release();
      store.close();
    }
    StoreAccess access =
        new StoreAccess(
            folder.resolve("records"),
            encrypted.equals("yes")
                ? Optional.of(StoreKey.parse("42".repeat(StoreKey.BYTES), "this benchmark"))
                : Optional.empty());
    store = StoreDirectory.openOrCreate(folder.resolve("store"), access);
    byte[] id = new byte[32];
    id[0] = next++;
    StoreDirectory.Purpose purpose =
        new StoreDirectory.Purpose(
            "benchmark", "benchmark", Map.of(), 0, 2, Optional.empty(), List.of());
    batch = store.begin(purpose, id, "nobody", true);
    batch.keys("benchmark", new long[1]);
    long[] items = new SplittableRandom(1).longs(64L * GATES.longsPerItem()).toArray();
    for (int i = 0; i < PASSES * ITEMS; i += 64) {
      batch.put(GATES, items, 0, 64);
    }
    batch.commit();
    batch.acquire();
  }

  @TearDown
  public void delete() throws IOException {
    batch.release();
    store.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Reserves the material of a pass. Then leases all of it, so that its arrays are reused. */
  @Benchmark
  public int reserve() throws MpcException {
    batch.reserve(demand);
    int leased = 0;
    while (leased < ITEMS) {
      leased += batch.lease(GATES, ITEMS).items();
    }
    return leased;
  }
}
