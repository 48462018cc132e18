package org.schurmpc.core.kernel.vector;

import java.util.Arrays;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;
import org.schurmpc.core.kernel.Kernels;

/**
 * The hot loops with vectors of 256 bits, one for a plane, and of 512 bits for rows if the machine
 * has them.
 *
 * <p>No method of this package takes or returns a vector, and hot code calls the vector methods
 * directly: beyond a certain method size the JIT compiler inlines only the vector methods, and a
 * vector that crosses a call is an object on the heap.
 */
public final class VectorKernels implements Kernels {
  static final VectorSpecies<Long> PLANE = LongVector.SPECIES_256;
  private static final int REGISTER_BITS = LongVector.SPECIES_PREFERRED.vectorBitSize();

  private final VectorSchur schur = new VectorSchur();
  private final long[] gathered = new long[GATHERED * PLANES];
  private final VectorTransposition transposition = new VectorTransposition();

  @Override
  public String name() {
    return "vector";
  }

  @Override
  public int registerBits() {
    return Math.min(REGISTER_BITS, 512);
  }

  @Override
  public void wipe() {
    schur.wipe();
    Arrays.fill(gathered, 0);
    transposition.wipe();
  }

  @Override
  public int groupBits() {
    return 7;
  }

  @Override
  public void xorInto(long[] dst, int dstOff, long[] src, int srcOff, int length) {
    VectorRows.xor(dst, dstOff, src, srcOff, dst, dstOff, length);
  }

  @Override
  public void xor(long[] a, int aOff, long[] b, int bOff, long[] dst, int dstOff, int length) {
    VectorRows.xor(a, aOff, b, bOff, dst, dstOff, length);
  }

  @Override
  public void schurMulAdd(
      long[] acc, int accOff, long[] x, int xOff, long[] y, int yOff, int terms, int parts) {
    schur.mulAdd(acc, accOff, x, xOff, y, yOff, terms, parts);
  }

  @Override
  public void sumRows(long[] table, int[] rows, int count, int rowLongs, long[] out, int outOff) {
    VectorRows.sum(table, rows, count, rowLongs, out, outOff);
  }

  @Override
  public void sumMaskedRows(
      long[] table, int count, int rowLongs, long[] masks, long[] out, int outOff) {
    VectorRows.sumMasked(table, count, rowLongs, masks, out, outOff);
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
    VectorPlanes.spread(packed, packedOff, planeLongs, firstWord, count, out, outOff);
  }

  @Override
  public void combine(
      long[] packed, int packedOff, int planeLongs, int firstWord, long[] out, int outOff) {
    VectorPlanes.combine(packed, packedOff, planeLongs, firstWord, out, outOff);
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
    return VectorProjection.scratch();
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
    VectorProjection.project(
        columns, from, stride, words, sums, height, scratch, images, imagesOff, imagesStride);
  }

  @Override
  public void xorAtPlaces(long[] table, int from, int[] places, long[] to, int n) {
    VectorPlaces.xor(table, from, places, to, n);
  }

  @Override
  public void sumAtPlaces(
      long[] table, int from, int width, int[] places, long[] sums, int at, long[] tops, int n) {
    int column = 0;
    for (; column + 4 <= width; column += 4) {
      int first = from + column;
      VectorPlaces.sumFour(table, first, width, places, sums, at + column, tops, column, n);
    }
    if (column + 2 <= width) {
      int first = from + column;
      VectorPlaces.sumTwo(table, first, width, places, sums, at + column, tops, column, n);
      column += 2;
    }
    if (column < width) {
      VectorPlaces.sumOne(table, from, width, places, sums, at, tops, n);
    }
  }

  @Override
  public void gatherPlanes(
      long[] table, int from, int[] places, int placesOff, int step, long[] to, int toOff) {
    VectorPlaces.gather(table, from, places, placesOff, step, gathered);
    VectorPlaces.toPlanes(gathered, to, toOff);
  }

  @Override
  public void xorBytes(byte[] dst, byte[] src, int length) {
    VectorRows.xorBytes(dst, src, length);
  }

  @Override
  public void xorMasked(long[] dst, int dstOff, long[] src, int srcOff, long mask, int length) {
    VectorRows.xorMasked(dst, dstOff, src, srcOff, mask, length);
  }

  @Override
  public void xorConstant(long[] dst, int dstOff, long bits, long constant, int count) {
    VectorBits.xorConstant(dst, dstOff, bits, constant, count);
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
    VectorBits.xorBoth(a, aOff, b, bOff, bits, constant, dst, dstOff, count);
  }

  @Override
  public long sumBoth(long[] a, int aOff, long[] b, int bOff, long bits, long constant, int count) {
    return VectorBits.sumBoth(a, aOff, b, bOff, bits, constant, count);
  }

  @Override
  public void xorSelected(
      long[] src, int cOff, int aOff, long d, int bOff, long e, long[] dst, int dstOff, int count) {
    VectorBits.xorSelected(src, cOff, aOff, d, bOff, e, dst, dstOff, count);
  }
}
