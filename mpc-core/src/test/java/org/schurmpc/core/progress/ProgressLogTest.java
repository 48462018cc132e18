package org.schurmpc.core.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressLogTest {
  @Test
  void asksForASentenceEveryThreeSeconds() {
    long[] millis = {0};
    List<String> said = new ArrayList<>();
    ProgressLog log = new ProgressLog(() -> millis[0] * 1_000_000, said::add);
    millis[0] = 2_999;
    assertFalse(log.due());
    millis[0] = 3_000;
    assertTrue(log.due());
    log.say("one");
    assertFalse(log.due());
    millis[0] = 5_999;
    assertFalse(log.due());
    millis[0] = 6_000;
    assertTrue(log.due());
    assertEquals(List.of("one"), said);
  }

  @Test
  void timesAreRoundedForPeople() {
    assertEquals("0 s", ProgressLog.time(0));
    assertEquals("1 s", ProgressLog.time(0.2));
    assertEquals("99 s", ProgressLog.time(98.5));
    assertEquals("2 min", ProgressLog.time(99.5));
    assertEquals("60 min", ProgressLog.time(3_600));
    assertEquals("2 h 5 min", ProgressLog.time(7_500));
  }
}
