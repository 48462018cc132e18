package org.schurmpc.core.ot;

import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.LinearTag;

/**
 * Computes the sizes of a batch. A column has one word for each 64 OTs, and {@value #MASK_WORDS}
 * more words that hide the hash of u: the 128 OTs in them are dropped.
 */
final class Batch {
  static final int MASK_WORDS = 2;
  static final int MIN_WORDS = 128;
  static final int MAX_WORDS = 2048;

  static final int CHALLENGE_BYTES = 16;
  static final int RESPONSE_BYTES = LinearTag.TAG_BYTES + FieldHash.BYTES;

  /** Number of longs of a cache line. */
  private static final int LINE = 8;

  private Batch() {}

  /**
   * Returns the number of words of a batch's columns: an even number, so that the mask is one block
   * of the hash. Each batch is twice as large as the previous one, so that many small calls get
   * large batches too, unless the calls were announced.
   *
   * @param wanted the number of words of OTs that are still wanted
   * @param last the number of words of the previous batch, or 0 if there is none or {@code wanted}
   *     is all that was announced
   */
  static int words(long wanted, int last) {
    long even = wanted + (wanted & 1) + MASK_WORDS;
    return (int) Math.max(MIN_WORDS, Math.min(MAX_WORDS, Math.max(even, 2L * last)));
  }

  /** Returns the number of words of OTs that a batch yields. */
  static int usable(int words) {
    return words - MASK_WORDS;
  }

  /**
   * Returns the distance of columns in an array, in longs: one cache line more than their length, a
   * power of two in the largest batch, so that the same row of all columns fits the cache.
   */
  static int stride(int words) {
    return words + LINE;
  }

  static int correctionBytes(int k, int words) {
    return (SmallField.BITS / k - 1) * words * Long.BYTES;
  }

  /** Returns the buffer, or a larger one if the buffer has fewer than {@code length} bytes. */
  static byte[] atLeast(byte[] buffer, int length) {
    return buffer.length < length ? new byte[length] : buffer;
  }
}
