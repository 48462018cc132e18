package org.schurmpc.vm.verify;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.vm.code.Code;
import org.schurmpc.vm.code.Footprint;

/** The memory that a run of a tape may read and write: its footprints for one argument. */
public final class Territory {
  static final int KINDS = 2 * Code.FIELDS + 1;

  private final Ranges[] readable = new Ranges[KINDS];
  private final Ranges[] writable = new Ranges[KINDS];

  private Territory(List<Footprint> footprints, long argument) {
    for (int kind = 0; kind < KINDS; kind++) {
      readable[kind] = ranges(footprints, argument, kind, false);
      writable[kind] = ranges(footprints, argument, kind, true);
    }
  }

  /** Returns the memory of a run with an argument. */
  public static Territory of(List<Footprint> footprints, long argument) {
    return new Territory(footprints, argument);
  }

  /** Returns the memory of all runs: the footprints that do not depend on the argument. */
  static Territory always(List<Footprint> footprints) {
    return of(footprints.stream().filter(each -> each.stride() == 0).toList(), 0);
  }

  private static Ranges ranges(
      List<Footprint> footprints, long argument, int kind, boolean writing) {
    return new Ranges(
        footprints.stream()
            .filter(each -> kind(each.kind(), each.field()) == kind)
            .filter(each -> each.write() || !writing)
            .map(each -> new long[] {start(each, argument), start(each, argument) + each.length()})
            .toArray(long[][]::new));
  }

  static long start(Footprint footprint, long argument) {
    return footprint.base() + footprint.stride() * argument;
  }

  /** Returns the number of a kind of memory: secret and clear by field, or integers. */
  static int kind(char kind, int field) {
    return switch (kind) {
      case Footprint.SECRET -> field;
      case Footprint.CLEAR -> Code.FIELDS + field;
      default -> 2 * Code.FIELDS;
    };
  }

  /** Whether the tape may access cells from {@code start} to before {@code end}. */
  public boolean allows(char kind, int field, boolean write, long start, long end) {
    return (write ? writable : readable)[kind(kind, field)].contains(start, end);
  }

  /** Sets of whole numbers, as sorted ranges. */
  static final class Ranges {
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
}
