package org.schurmpc.core.kernel;

/** The plain loops over up to 64 words, each word selected by its own bit. */
final class PlainBits {
  private PlainBits() {}

  /** See {@link BitMacKernels#xorConstant}. */
  static void xorConstant(long[] dst, int dstOff, long bits, long constant, int count) {
    for (int i = 0; i < count; i++) {
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
    for (int i = 0; i < count; i++) {
      dst[dstOff + i] = a[aOff + i] ^ b[bOff + i] ^ (constant & -(bits >>> i & 1));
    }
  }

  /** See {@link BitMacKernels#sumBoth}. */
  static long sumBoth(long[] a, int aOff, long[] b, int bOff, long bits, long constant, int count) {
    long low = 0;
    long high = 0;
    for (int i = 0; i < count; i++) {
      long word = a[aOff + i] ^ b[bOff + i] ^ (constant & -(bits >>> i & 1));
      low ^= word << i;
      high ^= word >>> 1 >>> (63 - i);
    }
    return BitMacKernels.reduce(low, high);
  }

  /** See {@link BitMacKernels#xorSelected}. */
  static void xorSelected(
      long[] src, int cOff, int aOff, long d, int bOff, long e, long[] dst, int dstOff, int count) {
    for (int i = 0; i < count; i++) {
      long a = src[aOff + i] & -(d >>> i & 1);
      long b = src[bOff + i] & -(e >>> i & 1);
      dst[dstOff + i] = src[cOff + i] ^ a ^ b;
    }
  }
}
