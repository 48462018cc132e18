package org.schurmpc.core.kernel;

/**
 * Products of a public matrix over GF(2) with rows of 128 bits, which are given as columns, and the
 * transposition of the images. See {@link Kernels} for the rules of use.
 */
public interface ProjectionKernels {
  /** Number of bits of a row. */
  int COLUMNS = 128;

  /** Number of columns whose sums are in one table of the Method of Four Russians. */
  int TABLE_COLUMNS = 4;

  /** Number of sums in a table. */
  int TABLE_SUMS = 1 << TABLE_COLUMNS;

  /** Number of tables, and of sums that an image's bit adds up. */
  int TABLES = COLUMNS / TABLE_COLUMNS;

  /**
   * Returns scratch space for {@link #project}, which holds functions of the rows afterwards.
   *
   * @param words largest number of words of a column
   */
  long[][] projectionScratch(int words);

  /**
   * Multiplies a matrix with rows: bit k of the images is the sum of the columns that the matrix
   * selects.
   *
   * @param columns bit j of all rows at from + j stride, {@code words} longs
   * @param sums the matrix: for bit k and table t, which has the columns from 4 t on, the number of
   *     the sum that is added, at 32 k + t; bit c of a number stands for column 4 t + c
   * @param height number of bits of an image
   * @param scratch of {@link #projectionScratch}
   * @param images receives bit k of all images at imagesOff + k imagesStride, {@code words} longs;
   *     not the array of the columns
   */
  void project(
      long[] columns,
      int from,
      int stride,
      int words,
      byte[] sums,
      int height,
      long[][] scratch,
      long[] images,
      int imagesOff,
      int imagesStride);

  /**
   * Transposes a matrix of bits of 64 columns to rows that may lie apart: bit j of row i is bit i
   * of column j.
   *
   * @param columns column j at from + j stride, {@code words} longs
   * @param rows row i, one long, at rowsOff + i step; not the array of the columns
   */
  void transpose64(
      long[] columns, int from, int stride, int words, long[] rows, int rowsOff, int step);
}
