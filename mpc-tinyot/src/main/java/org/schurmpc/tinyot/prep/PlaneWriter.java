package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Secrets;

/**
 * Turns tiles of rows of 128 bits into the planes of material items: projects them if MACs are
 * shorter, and lays them out as {@link Material} says. In constant time.
 */
final class PlaneWriter {
  private final Projection projection;
  private final RowTile tile;
  private final long[] table;
  private final long[] projected;

  /**
   * @param sets sets of rows (MACs, keys) in an item
   */
  PlaneWriter(Projection projection, int sets) {
    this.projection = projection;
    this.tile = new RowTile(sets);
    boolean narrow = projection.macWords() == 1;
    this.table = new long[narrow ? Projection.scratch(tile.halfLine()) : 0];
    this.projected = new long[narrow ? 64 * tile.halfLine() : 0];
  }

  /** The tile to fill before {@link #write}, which destroys it. */
  RowTile tile() {
    return tile;
  }

  /**
   * Writes the planes of the first {@code blocks} items.
   *
   * @param items one after the other from 0 on, {@code itemLongs} each
   * @param planes where in an item the planes start: those of all sets, one after the other
   */
  void write(int blocks, long[] items, int itemLongs, int planes) {
    int half = tile.halfLine();
    if (projection.macWords() == 1) {
      BitTransposition.transpose(tile.lines(), 2 * half);
      projection.project(tile.lines(), half, table, projected);
      BitTransposition.transpose(projected, half);
      for (int set = 0; set < tile.sets(); set++) {
        int to = planes + set * Material.BITS;
        copyPlane(projected, half, set * RowTile.BLOCKS, blocks, items, to, itemLongs);
      }
      return;
    }
    for (int plane = 0; plane < 2 * tile.sets(); plane++) {
      int from = (plane & 1) * half + (plane >>> 1) * RowTile.BLOCKS;
      int to = planes + plane * Material.BITS;
      copyPlane(tile.lines(), 2 * half, from, blocks, items, to, itemLongs);
    }
  }

  /** Column {@code from + b} of the lines becomes a plane of item b. */
  private static void copyPlane(
      long[] lines, int width, int from, int blocks, long[] items, int to, int itemLongs) {
    for (int block = 0; block < blocks; block++) {
      int source = from + block;
      int target = to + block * itemLongs;
      for (int line = 0; line < Material.BITS; line++) {
        items[target + line] = lines[source + line * width];
      }
    }
  }

  void wipe() {
    tile.wipe();
    Secrets.wipe(table);
    Secrets.wipe(projected);
  }
}
