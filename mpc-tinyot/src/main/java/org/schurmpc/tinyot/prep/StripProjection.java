package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.ProjectionKernels;

/**
 * Projects rows of 128 bits, given as columns, by a matrix, to planes or to rows. Constant time.
 * Not thread-safe.
 */
final class StripProjection {
  private final RowMatrix matrix;
  private final ProjectionKernels kernels;
  private final int capacity;
  private final long[][] scratch;
  private final long[] images;

  /**
   * Creates scratch space.
   *
   * @param capacity maximum number of rows, a multiple of 64
   * @param kernels used by this thread alone
   */
  StripProjection(RowMatrix matrix, int capacity, ProjectionKernels kernels) {
    this.matrix = matrix;
    this.kernels = kernels;
    this.capacity = capacity;
    int words = capacity / Long.SIZE;
    this.scratch = kernels.projectionScratch(words);
    this.images = new long[Long.SIZE * words];
  }

  /**
   * Projects rows.
   *
   * @param columns bit j of all rows at j stride
   * @param n number of rows, a multiple of 64
   * @param planes receives plane k, bit k of all images, in the n / 64 longs from {@code at + k n /
   *     64} on
   */
  void project(long[] columns, int stride, int n, long[] planes, int at) {
    int words = words(n);
    kernels.project(
        columns, 0, stride, words, matrix.sums(), matrix.height(), scratch, planes, at, words);
  }

  /**
   * Projects rows by a matrix of 64 rows.
   *
   * @param columns bit j of all rows at j stride
   * @param n number of rows, a multiple of 64
   * @param dst receives the image of row i at {@code at + i step}
   */
  void projectRows(long[] columns, int stride, int n, long[] dst, int at, int step) {
    int words = words(n);
    project(columns, stride, n, images, 0);
    kernels.transpose64(images, 0, words, words, dst, at, step);
  }

  private int words(int n) {
    if (n > capacity || n % Long.SIZE != 0) {
      throw new IllegalArgumentException(n + " rows");
    }
    return n / Long.SIZE;
  }

  /** Wipes what is left of the rows projected last. */
  void wipe() {
    for (long[] line : scratch) {
      Secrets.wipe(line);
    }
    Secrets.wipe(images);
  }
}
