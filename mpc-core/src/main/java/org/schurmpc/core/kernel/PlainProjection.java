package org.schurmpc.core.kernel;

import java.util.Arrays;

/**
 * The plain projection of columns by the Method of Four Russians. Sums and images are in lines of
 * their own, because the JIT compiler vectorizes loops over whole arrays best.
 */
final class PlainProjection {
  /** Number of tables that are filled and added up at once. */
  private static final int AT_ONCE = 4;

  private static final int SUMS = ProjectionKernels.TABLE_SUMS;
  private static final int LINES = AT_ONCE * SUMS;

  private PlainProjection() {}

  /** Returns the lines of sums, then one line for a bit of the images. */
  static long[][] scratch(int words) {
    return new long[LINES + Long.SIZE][words];
  }

  /** See {@link ProjectionKernels#project}. */
  static void project(
      long[] columns,
      int from,
      int stride,
      int words,
      byte[] sums,
      int height,
      long[][] scratch,
      long[] images,
      int imagesOff,
      int imagesStride) {
    for (int first = 0; first < height; first += Long.SIZE) {
      int now = Math.min(Long.SIZE, height - first);
      lines(columns, from, stride, words, sums, first, now, scratch);
      for (int k = 0; k < now; k++) {
        int to = imagesOff + (first + k) * imagesStride;
        System.arraycopy(scratch[LINES + k], 0, images, to, words);
      }
    }
  }

  /** Computes up to 64 bits of the images. */
  private static void lines(
      long[] columns,
      int from,
      int stride,
      int words,
      byte[] sums,
      int first,
      int count,
      long[][] scratch) {
    for (int k = 0; k < count; k++) {
      Arrays.fill(scratch[LINES + k], 0);
    }
    for (int table = 0; table < ProjectionKernels.TABLES; table += AT_ONCE) {
      for (int i = 0; i < AT_ONCE; i++) {
        int column = (table + i) * ProjectionKernels.TABLE_COLUMNS;
        fill(columns, from + column * stride, stride, words, scratch, i * SUMS);
      }
      for (int k = 0; k < count; k++) {
        int at = (first + k) * ProjectionKernels.TABLES + table;
        add(
            scratch[sums[at]],
            scratch[SUMS + sums[at + 1]],
            scratch[2 * SUMS + sums[at + 2]],
            scratch[3 * SUMS + sums[at + 3]],
            scratch[LINES + k]);
      }
    }
  }

  /** Fills a table: sum v is that of the columns of v's bits. */
  private static void fill(
      long[] columns, int from, int stride, int words, long[][] scratch, int at) {
    Arrays.fill(scratch[at], 0);
    for (int value = 1; value < SUMS; value++) {
      int rest = value & (value - 1);
      if (rest == 0) {
        int column = Integer.numberOfTrailingZeros(value);
        System.arraycopy(columns, from + column * stride, scratch[at + value], 0, words);
      } else {
        sum(scratch[at + rest], scratch[at + value - rest], scratch[at + value]);
      }
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
