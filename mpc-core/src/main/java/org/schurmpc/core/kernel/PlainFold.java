package org.schurmpc.core.kernel;

import java.util.Arrays;

/** The plain sums of rows by the bits of their numbers. */
final class PlainFold {
  private PlainFold() {}

  /** See {@link CotKernels#fold}. */
  static void fold(
      long[] leaves, int off, int stride, int k, int words, long[] out, int outOff, int outStride) {
    for (int j = 1; j <= k; j++) {
      Arrays.fill(out, outOff + j * outStride, outOff + j * outStride + words, 0);
    }
    int bits = outOff + outStride;
    switch (k) {
      case 1 -> two(leaves, off, stride, words, out, bits);
      case 2 -> four(leaves, off, stride, words, out, bits, outStride);
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

  /**
   * Folds two rows: writes their sum to the place of the first, and adds the second to the bit's
   * sum.
   */
  private static void two(long[] leaves, int off, int stride, int words, long[] out, int bit) {
    add(leaves, off + stride, words, out, bit);
    add(leaves, off + stride, words, leaves, off);
  }

  private static void add(long[] src, int from, int words, long[] dst, int to) {
    for (int i = 0; i < words; i++) {
      dst[to + i] ^= src[from + i];
    }
  }

  /** Folds four rows and two bits, like {@link #two}. */
  private static void four(
      long[] leaves, int off, int stride, int words, long[] out, int bits, int outStride) {
    int row1 = off + stride;
    int row2 = row1 + stride;
    int row3 = row2 + stride;
    int bit1 = bits + outStride;
    for (int i = 0; i < words; i++) {
      long odd = leaves[row1 + i];
      long high = leaves[row2 + i];
      long both = leaves[row3 + i];
      out[bits + i] ^= odd ^ both;
      out[bit1 + i] ^= high ^ both;
      leaves[off + i] ^= odd ^ high ^ both;
    }
  }

  /** Folds sixteen rows and four bits, like {@link #two}. */
  private static void sixteen(
      long[] leaves, int off, int stride, int words, long[] out, int bits, int outStride) {
    for (int y = 0; y < 16; y += 4) {
      four(leaves, off + y * stride, stride, words, out, bits, outStride);
    }
    four(leaves, off, 4 * stride, words, out, bits + 2 * outStride, outStride);
  }
}
