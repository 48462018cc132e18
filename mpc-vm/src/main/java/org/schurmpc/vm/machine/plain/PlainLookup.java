package org.schurmpc.vm.machine.plain;

import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Gf2To40Embedding;
import org.schurmpc.vm.code.PublicTable;

/** Lookups in one table on values in the clear. */
final class PlainLookup {
  private final Field field;
  private final PublicTable table;
  private final PlainGroup.Source x;
  private final PlainGroup.Source to;
  private final int[] indices;

  PlainLookup(Field field, PublicTable table, PlainGroup.Source x, PlainGroup.Source to, int n) {
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
