package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Secrets;

/**
 * Up to {@value #ROWS} rows of 128 bits of each of some sets (MACs of a, keys of a, …), laid out
 * for the projection: line r holds the rows r, r + 64, … of all sets. The low longs are separate
 * from the high ones, so that loops process whole lines.
 */
final class RowTile {
  static final int ROWS = 512;

  /** Number of blocks of 64 rows. */
  static final int BLOCKS = ROWS / 64;

  private final long[][] low;
  private final long[][] high;

  RowTile(int sets) {
    this.low = new long[64][sets * BLOCKS];
    this.high = new long[64][sets * BLOCKS];
  }

  /** Returns the low longs: 64 lines of sets times blocks longs. */
  long[][] low() {
    return low;
  }

  /** Returns the high longs, in the layout of {@link #low}. */
  long[][] high() {
    return high;
  }

  void put(int row, int set, long lowWord, long highWord) {
    int at = set * BLOCKS + (row >>> 6);
    low[row & 63][at] = lowWord;
    high[row & 63][at] = highWord;
  }

  /** Writes {@code n} rows of two longs each. */
  void putAll(long[] rows, int n, int set) {
    for (int i = 0; i < n; i++) {
      put(i, set, rows[2 * i], rows[2 * i + 1]);
    }
  }

  void wipe() {
    for (int line = 0; line < low.length; line++) {
      Secrets.wipe(low[line]);
      Secrets.wipe(high[line]);
    }
  }
}
