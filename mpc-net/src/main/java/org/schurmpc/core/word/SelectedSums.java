package org.schurmpc.core.word;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.RowSumKernels;

/** Computes sums of rows of longs, each of the rows that public bits select for this sum. */
final class SelectedSums {
  private final RowSumKernels kernels;
  private final int count;
  private final int rowLongs;
  private final long[] sum;
  private final long[] sums;
  private int[] rows = new int[0];

  /**
   * Creates sums that are zero.
   *
   * @param count the number of sums
   * @param rowLongs the length of a row, a multiple of 8
   */
  SelectedSums(int count, int rowLongs, RowSumKernels kernels) {
    this.kernels = kernels;
    this.count = count;
    this.rowLongs = rowLongs;
    this.sum = new long[rowLongs];
    this.sums = new long[Math.multiplyExact(count, rowLongs)];
  }

  /** Returns the number of bytes with a selecting bit for each of a number of sums. */
  static int selectorBytes(int count) {
    return (count + Byte.SIZE - 1) / Byte.SIZE;
  }

  /**
   * Adds rows, as many as stay in the first-level cache.
   *
   * @param table rows one after the other
   * @param selectors for each row {@link #selectorBytes} bytes: sum s takes the row if bit s is set
   */
  void add(long[] table, int off, int length, byte[] selectors, int selectorsOff) {
    if (rows.length < length) {
      rows = new int[length];
    }
    int step = selectorBytes(count);
    for (int s = 0; s < count; s++) {
      int selected = 0;
      int at = selectorsOff + s / Byte.SIZE;
      for (int row = 0; row < length; row++) {
        rows[selected] = off + row * rowLongs;
        selected += selectors[at + row * step] >>> (s % Byte.SIZE) & 1;
      }
      if (selected > 0) {
        kernels.sumRows(table, rows, selected, rowLongs, sum, 0);
        kernels.xorInto(sums, s * rowLongs, sum, 0, rowLongs);
      }
    }
  }

  /** Returns all sums one after the other, not a copy. */
  long[] sums() {
    return sums;
  }

  void wipe() {
    Secrets.wipe(sum);
    Secrets.wipe(sums);
  }
}
