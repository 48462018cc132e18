package org.schurmpc.vm.verify;

import java.util.Arrays;

/**
 * Finds tapes of one step of which one writes what another one accesses. Takes intervals of one
 * kind of memory, sorted by their starts, and remembers the two furthest ends of different tapes.
 */
final class Conflicts {
  /**
   * An interval of cells that a tape of the step accesses.
   *
   * @param unit the number of the tape in the step
   */
  record Interval(long start, long end, int unit, boolean write) {}

  private Conflicts() {}

  /** Whether a tape writes what another accesses; sorts the intervals. */
  static boolean exist(Interval[] intervals) {
    Arrays.sort(intervals, (a, b) -> Long.compare(a.start(), b.start()));
    Ends all = new Ends();
    Ends writes = new Ends();
    for (Interval each : intervals) {
      if ((each.write() ? all : writes).ofOthers(each.unit()) > each.start()) {
        return true;
      }
      all.add(each);
      if (each.write()) {
        writes.add(each);
      }
    }
    return false;
  }

  /** The furthest end of any tape, and the furthest of the other tapes. */
  private static final class Ends {
    private int unit = -1;
    private long furthest;
    private long ofOthers;

    long ofOthers(int of) {
      return of == unit ? ofOthers : furthest;
    }

    void add(Interval interval) {
      if (interval.unit() == unit) {
        furthest = Math.max(furthest, interval.end());
      } else if (interval.end() > furthest) {
        ofOthers = furthest;
        furthest = interval.end();
        unit = interval.unit();
      } else {
        ofOthers = Math.max(ofOthers, interval.end());
      }
    }
  }
}
