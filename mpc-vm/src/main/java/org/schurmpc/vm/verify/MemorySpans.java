package org.schurmpc.vm.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the cells of one kind of memory can be: all of a region is as what is stored there, and zero
 * before. Cells that one instruction can access are of one region.
 */
final class MemorySpans {
  private final Subspaces spaces;
  private final List<long[]> accesses = new ArrayList<>();
  private int[] starts;
  private int[] regions;
  private boolean grown;

  MemorySpans(Subspaces spaces) {
    this.spaces = spaces;
  }

  /** Adds the cells that an instruction can access; before {@link #begin}. */
  void access(int first, int n) {
    accesses.add(new long[] {first, (long) first + n});
  }

  /** Ends the list of accesses. */
  void begin() {
    accesses.sort((a, b) -> Long.compare(a[0], b[0]));
    int[] found = new int[accesses.size()];
    int count = 0;
    long end = -1;
    for (long[] each : accesses) {
      if (each[0] >= end) {
        found[count++] = (int) each[0];
      }
      end = Math.max(end, each[1]);
    }
    starts = Arrays.copyOf(found, count);
    regions = new int[count];
    accesses.clear();
  }

  private int region(int cell) {
    int found = Arrays.binarySearch(starts, cell);
    return found >= 0 ? found : -found - 2;
  }

  int load(int first) {
    return regions[region(first)];
  }

  void store(int first, int space) {
    int region = region(first);
    int sum = spaces.sum(regions[region], space);
    grown |= sum != regions[region];
    regions[region] = sum;
  }

  /** Whether a region has grown since the last call. */
  boolean takeGrown() {
    boolean now = grown;
    grown = false;
    return now;
  }

  /** Makes all cells be any element. */
  void giveUp() {
    Arrays.fill(regions, Subspaces.ANY);
  }
}
