package org.schurmpc.core.field;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/** Arithmetic on words of numbers, without branches. */
final class Limbs {
  /** Mask of the low half of a word. */
  static final long HALF = 0xffffffffL;

  /** Number of words from which on a view, which is allocated, is faster than single words. */
  private static final int BULK = 1024;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final MethodHandle HIGH = highOfJvm();

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
    try {
      return (long) HIGH.invokeExact(a, b);
    } catch (Throwable e) {
      throw new IllegalStateException("a product failed", e);
    }
  }

  /** The method of the JVM, one instruction, where there is one: it came with Java 18. */
  private static MethodHandle highOfJvm() {
    MethodType type = MethodType.methodType(long.class, long.class, long.class);
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      return lookup.findStatic(Math.class, "unsignedMultiplyHigh", type);
    } catch (ReflectiveOperationException e) {
      return plainHigh(lookup, type);
    }
  }

  private static MethodHandle plainHigh(MethodHandles.Lookup lookup, MethodType type) {
    try {
      return lookup.findStatic(Limbs.class, "highOfSigned", type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** As {@link #high}, from a product of signed words. */
  static long highOfSigned(long a, long b) {
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

  /** Reads whole words, least significant bytes first. */
  static void read(byte[] from, int at, long[] to, int toAt, int words) {
    if (words >= BULK) {
      words(from, at, words).get(0, to, toAt, words);
      return;
    }
    for (int i = 0; i < words; i++) {
      to[toAt + i] = (long) LONGS.get(from, at + i * Long.BYTES);
    }
  }

  /** Writes whole words, least significant bytes first. */
  static void write(long[] from, int at, byte[] to, int toAt, int words) {
    if (words >= BULK) {
      words(to, toAt, words).put(0, from, at, words);
      return;
    }
    for (int i = 0; i < words; i++) {
      LONGS.set(to, toAt + i * Long.BYTES, from[at + i]);
    }
  }

  private static LongBuffer words(byte[] bytes, int at, int words) {
    return ByteBuffer.wrap(bytes, at, words * Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer();
  }
}
