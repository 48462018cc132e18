package org.schurmpc.core.kernel;

import java.util.Arrays;

/**
 * The plain transposition of bits: 64 × 64 bits at a time, by the usual butterflies. Two of the six
 * levels are performed at once, on four words in registers.
 */
final class PlainTransposition {
  private static final long LOW_32 = 0x00000000FFFFFFFFL;
  private static final long LOW_16 = 0x0000FFFF0000FFFFL;
  private static final long LOW_8 = 0x00FF00FF00FF00FFL;
  private static final long LOW_4 = 0x0F0F0F0F0F0F0F0FL;
  private static final long LOW_2 = 0x3333333333333333L;
  private static final long LOW_1 = 0x5555555555555555L;

  private final long[] block = new long[64];

  /** See {@link CotKernels#transpose128}. */
  void transpose128(long[] columns, int from, int stride, int words, long[] rows, int rowsOff) {
    for (int w = 0; w < words; w++) {
      int to = rowsOff + 128 * w;
      transpose(columns, from + w, stride, rows, to, 2);
      transpose(columns, from + w + 64 * stride, stride, rows, to + 1, 2);
    }
  }

  /** See {@link CotKernels#columns128}. */
  void columns128(long[] rows, int rowsOff, int words, long[] columns, int from, int stride) {
    for (int w = 0; w < words; w++) {
      int at = rowsOff + 128 * w;
      transpose(rows, at, 2, columns, from + w, stride);
      transpose(rows, at + 1, 2, columns, from + w + 64 * stride, stride);
    }
  }

  /** See {@link ProjectionKernels#transpose64}. */
  void transpose64(
      long[] columns, int from, int stride, int words, long[] rows, int rowsOff, int step) {
    for (int w = 0; w < words; w++) {
      transpose(columns, from + w, stride, rows, rowsOff + 64 * w * step, step);
    }
  }

  private void transpose(long[] src, int from, int stride, long[] dst, int to, int step) {
    for (int i = 0; i < 16; i++) {
      quad(src, from + i * stride, 16 * stride, block, i, 16, 16, LOW_32, LOW_16);
    }
    for (int i = 0; i < 64; i += 16) {
      quad(block, i, 4, block, i, 4, 4, LOW_8, LOW_4);
      quad(block, i + 1, 4, block, i + 1, 4, 4, LOW_8, LOW_4);
      quad(block, i + 2, 4, block, i + 2, 4, 4, LOW_8, LOW_4);
      quad(block, i + 3, 4, block, i + 3, 4, 4, LOW_8, LOW_4);
    }
    for (int i = 0; i < 64; i += 4) {
      quad(block, i, 1, dst, to + step * i, step, 1, LOW_2, LOW_1);
    }
  }

  /** Performs two levels on four words: swaps fields of 2 shift bits, then of shift bits. */
  private static void quad(
      long[] src,
      int from,
      int step,
      long[] dst,
      int to,
      int dstStep,
      int shift,
      long lowWide,
      long low) {
    long a = src[from];
    long b = src[from + step];
    long c = src[from + 2 * step];
    long d = src[from + 3 * step];
    long swap = ((a >>> (2 * shift)) ^ c) & lowWide;
    a ^= swap << (2 * shift);
    c ^= swap;
    swap = ((b >>> (2 * shift)) ^ d) & lowWide;
    b ^= swap << (2 * shift);
    d ^= swap;
    swap = ((a >>> shift) ^ b) & low;
    dst[to] = a ^ (swap << shift);
    dst[to + dstStep] = b ^ swap;
    swap = ((c >>> shift) ^ d) & low;
    dst[to + 2 * dstStep] = c ^ (swap << shift);
    dst[to + 3 * dstStep] = d ^ swap;
  }

  void wipe() {
    Arrays.fill(block, 0);
  }
}
