package org.schurmpc.vm.verify;

import java.util.Arrays;

/** Sets of whole numbers, as sorted ranges. */
public final class Ranges {
  private final long[] starts;
  private final long[] ends;
  private final int count;

  /**
   * Unites ranges.
   *
   * @param all start and end of each range; sorted by this call
   */
  Ranges(long[][] all) {
    Arrays.sort(all, (a, b) -> Long.compare(a[0], b[0]));
    starts = new long[all.length];
    ends = new long[all.length];
    int last = -1;
    for (long[] each : all) {
      if (last >= 0 && each[0] <= ends[last]) {
        ends[last] = Math.max(ends[last], each[1]);
      } else {
        last++;
        starts[last] = each[0];
        ends[last] = each[1];
      }
    }
    count = last + 1;
  }

  /** Whether any two of the ranges have a number in common; sorts them. */
  static boolean overlap(long[][] all) {
    Arrays.sort(all, (a, b) -> Long.compare(a[0], b[0]));
    for (int i = 1; i < all.length; i++) {
      if (all[i][0] < all[i - 1][1]) {
        return true;
      }
    }
    return false;
  }

  /** Returns the last range that starts at or before a number, or -1. */
  private int before(long number) {
    int found = Arrays.binarySearch(starts, 0, count, number);
    return found >= 0 ? found : -found - 2;
  }

  /** Whether all of the numbers from {@code start} to before {@code end} are in the set. */
  public boolean contains(long start, long end) {
    int range = before(start);
    return range >= 0 && end <= ends[range];
  }

  /** Whether one of the numbers from {@code start} to before {@code end} is in the set. */
  boolean meets(long start, long end) {
    int range = before(end - 1);
    return range >= 0 && ends[range] > start;
  }
}
