package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;

class QuietTest {
  private final AtomicInteger collected = new AtomicInteger();
  private final Quiet quiet = new Quiet(collected::incrementAndGet);

  @TempDir Path home;

  private static long in(long seconds) {
    return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void memoryIsGivenBackOnceAfterEachTimeOfWork() throws Exception {
    StoreAccess access = new StoreAccess(home.resolve("records"), Optional.empty());
    try (StoreDirectory store = StoreDirectory.openOrCreate(home.resolve("store"), access);
        StoreDirectory other = StoreDirectory.openOrCreate(home.resolve("other"), access)) {
      StockThread one = new StockThread("one", store);
      StockThread two = new StockThread("two", other);
      List<StockThread> stocks = List.of(one, two);
      quiet.tick(stocks, in(10));
      quiet.tick(stocks, in(21)); // after the start, which is work
      quiet.tick(stocks, in(22));
      two.used();
      quiet.tick(stocks, in(10));
      quiet.tick(stocks, in(21));
      quiet.tick(stocks, in(30));
      for (StockThread each : stocks) {
        each.shutdown();
        assertTrue(each.awaitEnd(TimeUnit.MINUTES.toNanos(1)));
      }
      assertEquals(2, collected.get());
    }
  }
}
