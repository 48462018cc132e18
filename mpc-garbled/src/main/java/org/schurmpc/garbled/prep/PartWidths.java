package org.schurmpc.garbled.prep;

import java.util.Optional;
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.material.Material;
import org.schurmpc.tinyot.prep.PlaneProjection;
import org.schurmpc.tinyot.prep.Projection;

/**
 * Brings planes of TinyOT's bits, whose MACs are 128 bits in both directions, to the widths of
 * garbling: those of the evaluator's bits are copied, those of the garbler's projected. A
 * projection is linear, so MACs under Δ_B become MACs under the projected Δ_B. Not thread-safe.
 */
final class PartWidths {
  private final boolean garbles;
  private final int macWords;
  private final PlaneProjection projection;

  /**
   * Creates the conversion of one party's planes.
   *
   * @param tossed the projection of 128 bits to 64; empty if the garbler's bits have MACs of 128
   */
  PartWidths(GarbledLevel level, int party, Optional<Projection> tossed) {
    this.garbles = party == level.garbler();
    this.macWords = level.macWords();
    this.projection = tossed.map(PlaneProjection::new).orElse(null);
  }

  /**
   * Converts the planes of one part of {@code count} items.
   *
   * @param macs the place of the first item's MAC planes in {@code src}; its key planes follow
   * @param stride the number of longs from item to item in {@code src}
   * @param wide the place of the first item's wide planes in {@code dst}; its narrow planes follow
   * @param dstStride the number of longs from item to item in {@code dst}
   */
  void convert(long[] src, int macs, int stride, long[] dst, int wide, int dstStride, int count) {
    int keys = macs + Material.WIDE;
    copy(src, garbles ? keys : macs, stride, dst, wide, dstStride, count);
    narrow(src, garbles ? macs : keys, stride, dst, wide + Material.WIDE, dstStride, count);
  }

  /** Converts the planes of masks of one party alone: narrow ones of the garbler's. */
  void convertMasks(
      boolean ofGarbler,
      long[] src,
      int planes,
      int stride,
      long[] dst,
      int to,
      int dstStride,
      int count) {
    if (ofGarbler) {
      narrow(src, planes, stride, dst, to, dstStride, count);
    } else {
      copy(src, planes, stride, dst, to, dstStride, count);
    }
  }

  private void narrow(
      long[] src, int from, int stride, long[] dst, int to, int dstStride, int count) {
    if (macWords == Material.WIDE_WORDS) {
      copy(src, from, stride, dst, to, dstStride, count);
    } else {
      projection.project(src, from, stride, dst, to, dstStride, count);
    }
  }

  private static void copy(
      long[] src, int from, int stride, long[] dst, int to, int dstStride, int count) {
    for (int i = 0; i < count; i++) {
      System.arraycopy(src, from + i * stride, dst, to + i * dstStride, Material.WIDE);
    }
  }

  void wipe() {
    if (projection != null) {
      projection.wipe();
    }
  }
}
