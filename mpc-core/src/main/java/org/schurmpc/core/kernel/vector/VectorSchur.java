package org.schurmpc.core.kernel.vector;

import static jdk.incubator.vector.LongVector.fromArray;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.util.Arrays;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector Schur product, by the method of {@code PlainSchur}: Karatsuba on three levels, nine
 * sums at a time. More sums than the registers hold would cost far more than the work saved.
 */
final class VectorSchur {
  private static final VectorSpecies<Long> PLANE = VectorKernels.PLANE;
  private static final int WORD = 32;
  private static final int BLOCK = 9 * 4;

  // Nine sums each for the low halves, the high halves and the half sums; later their planes.
  private final long[] blocks = new long[3 * BLOCK];

  /** See {@link org.schurmpc.core.kernel.CodewordKernels#schurMulAdd}. */
  void mulAdd(
      long[] acc, int accOff, long[] x, int xOff, long[] y, int yOff, int terms, int parts) {
    int step = WORD * parts;
    for (int p = 0; p < parts; p++) {
      int yAt = yOff + WORD * p;
      half(x, xOff, y, yAt, step, terms, blocks, 0);
      half(x, xOff + 16, y, yAt + 16, step, terms, blocks, BLOCK);
      halfSums(x, xOff, y, yAt, step, terms, blocks, 2 * BLOCK);
      interpolate(blocks, 0);
      interpolate(blocks, BLOCK);
      interpolate(blocks, 2 * BLOCK);
      reduce(blocks);
      VectorRows.xor(acc, accOff + WORD * p, blocks, 0, acc, accOff + WORD * p, WORD);
    }
  }

  /** Sums the nine products of polynomials of four planes, to s. */
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
      LongVector a0 = fromArray(PLANE, x, i);
      LongVector a1 = fromArray(PLANE, x, i + 4);
      LongVector a2 = fromArray(PLANE, x, i + 8);
      LongVector a3 = fromArray(PLANE, x, i + 12);
      LongVector b0 = fromArray(PLANE, y, j);
      LongVector b1 = fromArray(PLANE, y, j + 4);
      LongVector b2 = fromArray(PLANE, y, j + 8);
      LongVector b3 = fromArray(PLANE, y, j + 12);
      p0 = p0.lanewise(XOR, a0.and(b0));
      p1 = p1.lanewise(XOR, a1.and(b1));
      p01 = p01.lanewise(XOR, a0.lanewise(XOR, a1).and(b0.lanewise(XOR, b1)));
      p2 = p2.lanewise(XOR, a2.and(b2));
      p3 = p3.lanewise(XOR, a3.and(b3));
      p23 = p23.lanewise(XOR, a2.lanewise(XOR, a3).and(b2.lanewise(XOR, b3)));
      a0 = a0.lanewise(XOR, a2);
      a1 = a1.lanewise(XOR, a3);
      b0 = b0.lanewise(XOR, b2);
      b1 = b1.lanewise(XOR, b3);
      p02 = p02.lanewise(XOR, a0.and(b0));
      p13 = p13.lanewise(XOR, a1.and(b1));
      pAll = pAll.lanewise(XOR, a0.lanewise(XOR, a1).and(b0.lanewise(XOR, b1)));
    }
    p0.intoArray(s, sAt);
    p1.intoArray(s, sAt + 4);
    p2.intoArray(s, sAt + 8);
    p3.intoArray(s, sAt + 12);
    p01.intoArray(s, sAt + 16);
    p23.intoArray(s, sAt + 20);
    p02.intoArray(s, sAt + 24);
    p13.intoArray(s, sAt + 28);
    pAll.intoArray(s, sAt + 32);
  }

  /** Sums products like {@link #half}, for the sums of the low and the high planes. */
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
      LongVector a0 = fromArray(PLANE, x, i).lanewise(XOR, fromArray(PLANE, x, i + 16));
      LongVector a1 = fromArray(PLANE, x, i + 4).lanewise(XOR, fromArray(PLANE, x, i + 20));
      LongVector a2 = fromArray(PLANE, x, i + 8).lanewise(XOR, fromArray(PLANE, x, i + 24));
      LongVector a3 = fromArray(PLANE, x, i + 12).lanewise(XOR, fromArray(PLANE, x, i + 28));
      LongVector b0 = fromArray(PLANE, y, j).lanewise(XOR, fromArray(PLANE, y, j + 16));
      LongVector b1 = fromArray(PLANE, y, j + 4).lanewise(XOR, fromArray(PLANE, y, j + 20));
      LongVector b2 = fromArray(PLANE, y, j + 8).lanewise(XOR, fromArray(PLANE, y, j + 24));
      LongVector b3 = fromArray(PLANE, y, j + 12).lanewise(XOR, fromArray(PLANE, y, j + 28));
      p0 = p0.lanewise(XOR, a0.and(b0));
      p1 = p1.lanewise(XOR, a1.and(b1));
      p01 = p01.lanewise(XOR, a0.lanewise(XOR, a1).and(b0.lanewise(XOR, b1)));
      p2 = p2.lanewise(XOR, a2.and(b2));
      p3 = p3.lanewise(XOR, a3.and(b3));
      p23 = p23.lanewise(XOR, a2.lanewise(XOR, a3).and(b2.lanewise(XOR, b3)));
      a0 = a0.lanewise(XOR, a2);
      a1 = a1.lanewise(XOR, a3);
      b0 = b0.lanewise(XOR, b2);
      b1 = b1.lanewise(XOR, b3);
      p02 = p02.lanewise(XOR, a0.and(b0));
      p13 = p13.lanewise(XOR, a1.and(b1));
      pAll = pAll.lanewise(XOR, a0.lanewise(XOR, a1).and(b0.lanewise(XOR, b1)));
    }
    p0.intoArray(s, sAt);
    p1.intoArray(s, sAt + 4);
    p2.intoArray(s, sAt + 8);
    p3.intoArray(s, sAt + 12);
    p01.intoArray(s, sAt + 16);
    p23.intoArray(s, sAt + 20);
    p02.intoArray(s, sAt + 24);
    p13.intoArray(s, sAt + 28);
    pAll.intoArray(s, sAt + 32);
  }

  /** Turns the nine sums of a block into the seven planes of its product, in place. */
  private static void interpolate(long[] s, int sAt) {
    LongVector p0 = fromArray(PLANE, s, sAt);
    LongVector p1 = fromArray(PLANE, s, sAt + 4);
    LongVector p2 = fromArray(PLANE, s, sAt + 8);
    LongVector p3 = fromArray(PLANE, s, sAt + 12);
    LongVector low1 = fromArray(PLANE, s, sAt + 16).lanewise(XOR, p0.lanewise(XOR, p1));
    LongVector high1 = fromArray(PLANE, s, sAt + 20).lanewise(XOR, p2.lanewise(XOR, p3));
    LongVector p02 = fromArray(PLANE, s, sAt + 24);
    LongVector p13 = fromArray(PLANE, s, sAt + 28);
    LongVector middle = fromArray(PLANE, s, sAt + 32).lanewise(XOR, p02.lanewise(XOR, p13));
    low1.intoArray(s, sAt + 4);
    p1.lanewise(XOR, p02).lanewise(XOR, p0.lanewise(XOR, p2)).intoArray(s, sAt + 8);
    middle.lanewise(XOR, low1.lanewise(XOR, high1)).intoArray(s, sAt + 12);
    p13.lanewise(XOR, p1).lanewise(XOR, p3.lanewise(XOR, p2)).intoArray(s, sAt + 16);
    high1.intoArray(s, sAt + 20);
    p3.intoArray(s, sAt + 24);
  }

  /** Reduces the polynomial of 15 planes that s holds in three blocks modulo 0x11B, in place. */
  private static void reduce(long[] s) {
    LongVector r11 = fromArray(PLANE, s, 48);
    LongVector r12 = fromArray(PLANE, s, 52);
    LongVector r13 = fromArray(PLANE, s, 56);
    LongVector r14 = fromArray(PLANE, s, 60);
    LongVector r8 =
        fromArray(PLANE, s, 36)
            .lanewise(XOR, fromArray(PLANE, s, 88))
            .lanewise(XOR, fromArray(PLANE, s, 16).lanewise(XOR, r12));
    LongVector r9 =
        fromArray(PLANE, s, 40)
            .lanewise(XOR, fromArray(PLANE, s, 92))
            .lanewise(XOR, fromArray(PLANE, s, 20).lanewise(XOR, r13));
    LongVector r10 =
        fromArray(PLANE, s, 44)
            .lanewise(XOR, fromArray(PLANE, s, 96))
            .lanewise(XOR, fromArray(PLANE, s, 24).lanewise(XOR, r14));
    r8 = r8.lanewise(XOR, r12.lanewise(XOR, r13));
    r9 = r9.lanewise(XOR, r13.lanewise(XOR, r14));
    r10 = r10.lanewise(XOR, r14);
    LongVector s0 = fromArray(PLANE, s, 0);
    LongVector s1 = fromArray(PLANE, s, 4);
    LongVector s2 = fromArray(PLANE, s, 8);
    LongVector s3 = fromArray(PLANE, s, 12);
    s0.lanewise(XOR, r8).intoArray(s, 0);
    s1.lanewise(XOR, r8.lanewise(XOR, r9)).intoArray(s, 4);
    s2.lanewise(XOR, r9.lanewise(XOR, r10)).intoArray(s, 8);
    s3.lanewise(XOR, r8).lanewise(XOR, r10.lanewise(XOR, r11)).intoArray(s, 12);
    LongVector r4 =
        fromArray(PLANE, s, 16)
            .lanewise(XOR, fromArray(PLANE, s, 72))
            .lanewise(XOR, s0.lanewise(XOR, fromArray(PLANE, s, 36)));
    LongVector r5 =
        fromArray(PLANE, s, 20)
            .lanewise(XOR, fromArray(PLANE, s, 76))
            .lanewise(XOR, s1.lanewise(XOR, fromArray(PLANE, s, 40)));
    LongVector r6 =
        fromArray(PLANE, s, 24)
            .lanewise(XOR, fromArray(PLANE, s, 80))
            .lanewise(XOR, s2.lanewise(XOR, fromArray(PLANE, s, 44)));
    LongVector r7 = fromArray(PLANE, s, 84).lanewise(XOR, s3);
    r4.lanewise(XOR, r8.lanewise(XOR, r9).lanewise(XOR, r11.lanewise(XOR, r12))).intoArray(s, 16);
    r5.lanewise(XOR, r9.lanewise(XOR, r10).lanewise(XOR, r12.lanewise(XOR, r13))).intoArray(s, 20);
    r6.lanewise(XOR, r10.lanewise(XOR, r11).lanewise(XOR, r13.lanewise(XOR, r14))).intoArray(s, 24);
    r7.lanewise(XOR, r12.lanewise(XOR, r14)).intoArray(s, 28);
  }

  void wipe() {
    Arrays.fill(blocks, 0);
  }
}
