package org.schurmpc.core.kernel.vector;

import static jdk.incubator.vector.LongVector.fromArray;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** The vector loops over up to 64 words, each word selected by its own bit. */
final class VectorBits {
  private static final VectorSpecies<Long> S =
      LongVector.SPECIES_PREFERRED.length() >= 8 ? LongVector.SPECIES_512 : LongVector.SPECIES_256;
  private static final int LANES = S.length();

  private VectorBits() {}

  /** See {@link org.schurmpc.core.kernel.BitMacKernels#xorConstant}. */
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

  /** See {@link org.schurmpc.core.kernel.BitMacKernels#xorBoth}. */
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

  /** See {@link org.schurmpc.core.kernel.BitMacKernels#xorSelected}. */
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
