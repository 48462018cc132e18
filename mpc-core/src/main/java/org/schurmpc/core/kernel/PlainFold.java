package org.schurmpc.core.kernel;

import java.util.Arrays;

/** The plain sums of rows by the bits of their numbers. */
final class PlainFold {
  private PlainFold() {}

  /** See {@link Kernels#fold}. */
  static void fold(
      long[] leaves, int off, int stride, int k, int words, long[] out, int outOff, int outStride) {
    for (int j = 1; j <= k; j++) {
      Arrays.fill(out, outOff + j * outStride, outOff + j * outStride + words, 0);
    }
    int bits = outOff + outStride;
    switch (k) {
      case 1 -> two(leaves, off, stride, words, out, bits);
      case 2 -> {
        two(leaves, off, stride, words, out, bits);
        two(leaves, off + 2 * stride, stride, words, out, bits);
        two(leaves, off, 2 * stride, words, out, bits + outStride);
      }
      case 4 -> sixteen(leaves, off, stride, words, out, bits, outStride);
      case 8 -> {
        for (int y = 0; y < 256; y += 16) {
          sixteen(leaves, off + y * stride, stride, words, out, bits, outStride);
        }
        sixteen(leaves, off, 16 * stride, words, out, bits + 4 * outStride, outStride);
      }
      default -> throw new IllegalArgumentException("k is 1, 2, 4 or 8, not " + k);
    }
    System.arraycopy(leaves, off, out, outOff, words);
  }

  /** Two rows: their sum to the place of the first, the second added to the bit. */
  private static void two(long[] leaves, int off, int stride, int words, long[] out, int bit) {
    for (int i = 0; i < words; i++) {
      long odd = leaves[off + stride + i];
      leaves[off + i] ^= odd;
      out[bit + i] ^= odd;
    }
  }

  /** Sixteen rows: their sum to the place of the first, the sums by bits added to the bits. */
  private static void sixteen(
      long[] leaves, int off, int stride, int words, long[] out, int bits, int outStride) {
    for (int i = 0; i < words; i++) {
      int at = off + i;
      long odd0 = leaves[at + stride];
      long a0 = leaves[at] ^ odd0;
      long odd1 = leaves[at + 3 * stride];
      long a1 = leaves[at + 2 * stride] ^ odd1;
      long odd2 = leaves[at + 5 * stride];
      long a2 = leaves[at + 4 * stride] ^ odd2;
      long odd3 = leaves[at + 7 * stride];
      long a3 = leaves[at + 6 * stride] ^ odd3;
      long odd4 = leaves[at + 9 * stride];
      long a4 = leaves[at + 8 * stride] ^ odd4;
      long odd5 = leaves[at + 11 * stride];
      long a5 = leaves[at + 10 * stride] ^ odd5;
      long odd6 = leaves[at + 13 * stride];
      long a6 = leaves[at + 12 * stride] ^ odd6;
      long odd7 = leaves[at + 15 * stride];
      long a7 = leaves[at + 14 * stride] ^ odd7;
      int bit = bits + i;
      out[bit] ^= odd0 ^ odd1 ^ odd2 ^ odd3 ^ odd4 ^ odd5 ^ odd6 ^ odd7;
      out[bit + outStride] ^= a1 ^ a3 ^ a5 ^ a7;
      long b1 = a2 ^ a3;
      long b3 = a6 ^ a7;
      long c1 = a4 ^ a5 ^ b3;
      out[bit + 2 * outStride] ^= b1 ^ b3;
      out[bit + 3 * outStride] ^= c1;
      leaves[at] = a0 ^ a1 ^ b1 ^ c1;
    }
  }
}
