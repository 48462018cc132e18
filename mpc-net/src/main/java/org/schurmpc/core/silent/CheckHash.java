package org.schurmpc.core.silent;

import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.crypto.Words;

/**
 * Arithmetic of the check of correlated OTs in GF(2^128) as GHASH has it: h, linear over the field,
 * and sums of rows times powers of X.
 */
final class CheckHash {
  static final int BYTES = LinearTag.TAG_BYTES;

  /** Number of coefficients of an element. */
  static final int BITS = Byte.SIZE * BYTES;

  /** 1 as the low word of a row. */
  static final long ONE = 0x80;

  private static final long REDUCTION = 0xe1L << 56;

  private final LinearTag tag;

  CheckHash(byte[] key) {
    this.tag = new LinearTag(key);
  }

  /** Returns h of rows of two longs. */
  byte[] of(long[] rows, int n) {
    byte[] hash = new byte[BYTES];
    tag.hash(rows, 0, 2 * n, hash, 0);
    return hash;
  }

  /** Returns the coefficient of X^i of an element, 0 or 1. */
  static long bit(byte[] element, int i) {
    return ((long) element[i / Byte.SIZE] >>> (Byte.SIZE - 1 - i % Byte.SIZE)) & 1;
  }

  /**
   * Adds the sum of X^i times row i to an element.
   *
   * @param rows {@link #BITS} rows from {@code at} on
   */
  static void addPowers(long[] rows, int at, byte[] to) {
    long high = 0;
    long low = 0;
    for (int i = BITS - 1; i >= 0; i--) {
      long carry = -(low & 1);
      low = (low >>> 1) | (high << 63);
      high = (high >>> 1) ^ (carry & REDUCTION);
      high ^= Long.reverseBytes(rows[at + 2 * i]);
      low ^= Long.reverseBytes(rows[at + 2 * i + 1]);
    }
    byte[] sum = Words.toBytes(new long[] {Long.reverseBytes(high), Long.reverseBytes(low)}, 0, 2);
    for (int i = 0; i < BYTES; i++) {
      to[i] ^= sum[i];
    }
  }

  void wipe() {
    tag.wipe();
  }
}
