package org.schurmpc.core.kernel;

import java.util.Arrays;

/** The hot loops in plain Java. */
final class PlainKernels implements Kernels {
  private static final int WORD = 32;
  private static final int PLANE = 4;

  private final PlainSchur schur = new PlainSchur();
  private final PlainTransposition transposition = new PlainTransposition();

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public int registerBits() {
    return Long.SIZE;
  }

  @Override
  public void wipe() {
    schur.wipe();
    transposition.wipe();
  }

  @Override
  public int groupBits() {
    return 8;
  }

  @Override
  public void xorInto(long[] dst, int dstOff, long[] src, int srcOff, int length) {
    for (int i = 0; i < length; i++) {
      dst[dstOff + i] ^= src[srcOff + i];
    }
  }

  @Override
  public void xor(long[] a, int aOff, long[] b, int bOff, long[] dst, int dstOff, int length) {
    for (int i = 0; i < length; i++) {
      dst[dstOff + i] = a[aOff + i] ^ b[bOff + i];
    }
  }

  @Override
  public void schurMulAdd(
      long[] acc, int accOff, long[] x, int xOff, long[] y, int yOff, int terms, int parts) {
    schur.mulAdd(acc, accOff, x, xOff, y, yOff, terms, parts);
  }

  @Override
  public void sumRows(long[] table, int[] rows, int count, int rowLongs, long[] out, int outOff) {
    PlainRows.sum(table, rows, count, rowLongs, out, outOff);
  }

  @Override
  public void sumMaskedRows(
      long[] table, int count, int rowLongs, long[] masks, long[] out, int outOff) {
    for (int w = 0; w < rowLongs; w++) {
      PlainRows.sumMaskedColumn(table, w, count, rowLongs, masks, out, outOff + w);
    }
  }

  @Override
  public void spread(
      long[] packed,
      int packedOff,
      int planeLongs,
      int firstWord,
      int count,
      long[] out,
      int outOff) {
    Arrays.fill(out, outOff, outOff + WORD * count, 0);
    for (int plane = 0; plane < 8 * count; plane++) {
      int from = packedOff + plane * planeLongs;
      int to = outOff + PLANE * plane + firstWord;
      for (int w = 0; w < planeLongs; w++) {
        out[to + w] = packed[from + w];
      }
    }
  }

  @Override
  public void combine(
      long[] packed, int packedOff, int planeLongs, int firstWord, long[] out, int outOff) {
    if (planeLongs < PLANE) {
      Arrays.fill(out, outOff, outOff + WORD, 0);
    }
    for (int w = 0; w < planeLongs; w++) {
      PlainRows.combineColumn(packed, packedOff + w, planeLongs, out, outOff + firstWord + w);
    }
  }

  @Override
  public void transpose128(
      long[] columns, int from, int stride, int words, long[] rows, int rowsOff) {
    transposition.transpose128(columns, from, stride, words, rows, rowsOff);
  }

  @Override
  public void columns128(
      long[] rows, int rowsOff, int words, long[] columns, int from, int stride) {
    transposition.columns128(rows, rowsOff, words, columns, from, stride);
  }

  @Override
  public void transpose64(
      long[] columns, int from, int stride, int words, long[] rows, int rowsOff, int step) {
    transposition.transpose64(columns, from, stride, words, rows, rowsOff, step);
  }

  @Override
  public long[][] projectionScratch(int words) {
    return PlainProjection.scratch(words);
  }

  @Override
  public void project(
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
    PlainProjection.project(
        columns, from, stride, words, sums, height, scratch, images, imagesOff, imagesStride);
  }

  @Override
  public void xorAtPlaces(long[] table, int from, int[] places, long[] to, int n) {
    PlainPlaces.xor(table, from, places, to, n);
  }

  @Override
  public void sumAtPlaces(
      long[] table, int from, int width, int[] places, long[] sums, int at, long[] tops, int n) {
    PlainPlaces.sum(table, from, width, places, sums, at, tops, n);
  }

  @Override
  public void gatherPlanes(
      long[] table, int from, int[] places, int placesOff, int step, long[] to, int toOff) {
    PlainPlaces.gatherPlanes(table, from, places, placesOff, step, to, toOff);
  }

  @Override
  public void xorBytes(byte[] dst, byte[] src, int length) {
    for (int i = 0; i < length; i++) {
      dst[i] ^= src[i];
    }
  }

  @Override
  public void xorMasked(long[] dst, int dstOff, long[] src, int srcOff, long mask, int length) {
    for (int i = 0; i < length; i++) {
      dst[dstOff + i] ^= src[srcOff + i] & mask;
    }
  }

  @Override
  public void xorConstant(long[] dst, int dstOff, long bits, long constant, int count) {
    PlainBits.xorConstant(dst, dstOff, bits, constant, count);
  }

  @Override
  public void xorBoth(
      long[] a,
      int aOff,
      long[] b,
      int bOff,
      long bits,
      long constant,
      long[] dst,
      int dstOff,
      int count) {
    PlainBits.xorBoth(a, aOff, b, bOff, bits, constant, dst, dstOff, count);
  }

  @Override
  public long sumBoth(long[] a, int aOff, long[] b, int bOff, long bits, long constant, int count) {
    return PlainBits.sumBoth(a, aOff, b, bOff, bits, constant, count);
  }

  @Override
  public void xorSelected(
      long[] src, int cOff, int aOff, long d, int bOff, long e, long[] dst, int dstOff, int count) {
    PlainBits.xorSelected(src, cOff, aOff, d, bOff, e, dst, dstOff, count);
  }
}
