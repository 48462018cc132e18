package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.tinyot.material.Material;

/**
 * Shortens planes of 64 MACs or keys of 128 bits to 64 bits, as {@link Material} lays them out, by
 * a {@link Projection}. In constant time. Used by one thread.
 */
public final class PlaneProjection {
  /** Planes that are projected at once. */
  private static final int WIDTH = 16;

  private final Projection projection;
  private final long[][] low = new long[Material.BITS][WIDTH];
  private final long[][] high = new long[Material.BITS][WIDTH];
  private final long[][] images = new long[Material.BITS][WIDTH];
  private final long[][] tables = Projection.tables(WIDTH);

  /**
   * @param projection to 64 bits
   */
  public PlaneProjection(Projection projection) {
    if (projection.macWords() != 1) {
      throw new IllegalArgumentException("a projection that does not shorten");
    }
    this.projection = projection;
  }

  /**
   * Projects 64 rows at a time: of sets i &lt; {@code count}, whose low words are the 64 longs from
   * {@code from + i stride} on and whose high words follow them, the images go to the 64 longs from
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

  /** Wipes what was projected last. */
  public void wipe() {
    for (long[][] lines : new long[][][] {low, high, images, tables}) {
      for (long[] line : lines) {
        Secrets.wipe(line);
      }
    }
  }
}
