package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Secrets;

/** Projects rows of 128 bits by a matrix, to planes or to rows. Constant time. Not thread-safe. */
final class StripProjection {
  /** Number of blocks of 64 rows that are copied side by side, so that they stay in a cache. */
  private static final int BLOCKS = 8;

  private final RowMatrix matrix;
  private final int capacity;
  private final long[][] low;
  private final long[][] high;
  private final long[][] tables;
  private final long[][] images;

  /**
   * Creates scratch space.
   *
   * @param capacity maximum number of rows, a multiple of 64
   */
  StripProjection(RowMatrix matrix, int capacity) {
    this.matrix = matrix;
    this.capacity = capacity;
    int blocks = capacity / Long.SIZE;
    this.low = new long[Long.SIZE][blocks];
    this.high = new long[Long.SIZE][blocks];
    this.tables = RowMatrix.tables(blocks);
    this.images = new long[matrix.height()][blocks];
  }

  /**
   * Projects rows.
   *
   * @param rows two longs each
   * @param n number of rows, a multiple of 64
   * @param planes receives plane k, bit k of all images, in the n / 64 longs from {@code at + k n /
   *     64} on
   */
  void project(long[] rows, int n, long[] planes, int at) {
    int blocks = projectLines(rows, n);
    for (int k = 0; k < images.length; k++) {
      System.arraycopy(images[k], 0, planes, at + k * blocks, blocks);
    }
  }

  /**
   * Projects rows by a matrix of 64 rows.
   *
   * @param rows two longs each
   * @param n number of rows, a multiple of 64
   * @param dst receives the image of row i at {@code at + i step}
   */
  void projectRows(long[] rows, int n, long[] dst, int at, int step) {
    int blocks = projectLines(rows, n);
    BitTransposition.transpose(images);
    for (int b = 0; b < blocks; b++) { // in the order of the rows, which lie far apart
      int to = at + Long.SIZE * b * step;
      for (int r = 0; r < Long.SIZE; r++) {
        dst[to + r * step] = images[r][b];
      }
    }
  }

  /** Projects rows to lines, of which the first {@code n / 64} longs are used: their number. */
  private int projectLines(long[] rows, int n) {
    if (n > capacity || n % Long.SIZE != 0) {
      throw new IllegalArgumentException(n + " rows");
    }
    int blocks = n / Long.SIZE;
    for (int b = 0; b < blocks; b += BLOCKS) {
      int end = Math.min(blocks, b + BLOCKS);
      for (int r = 0; r < Long.SIZE; r++) {
        gather(rows, 2 * r, b, end, low[r], high[r]);
      }
    }
    BitTransposition.transpose(low);
    BitTransposition.transpose(high);
    matrix.project(low, high, tables, images);
    return blocks;
  }

  /** Copies the rows of one number in some blocks of 64. */
  private static void gather(long[] rows, int from, int start, int end, long[] low, long[] high) {
    for (int b = start; b < end; b++) {
      low[b] = rows[from + 2 * Long.SIZE * b];
      high[b] = rows[from + 2 * Long.SIZE * b + 1];
    }
  }

  /** Wipes the copies of the rows projected last. */
  void wipe() {
    for (long[][] lines : new long[][][] {low, high, tables, images}) {
      for (long[] line : lines) {
        Secrets.wipe(line);
      }
    }
  }
}
