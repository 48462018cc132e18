package org.schurmpc.core.kernel.vector;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/**
 * The vector loops over packed planes. A plane is loaded from firstWord longs before its start, so
 * that its longs come to lie where they belong; the lanes beside them carry neighbours' longs and
 * are masked out at the end.
 */
final class VectorPlanes {
  private static final int PLANE = 4;
  private static final int WORD = 32;
  // Four longs from 4 - first: ones in lanes from first on. From 8 - end: in lanes below end.
  private static final long[] WINDOW = {0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0};

  private VectorPlanes() {}

  private static LongVector at(long[] a, int i) {
    return LongVector.fromArray(VectorKernels.PLANE, a, i);
  }

  private static LongVector xor(LongVector a, LongVector b) {
    return a.lanewise(VectorOperators.XOR, b);
  }

  private static LongVector and(LongVector a, LongVector b) {
    return a.lanewise(VectorOperators.AND, b);
  }

  private static LongVector mask(int planeLongs, int firstWord) {
    return and(at(WINDOW, 4 - firstWord), at(WINDOW, 8 - firstWord - planeLongs));
  }

  /** See {@link org.schurmpc.core.kernel.Kernels#spread}. */
  static void spread(
      long[] packed,
      int packedOff,
      int planeLongs,
      int firstWord,
      int count,
      long[] out,
      int outOff) {
    LongVector mask = mask(planeLongs, firstWord);
    int from = packedOff - firstWord;
    for (int plane = 0; plane < 8 * count; plane++) {
      and(at(packed, from + plane * planeLongs), mask).intoArray(out, outOff + PLANE * plane);
    }
  }

  /** See {@link org.schurmpc.core.kernel.Kernels#combine}. */
  static void combine(
      long[] packed, int packedOff, int planeLongs, int firstWord, long[] out, int outOff) {
    int d = planeLongs;
    int i = packedOff - firstWord + 56 * d;
    LongVector s0 = at(packed, i);
    LongVector s1 = at(packed, i + d);
    LongVector s2 = at(packed, i + 2 * d);
    LongVector s3 = at(packed, i + 3 * d);
    LongVector s4 = at(packed, i + 4 * d);
    LongVector s5 = at(packed, i + 5 * d);
    LongVector s6 = at(packed, i + 6 * d);
    LongVector s7 = at(packed, i + 7 * d);
    for (int j = 0; j < 7; j++) {
      i -= 8 * d;
      LongVector top = s7; // X^8 = X^4 + X^3 + X + 1
      s7 = xor(s6, at(packed, i + 7 * d));
      s6 = xor(s5, at(packed, i + 6 * d));
      s5 = xor(s4, at(packed, i + 5 * d));
      s4 = xor(xor(s3, top), at(packed, i + 4 * d));
      s3 = xor(xor(s2, top), at(packed, i + 3 * d));
      s2 = xor(s1, at(packed, i + 2 * d));
      s1 = xor(xor(s0, top), at(packed, i + d));
      s0 = xor(top, at(packed, i));
    }
    LongVector mask = mask(planeLongs, firstWord);
    and(s0, mask).intoArray(out, outOff);
    and(s1, mask).intoArray(out, outOff + PLANE);
    and(s2, mask).intoArray(out, outOff + 2 * PLANE);
    and(s3, mask).intoArray(out, outOff + 3 * PLANE);
    and(s4, mask).intoArray(out, outOff + 4 * PLANE);
    and(s5, mask).intoArray(out, outOff + 5 * PLANE);
    and(s6, mask).intoArray(out, outOff + 6 * PLANE);
    and(s7, mask).intoArray(out, outOff + WORD - PLANE);
  }
}
