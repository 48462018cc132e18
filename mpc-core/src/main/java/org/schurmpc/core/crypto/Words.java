package org.schurmpc.core.crypto;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Converts words to and from bytes, least significant byte first: the only order used on the wire
 * and in hashes.
 */
public final class Words {
  private Words() {}

  /** Returns the {@code 8 * length} bytes of {@code length} words. */
  public static byte[] toBytes(long[] words, int offset, int length) {
    byte[] bytes = new byte[Math.multiplyExact(length, Long.BYTES)];
    toBytes(words, offset, length, bytes, 0);
    return bytes;
  }

  /** Writes {@code length} words to {@code 8 * length} bytes. */
  public static void toBytes(long[] words, int offset, int length, byte[] dst, int dstOffset) {
    ByteBuffer.wrap(dst, dstOffset, Math.multiplyExact(length, Long.BYTES))
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .put(words, offset, length);
  }

  /** Reads {@code length} words from {@code 8 * length} bytes. */
  public static void fromBytes(byte[] src, int srcOffset, long[] words, int offset, int length) {
    ByteBuffer.wrap(src, srcOffset, Math.multiplyExact(length, Long.BYTES))
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(words, offset, length);
  }
}
