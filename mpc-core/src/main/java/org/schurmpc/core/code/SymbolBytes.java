package org.schurmpc.core.code;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.schurmpc.core.kernel.CotKernels;

/**
 * Converts bit-sliced words to one byte for each symbol, and back, by transpositions of 8 × 8 bytes
 * and of 8 × 8 bits. All 256 positions are converted, so the byte arrays have 256 bytes. Holds
 * scratch space and is not thread-safe.
 *
 * <p>Unlike {@link CotKernels#transpose128} this class moves 64 positions of only eight columns.
 */
final class SymbolBytes {
  /** View of eight bytes of an array as a long, the first byte the lowest. */
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LOW_32 = 0x00000000FFFFFFFFL;
  private static final long LOW_16 = 0x0000FFFF0000FFFFL;
  private static final long LOW_8 = 0x00FF00FF00FF00FFL;

  private final long[] scratch = new long[Codeword.LONGS];

  /** Sets byte p of {@code dst} to the symbol at position p. */
  void split(long[] word, int off, byte[] dst) {
    for (int q = 0; q < Codeword.PLANE_LONGS; q++) {
      transposeBytes(word, off + q, Codeword.PLANE_LONGS, scratch, 8 * q, 1);
    }
    for (int i = 0; i < Codeword.LONGS; i++) {
      LONG.set(dst, 8 * i, transposeBits(scratch[i]));
    }
  }

  /** Sets the symbol at position p to byte p of {@code src}. */
  void join(byte[] src, long[] word, int off) {
    for (int i = 0; i < Codeword.LONGS; i++) {
      scratch[i] = transposeBits((long) LONG.get(src, 8 * i));
    }
    for (int q = 0; q < Codeword.PLANE_LONGS; q++) {
      transposeBytes(scratch, 8 * q, 1, word, off + q, Codeword.PLANE_LONGS);
    }
  }

  /** Moves bit j of byte i to bit i of byte j. */
  static long transposeBits(long x) {
    long swap = (x ^ (x >>> 7)) & 0x00AA00AA00AA00AAL;
    x ^= swap ^ (swap << 7);
    swap = (x ^ (x >>> 14)) & 0x0000CCCC0000CCCCL;
    x ^= swap ^ (swap << 14);
    swap = (x ^ (x >>> 28)) & 0x00000000F0F0F0F0L;
    return x ^ swap ^ (swap << 28);
  }

  /** Moves byte j of long i to byte i of long j, for eight longs. */
  private static void transposeBytes(
      long[] src, int from, int step, long[] dst, int to, int dstStep) {
    for (int i = 0; i < 2; i++) { // two halves, longs i, i + 2, i + 4, i + 6
      long a = src[from + i * step];
      long b = src[from + (i + 2) * step];
      long c = src[from + (i + 4) * step];
      long d = src[from + (i + 6) * step];
      long swap = ((a >>> 32) ^ c) & LOW_32;
      a ^= swap << 32;
      c ^= swap;
      swap = ((b >>> 32) ^ d) & LOW_32;
      b ^= swap << 32;
      d ^= swap;
      swap = ((a >>> 16) ^ b) & LOW_16;
      dst[to + i * dstStep] = a ^ (swap << 16);
      dst[to + (i + 2) * dstStep] = b ^ swap;
      swap = ((c >>> 16) ^ d) & LOW_16;
      dst[to + (i + 4) * dstStep] = c ^ (swap << 16);
      dst[to + (i + 6) * dstStep] = d ^ swap;
    }
    for (int i = to; i < to + 8 * dstStep; i += 2 * dstStep) {
      long a = dst[i];
      long b = dst[i + dstStep];
      long swap = ((a >>> 8) ^ b) & LOW_8;
      dst[i] = a ^ (swap << 8);
      dst[i + dstStep] = b ^ swap;
    }
  }
}
