package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.tinyot.material.Material;

/**
 * Converts tiles of rows of 128 bits to the planes of material items: projects the rows if MACs are
 * shorter, and writes them in the layout of {@link Material}. Constant time.
 */
final class PlaneWriter {
  private final Projection projection;
  private final RowTile tile;
  private final long[][] tables;
  private final long[][] projected;

  /**
   * Creates a writer.
   *
   * @param sets number of sets of rows (MACs, keys) in an item
   */
  PlaneWriter(Projection projection, int sets) {
    this.projection = projection;
    this.tile = new RowTile(sets);
    int width = sets * RowTile.BLOCKS;
    boolean narrow = projection.macWords() == 1;
    this.tables = narrow ? RowMatrix.tables(width) : new long[0][];
    this.projected = new long[narrow ? 64 : 0][width];
  }

  /** Returns the tile to fill before {@link #write}, which overwrites the tile. */
  RowTile tile() {
    return tile;
  }

  /**
   * Writes the planes of the first {@code blocks} items.
   *
   * @param items one after the other from 0 on, {@code itemLongs} each
   * @param planes start of the planes in an item: those of all sets, one after the other
   */
  void write(int blocks, long[] items, int itemLongs, int planes) {
    if (projection.macWords() == 1) {
      BitTransposition.transpose(tile.low());
      BitTransposition.transpose(tile.high());
      projection.project(tile.low(), tile.high(), tables, projected);
      BitTransposition.transpose(projected);
      for (int set = 0; set < tile.sets(); set++) {
        copyPlane(projected, set, blocks, items, planes + set * Material.BITS, itemLongs);
      }
      return;
    }
    for (int set = 0; set < tile.sets(); set++) {
      int to = planes + 2 * set * Material.BITS;
      copyPlane(tile.low(), set, blocks, items, to, itemLongs);
      copyPlane(tile.high(), set, blocks, items, to + Material.BITS, itemLongs);
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
    tile.wipe();
    for (long[] line : tables) {
      Secrets.wipe(line);
    }
    for (long[] line : projected) {
      Secrets.wipe(line);
    }
  }
}
