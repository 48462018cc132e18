package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Secrets;

/**
 * Up to {@value #ROWS} rows of 128 bits of each of some sets (MACs of a, keys of a, …), laid out
 * for the projection: line r holds the rows r, r + 64, … of all sets, first their low longs, then
 * their high ones, so that loops run over whole lines.
 */
final class RowTile {
  static final int ROWS = 512;

  /** Blocks of 64 rows. */
  static final int BLOCKS = ROWS / 64;

  private final int sets;
  private final long[] lines;

  RowTile(int sets) {
    this.sets = sets;
    this.lines = new long[64 * 2 * sets * BLOCKS];
  }

  int sets() {
    return sets;
  }

  /** Longs of the low, or the high, halves in a line: sets times blocks. */
  int halfLine() {
    return sets * BLOCKS;
  }

  /** 64 lines of twice {@link #halfLine} longs. */
  long[] lines() {
    return lines;
  }

  void put(int row, int set, long low, long high) {
    int half = sets * BLOCKS;
    int at = (row & 63) * 2 * half + set * BLOCKS + (row >>> 6);
    lines[at] = low;
    lines[at + half] = high;
  }

  /** Puts {@code n} rows of two longs each. */
  void putAll(long[] rows, int n, int set) {
    for (int i = 0; i < n; i++) {
      put(i, set, rows[2 * i], rows[2 * i + 1]);
    }
  }

  void wipe() {
    Secrets.wipe(lines);
  }
}
