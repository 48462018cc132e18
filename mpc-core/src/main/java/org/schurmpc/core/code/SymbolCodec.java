package org.schurmpc.core.code;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * The encoding of a word's first s symbols on the wire and on disk: exactly s bytes. The first s
 * bits of plane 0, then those of plane 1, and so on to plane 7, form one string of 8s bits; the
 * first bit is the lowest of the first byte.
 *
 * <p>Any bytes are a valid encoding; the time depends on s only.
 */
public final class SymbolCodec {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private SymbolCodec() {}

  /**
   * Writes the first {@code symbols} symbols of a word.
   *
   * @param symbols 0 to 256
   * @throws IndexOutOfBoundsException if an array is too short, before anything is written
   */
  public static void pack(long[] word, int off, int symbols, byte[] dst, int dstOff) {
    check(symbols);
    Objects.checkFromIndexSize(off, Codeword.LONGS, word.length);
    Objects.checkFromIndexSize(dstOff, symbols, dst.length);
    long pending = 0;
    int fill = 0; // bits in pending, below 64
    int at = dstOff;
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      int from = off + Codeword.PLANE_LONGS * plane;
      for (int left = symbols; left > 0; left -= 64) {
        int bits = Math.min(left, 64);
        long next = word[from++] & (-1L >>> -bits);
        pending |= next << fill;
        fill += bits;
        if (fill >= 64) {
          LONG.set(dst, at, pending);
          at += Long.BYTES;
          fill -= 64;
          pending = fill == 0 ? 0 : next >>> (bits - fill);
        }
      }
    }
    for (; fill > 0; fill -= 8) {
      dst[at++] = (byte) pending;
      pending >>>= 8;
    }
  }

  /**
   * Reads a word's first {@code symbols} symbols and makes all others zero.
   *
   * @param symbols 0 to 256
   * @throws IndexOutOfBoundsException if an array is too short, before anything is written
   */
  public static void unpack(byte[] src, int srcOff, int symbols, long[] word, int off) {
    check(symbols);
    Objects.checkFromIndexSize(srcOff, symbols, src.length);
    Objects.checkFromIndexSize(off, Codeword.LONGS, word.length);
    Arrays.fill(word, off, off + Codeword.LONGS, 0);
    int end = srcOff + symbols;
    long pending = 0;
    int have = 0; // bits in pending, below 64
    int at = srcOff;
    for (int plane = 0; plane < Codeword.PLANES; plane++) {
      int to = off + Codeword.PLANE_LONGS * plane;
      for (int left = symbols; left > 0; left -= 64) {
        int bits = Math.min(left, 64);
        long next = pending;
        if (have >= bits) {
          pending >>>= bits;
          have -= bits;
        } else {
          long more = at + Long.BYTES <= end ? (long) LONG.get(src, at) : tail(src, at, end);
          at += Long.BYTES;
          next |= more << have;
          int used = bits - have;
          pending = used == 64 ? 0 : more >>> used;
          have = 64 - used;
        }
        word[to++] = next & (-1L >>> -bits);
      }
    }
  }

  private static long tail(byte[] src, int at, int end) {
    long value = 0;
    for (int i = end - 1; i >= at; i--) {
      value = (value << 8) | (src[i] & 0xFF);
    }
    return value;
  }

  private static void check(int symbols) {
    if (symbols < 0 || symbols > Codeword.POSITIONS) {
      throw new IllegalArgumentException("a word has no " + symbols + " symbols");
    }
  }
}
