package org.schurmpc.core.kernel.vector;

import static jdk.incubator.vector.LongVector.fromArray;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.util.Arrays;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/** The vector sums of rows by the bits of their numbers. */
final class VectorFold {
  private static final VectorSpecies<Long> S = VectorRows.S;
  private static final int LANES = S.length();

  private VectorFold() {}

  /** See {@link org.schurmpc.core.kernel.CotKernels#fold}. */
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

  /**
   * Folds two rows: writes their sum to the place of the first, and adds the second to the bit's
   * sum.
   */
  private static void two(long[] leaves, int off, int stride, int words, long[] out, int bit) {
    VectorRows.xor(out, bit, leaves, off + stride, out, bit, words);
    VectorRows.xor(leaves, off, leaves, off + stride, leaves, off, words);
  }

  /**
   * Folds sixteen rows: writes their sum to the place of the first, and adds the sums by bits to
   * the bits' sums.
   */
  private static void sixteen(
      long[] leaves, int off, int stride, int words, long[] out, int bits, int outStride) {
    int whole = words - words % LANES;
    for (int i = 0; i < whole; i += LANES) {
      sixteen(leaves, off + i, stride, out, bits + i, outStride);
    }
    for (int i = whole; i < words; i++) {
      sixteenWords(leaves, off + i, stride, out, bits + i, outStride);
    }
  }

  private static void sixteen(
      long[] leaves, int at, int stride, long[] out, int bit, int outStride) {
    LongVector odd0 = fromArray(S, leaves, at + stride);
    LongVector a0 = fromArray(S, leaves, at).lanewise(XOR, odd0);
    LongVector odd1 = fromArray(S, leaves, at + 3 * stride);
    LongVector a1 = fromArray(S, leaves, at + 2 * stride).lanewise(XOR, odd1);
    LongVector odd2 = fromArray(S, leaves, at + 5 * stride);
    LongVector a2 = fromArray(S, leaves, at + 4 * stride).lanewise(XOR, odd2);
    LongVector odd3 = fromArray(S, leaves, at + 7 * stride);
    LongVector a3 = fromArray(S, leaves, at + 6 * stride).lanewise(XOR, odd3);
    LongVector odd4 = fromArray(S, leaves, at + 9 * stride);
    LongVector a4 = fromArray(S, leaves, at + 8 * stride).lanewise(XOR, odd4);
    LongVector odd5 = fromArray(S, leaves, at + 11 * stride);
    LongVector a5 = fromArray(S, leaves, at + 10 * stride).lanewise(XOR, odd5);
    LongVector odd6 = fromArray(S, leaves, at + 13 * stride);
    LongVector a6 = fromArray(S, leaves, at + 12 * stride).lanewise(XOR, odd6);
    LongVector odd7 = fromArray(S, leaves, at + 15 * stride);
    LongVector a7 = fromArray(S, leaves, at + 14 * stride).lanewise(XOR, odd7);
    fromArray(S, out, bit)
        .lanewise(XOR, odd0)
        .lanewise(XOR, odd1)
        .lanewise(XOR, odd2)
        .lanewise(XOR, odd3)
        .lanewise(XOR, odd4)
        .lanewise(XOR, odd5)
        .lanewise(XOR, odd6)
        .lanewise(XOR, odd7)
        .intoArray(out, bit);
    fromArray(S, out, bit + outStride)
        .lanewise(XOR, a1)
        .lanewise(XOR, a3)
        .lanewise(XOR, a5)
        .lanewise(XOR, a7)
        .intoArray(out, bit + outStride);
    LongVector b1 = a2.lanewise(XOR, a3);
    LongVector b3 = a6.lanewise(XOR, a7);
    LongVector c1 = a4.lanewise(XOR, a5).lanewise(XOR, b3);
    fromArray(S, out, bit + 2 * outStride)
        .lanewise(XOR, b1)
        .lanewise(XOR, b3)
        .intoArray(out, bit + 2 * outStride);
    fromArray(S, out, bit + 3 * outStride).lanewise(XOR, c1).intoArray(out, bit + 3 * outStride);
    a0.lanewise(XOR, a1).lanewise(XOR, b1).lanewise(XOR, c1).intoArray(leaves, at);
  }

  private static void sixteenWords(
      long[] leaves, int at, int stride, long[] out, int bit, int outStride) {
    for (int y = 1; y < 16; y++) {
      long word = leaves[at + y * stride];
      leaves[at] ^= word;
      for (int j = 0; j < 4; j++) {
        out[bit + j * outStride] ^= word & -(y >>> j & 1);
      }
    }
  }
}
