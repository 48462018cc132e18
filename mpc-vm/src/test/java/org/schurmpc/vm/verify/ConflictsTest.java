package org.schurmpc.vm.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.schurmpc.vm.verify.ScheduleCheck.Conflicts.Interval;

/** The sweep over sorted intervals against the comparison of all pairs. */
class ConflictsTest {
  @Test
  void findsWhatPairsHave() {
    Random random = new Random(5);
    int conflicts = 0;
    int cases = 20_000;
    for (int i = 0; i < cases; i++) {
      Interval[] intervals = new Interval[2 + random.nextInt(5)];
      for (int j = 0; j < intervals.length; j++) {
        long start = random.nextInt(30);
        intervals[j] =
            new Interval(
                start, start + 1 + random.nextInt(6), random.nextInt(3), random.nextInt(3) == 0);
      }
      boolean expected = pairs(intervals);
      conflicts += expected ? 1 : 0;
      assertEquals(expected, ScheduleCheck.Conflicts.exist(intervals), "case " + i);
    }
    assertTrue(conflicts > cases / 10 && conflicts < cases * 9 / 10, conflicts + " conflicts");
  }

  private static boolean pairs(Interval[] intervals) {
    for (Interval a : intervals) {
      for (Interval b : intervals) {
        boolean meet = a.start() < b.end() && b.start() < a.end();
        if (a.unit() != b.unit() && meet && (a.write() || b.write())) {
          return true;
        }
      }
    }
    return false;
  }
}
