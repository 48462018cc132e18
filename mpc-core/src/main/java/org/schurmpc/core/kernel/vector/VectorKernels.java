package org.schurmpc.core.kernel.vector;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.schurmpc.core.kernel.Kernels;

/**
 * The hot loops with vectors of 256 bits, one for a plane, and of 512 bits for rows where the
 * machine has them.
 *
 * <p>The Schur product is that of the plain twin: Karatsuba on three levels, nine sums at a time,
 * since more than the registers hold would cost far more than the work that it saves.
 */
public final class VectorKernels implements Kernels {
  static final VectorSpecies<Long> PLANE = LongVector.SPECIES_256;
  private static final int REGISTER_BITS = LongVector.SPECIES_PREFERRED.vectorBitSize();
  private static final int WORD = 32;

  // Seven planes each of the products of the low halves, the high halves and the half sums.
  private final long[] blocks = new long[7 * 3 * 4];

  @Override
  public String name() {
    return "vector";
  }

  @Override
  public int registerBits() {
    return Math.min(REGISTER_BITS, 512);
  }

  @Override
  public int groupBits() {
    return 6;
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
    int step = WORD * parts;
    for (int p = 0; p < parts; p++) {
      int yAt = yOff + WORD * p;
      half(x, xOff, y, yAt, step, terms, blocks, 0);
      half(x, xOff + 16, y, yAt + 16, step, terms, blocks, 28);
      halfSums(x, xOff, y, yAt, step, terms, blocks, 56);
      reduceInto(blocks, acc, accOff + WORD * p);
    }
  }

  private static LongVector at(long[] a, int i) {
    return LongVector.fromArray(PLANE, a, i);
  }

  private static LongVector xor(LongVector a, LongVector b) {
    return a.lanewise(VectorOperators.XOR, b);
  }

  private static LongVector mulAdd(LongVector sum, LongVector a, LongVector b) {
    return sum.lanewise(VectorOperators.XOR, a.lanewise(VectorOperators.AND, b));
  }

  /** Sum of products of polynomials of four planes; seven planes to s. */
  private static void half(
      long[] x, int xAt, long[] y, int yAt, int yStep, int terms, long[] s, int sAt) {
    LongVector p0 = LongVector.zero(PLANE);
    LongVector p1 = p0;
    LongVector p2 = p0;
    LongVector p3 = p0;
    LongVector p01 = p0;
    LongVector p23 = p0;
    LongVector p02 = p0;
    LongVector p13 = p0;
    LongVector pAll = p0;
    for (int t = 0; t < terms; t++) {
      int i = xAt + WORD * t;
      int j = yAt + yStep * t;
      LongVector a0 = at(x, i);
      LongVector a1 = at(x, i + 4);
      LongVector a2 = at(x, i + 8);
      LongVector a3 = at(x, i + 12);
      LongVector b0 = at(y, j);
      LongVector b1 = at(y, j + 4);
      LongVector b2 = at(y, j + 8);
      LongVector b3 = at(y, j + 12);
      p0 = mulAdd(p0, a0, b0);
      p1 = mulAdd(p1, a1, b1);
      p01 = mulAdd(p01, xor(a0, a1), xor(b0, b1));
      p2 = mulAdd(p2, a2, b2);
      p3 = mulAdd(p3, a3, b3);
      p23 = mulAdd(p23, xor(a2, a3), xor(b2, b3));
      a0 = xor(a0, a2);
      a1 = xor(a1, a3);
      b0 = xor(b0, b2);
      b1 = xor(b1, b3);
      p02 = mulAdd(p02, a0, b0);
      p13 = mulAdd(p13, a1, b1);
      pAll = mulAdd(pAll, xor(a0, a1), xor(b0, b1));
    }
    interpolate(p0, p1, p2, p3, p01, p23, p02, p13, pAll, s, sAt);
  }

  /** As {@link #half}, of the sums of the low and the high planes. */
  private static void halfSums(
      long[] x, int xAt, long[] y, int yAt, int yStep, int terms, long[] s, int sAt) {
    LongVector p0 = LongVector.zero(PLANE);
    LongVector p1 = p0;
    LongVector p2 = p0;
    LongVector p3 = p0;
    LongVector p01 = p0;
    LongVector p23 = p0;
    LongVector p02 = p0;
    LongVector p13 = p0;
    LongVector pAll = p0;
    for (int t = 0; t < terms; t++) {
      int i = xAt + WORD * t;
      int j = yAt + yStep * t;
      LongVector a0 = xor(at(x, i), at(x, i + 16));
      LongVector a1 = xor(at(x, i + 4), at(x, i + 20));
      LongVector a2 = xor(at(x, i + 8), at(x, i + 24));
      LongVector a3 = xor(at(x, i + 12), at(x, i + 28));
      LongVector b0 = xor(at(y, j), at(y, j + 16));
      LongVector b1 = xor(at(y, j + 4), at(y, j + 20));
      LongVector b2 = xor(at(y, j + 8), at(y, j + 24));
      LongVector b3 = xor(at(y, j + 12), at(y, j + 28));
      p0 = mulAdd(p0, a0, b0);
      p1 = mulAdd(p1, a1, b1);
      p01 = mulAdd(p01, xor(a0, a1), xor(b0, b1));
      p2 = mulAdd(p2, a2, b2);
      p3 = mulAdd(p3, a3, b3);
      p23 = mulAdd(p23, xor(a2, a3), xor(b2, b3));
      a0 = xor(a0, a2);
      a1 = xor(a1, a3);
      b0 = xor(b0, b2);
      b1 = xor(b1, b3);
      p02 = mulAdd(p02, a0, b0);
      p13 = mulAdd(p13, a1, b1);
      pAll = mulAdd(pAll, xor(a0, a1), xor(b0, b1));
    }
    interpolate(p0, p1, p2, p3, p01, p23, p02, p13, pAll, s, sAt);
  }

  private static void interpolate(
      LongVector p0,
      LongVector p1,
      LongVector p2,
      LongVector p3,
      LongVector p01,
      LongVector p23,
      LongVector p02,
      LongVector p13,
      LongVector pAll,
      long[] s,
      int sAt) {
    LongVector low1 = xor(p01, xor(p0, p1));
    LongVector high1 = xor(p23, xor(p2, p3));
    p0.intoArray(s, sAt);
    low1.intoArray(s, sAt + 4);
    xor(xor(p1, p02), xor(p0, p2)).intoArray(s, sAt + 8);
    xor(xor(pAll, xor(p02, p13)), xor(low1, high1)).intoArray(s, sAt + 12);
    xor(xor(p13, p1), xor(p3, p2)).intoArray(s, sAt + 16);
    high1.intoArray(s, sAt + 20);
    p3.intoArray(s, sAt + 24);
  }

  /** Adds the polynomial of 15 planes that s holds in three blocks, modulo 0x11B. */
  private static void reduceInto(long[] s, long[] acc, int to) {
    LongVector r11 = at(s, 40);
    LongVector r12 = at(s, 44);
    LongVector r13 = at(s, 48);
    LongVector r14 = at(s, 52);
    LongVector r8 = xor(xor(at(s, 28), at(s, 72)), xor(at(s, 16), r12));
    LongVector r9 = xor(xor(at(s, 32), at(s, 76)), xor(at(s, 20), r13));
    LongVector r10 = xor(xor(at(s, 36), at(s, 80)), xor(at(s, 24), r14));
    r8 = xor(r8, xor(r12, r13));
    r9 = xor(r9, xor(r13, r14));
    r10 = xor(r10, r14);
    LongVector s0 = at(s, 0);
    LongVector s1 = at(s, 4);
    LongVector s2 = at(s, 8);
    LongVector s3 = at(s, 12);
    add(acc, to, xor(s0, r8));
    add(acc, to + 4, xor(s1, xor(r8, r9)));
    add(acc, to + 8, xor(s2, xor(r9, r10)));
    add(acc, to + 12, xor(xor(s3, r8), xor(r10, r11)));
    LongVector r4 = xor(xor(at(s, 16), at(s, 56)), xor(s0, at(s, 28)));
    LongVector r5 = xor(xor(at(s, 20), at(s, 60)), xor(s1, at(s, 32)));
    LongVector r6 = xor(xor(at(s, 24), at(s, 64)), xor(s2, at(s, 36)));
    LongVector r7 = xor(at(s, 68), s3);
    add(acc, to + 16, xor(r4, xor(xor(r8, r9), xor(r11, r12))));
    add(acc, to + 20, xor(r5, xor(xor(r9, r10), xor(r12, r13))));
    add(acc, to + 24, xor(r6, xor(xor(r10, r11), xor(r13, r14))));
    add(acc, to + 28, xor(r7, xor(r12, r14)));
  }

  private static void add(long[] acc, int i, LongVector v) {
    xor(at(acc, i), v).intoArray(acc, i);
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
}
