package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpinTest {
  private static final long NANOS = 20_000;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000); // the clock may overflow
  private final AtomicLong yieldTakes = new AtomicLong(1_000);
  private final AtomicInteger yields = new AtomicInteger();
  private final Spin spin =
      new Spin(
          NANOS,
          now::get,
          () -> {
            yields.incrementAndGet();
            now.addAndGet(yieldTakes.get());
          });

  @Test
  void pollsForTheGivenTimeOfAWait() {
    assertTrue(spin.again(0));
    assertTrue(spin.again(NANOS - 1));
    assertFalse(spin.again(NANOS));
    assertEquals(2, yields.get());
  }

  @Test
  void blocksForAWhileAfterTheCoreWasTaken() {
    yieldTakes.set(Spin.CONTENDED_NANOS + 1);
    assertTrue(spin.again(0)); // what arrived meanwhile is to be read at once
    now.addAndGet(Spin.CALM_NANOS - 1);
    assertFalse(spin.again(0));
    assertEquals(1, yields.get());
    now.incrementAndGet();
    yieldTakes.set(1_000);
    assertTrue(spin.again(0));
    assertTrue(spin.again(0));
  }

  @Test
  void neverYieldsWithoutATimeToPoll() {
    Spin none = new Spin(0, now::get, yields::incrementAndGet);
    assertFalse(none.again(0));
    assertEquals(0, yields.get());
  }
}
