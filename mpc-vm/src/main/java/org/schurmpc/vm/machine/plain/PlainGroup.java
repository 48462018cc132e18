package org.schurmpc.vm.machine.plain;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Gf2To40Embedding;
import org.schurmpc.vm.code.PublicTable;

/**
 * A group of openings on values in the clear. Sources of openings are read at the start, factors at
 * the stop, and all targets are written at the stop.
 */
final class PlainGroup {
  private final Field field;
  private final List<Entry> entries = new ArrayList<>();
  private final List<Lookup> lookups = new ArrayList<>();
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
    lookups.add(new Lookup(field, table, x, to, n));
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
    for (Lookup each : lookups) {
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
    lookups.forEach(Lookup::write);
  }

  /** Lookups in one table on values in the clear. */
  private static final class Lookup {
    private final Field field;
    private final PublicTable table;
    private final PlainGroup.Source x;
    private final PlainGroup.Source to;
    private final int[] indices;

    Lookup(Field field, PublicTable table, PlainGroup.Source x, PlainGroup.Source to, int n) {
      this.field = field;
      this.table = table;
      this.x = x;
      this.to = to;
      this.indices = new int[n];
    }

    /**
     * Reads the indices.
     *
     * @throws ProgramFault if a value is no index of the table
     */
    void read() throws ProgramFault {
      for (int j = 0; j < indices.length; j++) {
        int at = x.at() + j * field.limbs();
        long index =
            table.form() == PublicTable.Form.BYTES ? ofByte(at) : coefficients(x.values(), at);
        if (index < 0 || index >= table.entries().entries()) {
          throw new ProgramFault("a value is no index of the table");
        }
        indices[j] = (int) index;
      }
    }

    private long ofByte(int at) {
      byte[] index = new byte[1];
      return Gf2To40Embedding.extract(x.values(), at, index, 0, 1) ? index[0] & 0xff : -1;
    }

    /** Returns the coefficients of an element, or -1 if there are too many. */
    private long coefficients(long[] values, int at) {
      for (int limb = 1; limb < field.limbs(); limb++) {
        if (values[at + limb] != 0) {
          return -1;
        }
      }
      return values[at];
    }

    /** Writes the results. */
    void write() {
      int n = indices.length;
      for (int j = 0; j < n; j++) {
        int entry = table.entries().entry(indices[j]);
        for (int result = 0; result < table.results(); result++) {
          long[] value = field.element(element(entry, result));
          int at = to.at() + (result * n + j) * field.limbs();
          System.arraycopy(value, 0, to.values(), at, value.length);
        }
      }
    }

    private long element(int entry, int result) {
      if (table.form() == PublicTable.Form.BITS) {
        return entry >> result & 1;
      }
      long[] image = new long[1];
      Gf2To40Embedding.embed(new byte[] {(byte) entry}, 0, image, 0, 1);
      return image[0];
    }
  }

  /** Counts rounds of openings: groups that start while another is under way share its round. */
  static final class Rounds {
    private long count;
    private int started;

    void start() {
      count += started == 0 ? 1 : 0;
      started++;
    }

    void stop() {
      started--;
    }

    long count() {
      return count;
    }
  }
}
