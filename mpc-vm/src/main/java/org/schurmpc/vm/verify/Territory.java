package org.schurmpc.vm.verify;

import java.util.List;
import org.schurmpc.vm.code.Footprint;

/** The memory that a run of a tape may read and write: its footprints for one argument. */
public final class Territory {
  static final int KINDS = 5;

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
      case Footprint.CLEAR -> 2 + field;
      default -> 4;
    };
  }

  /** Whether the tape may access cells from {@code start} to before {@code end}. */
  public boolean allows(char kind, int field, boolean write, long start, long end) {
    return (write ? writable : readable)[kind(kind, field)].contains(start, end);
  }
}
