package org.schurmpc.vm.machine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.vm.code.Schedule;

/** Loops of schedules with the most turns. */
class StepsTest {
  @Test
  @Tag("slow")
  void loopsOfTheMostTurnsEnd() {
    Schedule.Builder schedule = new Schedule.Builder();
    schedule.loop(Integer.MAX_VALUE);
    schedule.end();
    Steps steps = new Steps(schedule.build());
    assertTimeoutPreemptively(
        Duration.ofMinutes(3), () -> assertFalse(steps.next(new long[0]), "the loop goes on"));
  }
}
