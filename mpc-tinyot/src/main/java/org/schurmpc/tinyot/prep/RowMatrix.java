package org.schurmpc.tinyot.prep;

import java.util.Arrays;
import org.schurmpc.core.kernel.ProjectionKernels;

/**
 * A public matrix over GF(2) with 128 columns, which is applied to transposed rows of 128 bits by
 * the Method of Four Russians. The time depends on the matrix, never on the rows. Immutable.
 */
final class RowMatrix {
  /** Number of bits of a group of columns, which has one table. */
  private static final int GROUP_BITS = 4;

  /** Number of groups that are looked up at once. */
  private static final int TABLES = 4;

  private static final int VALUES = 1 << GROUP_BITS;

  private final int height;
  private final long[] matrix;
  private final byte[] sums;

  /**
   * Creates a matrix.
   *
   * @param matrix row k in the longs 2k and 2k + 1; kept
   */
  RowMatrix(long[] matrix) {
    this.height = matrix.length / 2;
    this.matrix = matrix;
    this.sums = new byte[height * ProjectionKernels.TABLES];
    for (int i = 0; i < sums.length; i++) {
      int column = i % ProjectionKernels.TABLES * ProjectionKernels.TABLE_COLUMNS;
      long half = matrix[2 * (i / ProjectionKernels.TABLES) + column / Long.SIZE];
      sums[i] = (byte) (half >>> column & (ProjectionKernels.TABLE_SUMS - 1));
    }
  }

  /** Returns the matrix as {@link ProjectionKernels#project} takes it; not to be changed. */
  byte[] sums() {
    return sums;
  }

  /** Returns the number of rows, which is the number of bits of an image. */
  int height() {
    return height;
  }

  /** Returns the image of one row of two longs, such as Δ: bit k is bit k mod 64 of long k / 64. */
  long[] apply(long[] row) {
    long[] image = new long[(height + Long.SIZE - 1) / Long.SIZE];
    for (int k = 0; k < height; k++) {
      long bit = Long.bitCount((matrix[2 * k] & row[0]) ^ (matrix[2 * k + 1] & row[1])) & 1;
      image[k / Long.SIZE] |= bit << k;
    }
    return image;
  }

  /** Allocates the tables of {@link #project}. */
  static long[][] tables(int width) {
    return new long[TABLES * VALUES][width];
  }

  /**
   * Applies the matrix to transposed rows.
   *
   * @param low 64 lines: line c is bit c of all rows
   * @param high 64 lines: line c is bit 64 + c of all rows
   * @param tables scratch
   * @param out {@link #height} lines of equal length: line k is bit k of all images
   */
  void project(long[][] low, long[][] high, long[][] tables, long[][] out) {
    for (long[] line : out) {
      Arrays.fill(line, 0);
    }
    project(low, 0, tables, out);
    project(high, 1, tables, out);
  }

  /** Adds the images of one half of the rows. */
  private void project(long[][] lines, int half, long[][] tables, long[][] out) {
    for (int column = 0; column < 64; column += TABLES * GROUP_BITS) {
      for (int table = 0; table < TABLES; table++) {
        fill(lines, column + table * GROUP_BITS, tables, table * VALUES);
      }
      for (int k = 0; k < height; k++) {
        int values = (int) (matrix[2 * k + half] >>> column);
        add(
            tables[values & 15],
            tables[VALUES + (values >>> 4 & 15)],
            tables[2 * VALUES + (values >>> 8 & 15)],
            tables[3 * VALUES + (values >>> 12 & 15)],
            out[k]);
      }
    }
  }

  /** Fills a table; its row v is the sum of the lines selected by v's bits. */
  private static void fill(long[][] lines, int column, long[][] tables, int at) {
    for (int value = 1; value < VALUES; value++) {
      long[] rest = tables[at + (value & (value - 1))];
      sum(rest, lines[column + Integer.numberOfTrailingZeros(value)], tables[at + value]);
    }
  }

  private static void sum(long[] a, long[] b, long[] out) {
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] ^ b[i];
    }
  }

  private static void add(long[] a, long[] b, long[] c, long[] d, long[] out) {
    for (int i = 0; i < out.length; i++) {
      out[i] ^= a[i] ^ b[i] ^ c[i] ^ d[i];
    }
  }
}
