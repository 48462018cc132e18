package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.tinyot.material.Material;

/**
 * Projects planes of 64 MACs or keys of 128 bits to 64 bits, in the layout of {@link Material}, by
 * a {@link Projection}. Constant time. Not thread-safe.
 */
public final class PlaneProjection {
  /** Number of planes that are projected at once. */
  private static final int WIDTH = 16;

  private final Projection projection;
  private final long[][] low = new long[Material.BITS][WIDTH];
  private final long[][] high = new long[Material.BITS][WIDTH];
  private final long[][] images = new long[Material.BITS][WIDTH];
  private final long[][] tables = RowMatrix.tables(WIDTH);

  /**
   * Creates scratch space for a projection.
   *
   * @param projection to 64 bits
   */
  public PlaneProjection(Projection projection) {
    if (projection.macWords() != 1) {
      throw new IllegalArgumentException("a projection that does not shorten");
    }
    this.projection = projection;
  }

  /**
   * Projects sets of 64 rows. The low words of set i &lt; {@code count} are the 64 longs from
   * {@code from + i stride} on, followed by the high words. The images go to the 64 longs from
   * {@code to + i dstStride} on.
   */
  public void project(
      long[] src, int from, int stride, long[] dst, int to, int dstStride, int count) {
    for (int done = 0; done < count; done += WIDTH) {
      int n = Math.min(WIDTH, count - done);
      gather(src, from + done * stride, stride, low, n);
      gather(src, from + done * stride + Material.BITS, stride, high, n);
      BitTransposition.transpose(low);
      BitTransposition.transpose(high);
      projection.project(low, high, tables, images);
      BitTransposition.transpose(images);
      for (int row = 0; row < Material.BITS; row++) {
        for (int i = 0; i < n; i++) {
          dst[to + (done + i) * dstStride + row] = images[row][i];
        }
      }
    }
  }

  private static void gather(long[] src, int from, int stride, long[][] lines, int n) {
    for (int row = 0; row < Material.BITS; row++) {
      for (int i = 0; i < n; i++) {
        lines[row][i] = src[from + i * stride + row];
      }
    }
  }

  /** Wipes the copies of the rows projected last. */
  public void wipe() {
    for (long[][] lines : new long[][][] {low, high, images, tables}) {
      for (long[] line : lines) {
        Secrets.wipe(line);
      }
    }
  }
}
