package org.schurmpc.core.kernel.vector;

import static jdk.incubator.vector.LongVector.fromArray;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;
import org.schurmpc.core.kernel.BitMacKernels;

/** The vector loops over up to 64 words, each word selected by its own bit. */
final class VectorBits {
  private static final VectorSpecies<Long> S =
      LongVector.SPECIES_PREFERRED.length() >= 8 ? LongVector.SPECIES_512 : LongVector.SPECIES_256;
  private static final int LANES = S.length();

  /** The number l of each lane, and 63 - l. */
  private static final LongVector LANE = LongVector.zero(S).addIndex(1);

  private static final LongVector AFTER_LANE = LANE.lanewise(XOR, 63);

  private VectorBits() {}

  /** See {@link BitMacKernels#xorConstant}. */
  static void xorConstant(long[] dst, int dstOff, long bits, long constant, int count) {
    int i = 0;
    for (; i <= count - LANES; i += LANES) {
      fromArray(S, dst, dstOff + i)
          .lanewise(XOR, constant, VectorMask.fromLong(S, bits >>> i))
          .intoArray(dst, dstOff + i);
    }
    for (; i < count; i++) {
      dst[dstOff + i] ^= constant & -(bits >>> i & 1);
    }
  }

  /** See {@link BitMacKernels#xorBoth}. */
  static void xorBoth(
      long[] a,
      int aOff,
      long[] b,
      int bOff,
      long bits,
      long constant,
      long[] dst,
      int dstOff,
      int count) {
    int i = 0;
    for (; i <= count - LANES; i += LANES) {
      fromArray(S, a, aOff + i)
          .lanewise(XOR, fromArray(S, b, bOff + i))
          .lanewise(XOR, constant, VectorMask.fromLong(S, bits >>> i))
          .intoArray(dst, dstOff + i);
    }
    for (; i < count; i++) {
      dst[dstOff + i] = a[aOff + i] ^ b[bOff + i] ^ (constant & -(bits >>> i & 1));
    }
  }

  /**
   * See {@link BitMacKernels#sumBoth}. Lane l of the vector from word i on is shifted by i first,
   * and by l at the end.
   */
  static long sumBoth(long[] a, int aOff, long[] b, int bOff, long bits, long constant, int count) {
    LongVector low = LongVector.zero(S);
    LongVector high = LongVector.zero(S);
    int i = 0;
    for (; i <= count - LANES; i += LANES) {
      LongVector word =
          fromArray(S, a, aOff + i)
              .lanewise(XOR, fromArray(S, b, bOff + i))
              .lanewise(XOR, constant, VectorMask.fromLong(S, bits >>> i));
      low = low.lanewise(XOR, word.lanewise(LSHL, i));
      high = high.lanewise(XOR, word.lanewise(LSHR, 1).lanewise(LSHR, 63 - i));
    }
    LongVector over = low.lanewise(LSHR, 1).lanewise(LSHR, AFTER_LANE);
    long lowSum = low.lanewise(LSHL, LANE).reduceLanes(XOR);
    long highSum = high.lanewise(LSHL, LANE).lanewise(XOR, over).reduceLanes(XOR);
    for (; i < count; i++) {
      long word = a[aOff + i] ^ b[bOff + i] ^ (constant & -(bits >>> i & 1));
      lowSum ^= word << i;
      highSum ^= word >>> 1 >>> (63 - i);
    }
    return BitMacKernels.reduce(lowSum, highSum);
  }

  /** See {@link BitMacKernels#xorSelected}. */
  static void xorSelected(
      long[] src, int cOff, int aOff, long d, int bOff, long e, long[] dst, int dstOff, int count) {
    int i = 0;
    for (; i <= count - LANES; i += LANES) {
      fromArray(S, src, cOff + i)
          .lanewise(XOR, fromArray(S, src, aOff + i), VectorMask.fromLong(S, d >>> i))
          .lanewise(XOR, fromArray(S, src, bOff + i), VectorMask.fromLong(S, e >>> i))
          .intoArray(dst, dstOff + i);
    }
    for (; i < count; i++) {
      long a = src[aOff + i] & -(d >>> i & 1);
      long b = src[bOff + i] & -(e >>> i & 1);
      dst[dstOff + i] = src[cOff + i] ^ a ^ b;
    }
  }
}
