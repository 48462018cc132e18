package org.schurmpc.vm.machine.plain;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.core.field.Field;
import org.schurmpc.vm.code.PublicTable;

/**
 * A group of openings on values in the clear. Sources of openings are read at the start, factors at
 * the stop, and all targets are written at the stop.
 */
final class PlainGroup {
  private final Field field;
  private final List<Entry> entries = new ArrayList<>();
  private final List<PlainLookup> lookups = new ArrayList<>();
  private boolean started;

  /** An opening of x, or a product of x and y. */
  private record Entry(Source x, Source y, Source to, int n, boolean opening) {}

  /** Elements of an array, from a position in longs on; if {@code one}, one element for all. */
  @SuppressWarnings("ArrayRecordComponent") // a view that is never compared
  record Source(long[] values, int at, boolean one) {}

  PlainGroup(Field field) {
    this.field = field;
  }

  void clear() {
    if (started) {
      throw new IllegalStateException("a group is under way");
    }
    entries.clear();
    lookups.clear();
  }

  void open(Source x, Source to, int n) {
    entries.add(new Entry(x, null, to, n, true));
  }

  void multiply(Source x, Source y, Source to, int n) {
    entries.add(new Entry(x, y, to, n, false));
  }

  void lookup(PublicTable table, Source x, Source to, int n) {
    lookups.add(new PlainLookup(field, table, x, to, n));
  }

  /**
   * Starts the group.
   *
   * @throws ProgramFault if a value is no index of its table; the group is not started then
   */
  void start() throws ProgramFault {
    if (started) {
      throw new IllegalStateException("a group is under way");
    }
    for (PlainLookup each : lookups) {
      each.read();
    }
    started = true;
    entries.replaceAll(
        each -> {
          if (!each.opening()) {
            return each;
          }
          int longs = each.n() * field.limbs();
          long[] copy = new long[longs];
          System.arraycopy(each.x().values(), each.x().at(), copy, 0, longs);
          return new Entry(new Source(copy, 0, false), null, each.to(), each.n(), true);
        });
  }

  void stop() {
    if (!started) {
      throw new IllegalStateException("no group is under way");
    }
    started = false;
    for (Entry each : entries) {
      int longs = each.n() * field.limbs();
      long[] result = new long[longs];
      if (each.opening()) {
        System.arraycopy(each.x().values(), 0, result, 0, longs);
      } else {
        for (int j = 0; j < each.n(); j++) {
          int x = each.x().at() + (each.x().one() ? 0 : j * field.limbs());
          int y = each.y().at() + (each.y().one() ? 0 : j * field.limbs());
          field.multiply(each.x().values(), x, each.y().values(), y, result, j * field.limbs(), 1);
        }
      }
      System.arraycopy(result, 0, each.to().values(), each.to().at(), longs);
    }
    lookups.forEach(PlainLookup::write);
  }
}
