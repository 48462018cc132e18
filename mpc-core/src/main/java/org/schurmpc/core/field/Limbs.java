package org.schurmpc.core.field;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Arithmetic on words of numbers, without branches. */
final class Limbs {
  /** Mask of the low half of a word. */
  static final long HALF = 0xffffffffL;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Limbs() {}

  /** Returns the carry, 0 or 1, of a + b, which is {@code sum} modulo 2^64. */
  static long carry(long a, long b, long sum) {
    return ((a & b) | ((a | b) & ~sum)) >>> 63;
  }

  /** Returns the borrow, 0 or 1, of a - b, which is {@code difference} modulo 2^64. */
  static long borrow(long a, long b, long difference) {
    return ((~a & b) | ((~a | b) & difference)) >>> 63;
  }

  /** Returns the high word of the product of unsigned words. */
  static long high(long a, long b) {
    return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
  }

  /**
   * Returns {@code count} bits, 1 to 64, from a bit on. Does not access words that contain none of
   * these bits.
   */
  static long bits(long[] words, int wordsAt, long from, int count) {
    int at = wordsAt + (int) (from >>> 6);
    int shift = (int) from & 63;
    long value = words[at] >>> shift;
    if (shift + count > 64) {
      value |= words[at + 1] << (64 - shift);
    }
    return value & (-1L >>> (64 - count));
  }

  /** Sets up to 64 bits that were zero; {@code value} must not have further bits. */
  static void setBits(long value, long[] words, int wordsAt, long from, int count) {
    int at = wordsAt + (int) (from >>> 6);
    int shift = (int) from & 63;
    words[at] |= value << shift;
    if (shift + count > 64) {
      words[at + 1] |= value >>> (64 - shift);
    }
  }

  /** Returns the word of {@code count} bytes, up to 8, least significant first. */
  static long read(byte[] from, int at, int count) {
    if (count == Long.BYTES) {
      return (long) LONGS.get(from, at);
    }
    long word = 0;
    for (int i = 0; i < count; i++) {
      word |= (from[at + i] & 0xffL) << (8 * i);
    }
    return word;
  }

  /** Writes {@code count} bytes of a word, up to 8, least significant first. */
  static void write(long word, byte[] to, int at, int count) {
    if (count == Long.BYTES) {
      LONGS.set(to, at, word);
      return;
    }
    for (int i = 0; i < count; i++) {
      to[at + i] = (byte) (word >>> (8 * i));
    }
  }
}
