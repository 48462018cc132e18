package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.tinyot.material.Material;

/**
 * Converts tiles of rows of 128 bits to the planes of material items: projects the rows of those
 * sets whose MACs are shorter, and writes them in the layout of {@link Material}. Constant time.
 */
final class PlaneWriter {
  private final Projection narrow;
  private final int[] words;

  /** Number of each set in the tile of its width. */
  private final int[] numbers;

  private final RowTile shortened;
  private final RowTile whole;
  private final long[][] tables;
  private final long[][] projected;

  /**
   * Creates a writer.
   *
   * @param narrow the map of the sets that are projected
   * @param words number of words of an image of each set of rows (MACs, keys): 1, which is
   *     projected, or 2
   */
  PlaneWriter(Projection narrow, int... words) {
    this.narrow = narrow;
    this.words = words.clone();
    this.numbers = new int[words.length];
    int[] sets = new int[2];
    for (int set = 0; set < words.length; set++) {
      numbers[set] = sets[words[set] - 1]++;
    }
    this.shortened = new RowTile(sets[0]);
    this.whole = new RowTile(sets[1]);
    int width = sets[0] * RowTile.BLOCKS;
    boolean projects = sets[0] > 0;
    this.tables = projects ? RowMatrix.tables(width) : new long[0][];
    this.projected = new long[projects ? Material.BITS : 0][width];
  }

  /** Takes {@code n} rows of two longs each of a set, until {@link #write} overwrites them. */
  void put(long[] rows, int n, int set) {
    (words[set] == 1 ? shortened : whole).putAll(rows, n, numbers[set]);
  }

  /**
   * Writes the planes of the first {@code blocks} items.
   *
   * @param items one after the other from 0 on, {@code itemLongs} each
   * @param planes start of the planes in an item: those of all sets, one after the other
   */
  void write(int blocks, long[] items, int itemLongs, int planes) {
    if (projected.length > 0) {
      BitTransposition.transpose(shortened.low());
      BitTransposition.transpose(shortened.high());
      narrow.project(shortened.low(), shortened.high(), tables, projected);
      BitTransposition.transpose(projected);
    }
    int to = planes;
    for (int set = 0; set < words.length; set++) {
      int number = numbers[set];
      if (words[set] == 1) {
        copyPlane(projected, number, blocks, items, to, itemLongs);
      } else {
        copyPlane(whole.low(), number, blocks, items, to, itemLongs);
        copyPlane(whole.high(), number, blocks, items, to + Material.BITS, itemLongs);
      }
      to += words[set] * Material.BITS;
    }
  }

  /** Copies the longs of a set in all lines to a plane of each item. */
  private static void copyPlane(
      long[][] lines, int set, int blocks, long[] items, int to, int itemLongs) {
    for (int line = 0; line < Material.BITS; line++) {
      long[] from = lines[line];
      for (int block = 0; block < blocks; block++) {
        items[to + block * itemLongs + line] = from[set * RowTile.BLOCKS + block];
      }
    }
  }

  void wipe() {
    shortened.wipe();
    whole.wipe();
    for (long[] line : tables) {
      Secrets.wipe(line);
    }
    for (long[] line : projected) {
      Secrets.wipe(line);
    }
  }
}
