package org.schurmpc.core.kernel.vector;

import static jdk.incubator.vector.LongVector.fromArray;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.LongVector;

/**
 * The vector loops over packed planes. A plane is loaded from firstWord longs before its start, so
 * that its longs end up in their lanes; the other lanes hold neighbouring longs and are masked out
 * at the end.
 */
final class VectorPlanes {
  private static final int PLANE = 4;
  private static final int WORD = 32;
  // Four longs from 4 - first: ones in lanes from first on. From 8 - end: in lanes below end.
  private static final long[] WINDOW = {0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0};

  private VectorPlanes() {}

  /** See {@link org.schurmpc.core.kernel.CodewordKernels#spread}. */
  static void spread(
      long[] packed,
      int packedOff,
      int planeLongs,
      int firstWord,
      int count,
      long[] out,
      int outOff) {
    LongVector from0 = fromArray(VectorKernels.PLANE, WINDOW, 4 - firstWord);
    LongVector mask = from0.and(fromArray(VectorKernels.PLANE, WINDOW, 8 - firstWord - planeLongs));
    int from = packedOff - firstWord;
    for (int plane = 0; plane < 8 * count; plane++) {
      fromArray(VectorKernels.PLANE, packed, from + plane * planeLongs)
          .and(mask)
          .intoArray(out, outOff + PLANE * plane);
    }
  }

  /** See {@link org.schurmpc.core.kernel.CodewordKernels#combine}. */
  static void combine(
      long[] packed, int packedOff, int planeLongs, int firstWord, long[] out, int outOff) {
    int d = planeLongs;
    int i = packedOff - firstWord + 56 * d;
    LongVector s0 = fromArray(VectorKernels.PLANE, packed, i);
    LongVector s1 = fromArray(VectorKernels.PLANE, packed, i + d);
    LongVector s2 = fromArray(VectorKernels.PLANE, packed, i + 2 * d);
    LongVector s3 = fromArray(VectorKernels.PLANE, packed, i + 3 * d);
    LongVector s4 = fromArray(VectorKernels.PLANE, packed, i + 4 * d);
    LongVector s5 = fromArray(VectorKernels.PLANE, packed, i + 5 * d);
    LongVector s6 = fromArray(VectorKernels.PLANE, packed, i + 6 * d);
    LongVector s7 = fromArray(VectorKernels.PLANE, packed, i + 7 * d);
    for (int j = 0; j < 7; j++) {
      i -= 8 * d;
      LongVector top = s7; // X^8 = X^4 + X^3 + X + 1
      s7 = s6.lanewise(XOR, fromArray(VectorKernels.PLANE, packed, i + 7 * d));
      s6 = s5.lanewise(XOR, fromArray(VectorKernels.PLANE, packed, i + 6 * d));
      s5 = s4.lanewise(XOR, fromArray(VectorKernels.PLANE, packed, i + 5 * d));
      s4 = s3.lanewise(XOR, top).lanewise(XOR, fromArray(VectorKernels.PLANE, packed, i + 4 * d));
      s3 = s2.lanewise(XOR, top).lanewise(XOR, fromArray(VectorKernels.PLANE, packed, i + 3 * d));
      s2 = s1.lanewise(XOR, fromArray(VectorKernels.PLANE, packed, i + 2 * d));
      s1 = s0.lanewise(XOR, top).lanewise(XOR, fromArray(VectorKernels.PLANE, packed, i + d));
      s0 = top.lanewise(XOR, fromArray(VectorKernels.PLANE, packed, i));
    }
    LongVector from0 = fromArray(VectorKernels.PLANE, WINDOW, 4 - firstWord);
    LongVector mask = from0.and(fromArray(VectorKernels.PLANE, WINDOW, 8 - firstWord - planeLongs));
    s0.and(mask).intoArray(out, outOff);
    s1.and(mask).intoArray(out, outOff + PLANE);
    s2.and(mask).intoArray(out, outOff + 2 * PLANE);
    s3.and(mask).intoArray(out, outOff + 3 * PLANE);
    s4.and(mask).intoArray(out, outOff + 4 * PLANE);
    s5.and(mask).intoArray(out, outOff + 5 * PLANE);
    s6.and(mask).intoArray(out, outOff + 6 * PLANE);
    s7.and(mask).intoArray(out, outOff + WORD - PLANE);
  }
}
