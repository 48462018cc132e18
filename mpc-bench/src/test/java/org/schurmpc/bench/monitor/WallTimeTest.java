package org.schurmpc.bench.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WallTimeTest {
  private final AtomicInteger calls = new AtomicInteger();
  private long nanos = -5;

  private WallTime wall(int warmup, long millis) {
    return new WallTime(warmup, millis, () -> nanos, calls::incrementAndGet);
  }

  @Test
  void countsFromTheFirstRunThatCounts() {
    WallTime wall = wall(2, 10);
    for (int run = 0; run < 3; run++) {
      assertFalse(wall.isUp(run));
      nanos += 50_000_000; // each run takes 50 ms
    }
    assertTrue(wall.isUp(3));
    assertEquals(1, calls.get());
  }

  @Test
  void runsAreBegunAsLongAsThereIsTime() {
    WallTime wall = wall(0, 10);
    assertFalse(wall.isUp(0));
    nanos += 9_999_999;
    assertFalse(wall.isUp(1));
    nanos += 1;
    assertTrue(wall.isUp(2));
  }

  @Test
  void withoutLimitItIsNeverUp() {
    WallTime wall = wall(0, 0);
    for (int run = 0; run < 5; run++) {
      assertFalse(wall.isUp(run));
      nanos += Long.MAX_VALUE / 8;
    }
    assertEquals(0, calls.get());
  }
}
