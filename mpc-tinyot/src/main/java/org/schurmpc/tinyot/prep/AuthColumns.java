package org.schurmpc.tinyot.prep;

import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.CotKernels;

/**
 * One party's part of authenticated random bits, as in {@link AuthBits}, but with MACs and keys as
 * columns: bit i of column j is bit j of row i.
 */
public final class AuthColumns {
  /** Number of columns of MACs, and of keys. */
  static final int COLUMNS = 128;

  /** Number of longs of a cache line: columns of equal rows are not all in the same set. */
  private static final int LINE = 8;

  private final int capacity;
  private final int stride;
  private final long[] bits;
  private final long[] macs;
  private final long[] keys;

  /**
   * Creates room for bits.
   *
   * @param capacity maximum number of bits, a multiple of 64
   */
  public AuthColumns(int capacity) {
    this.capacity = capacity;
    int words = BitMatrix.wordsFor(capacity);
    this.stride = words + LINE;
    this.bits = new long[words];
    this.macs = new long[Math.multiplyExact(COLUMNS, stride)];
    this.keys = new long[macs.length];
  }

  public int capacity() {
    return capacity;
  }

  /** Returns the number of longs from one column to the next. */
  public int stride() {
    return stride;
  }

  /** Returns the own bits: bit i is bit i mod 64 of word i / 64. */
  public long[] bits() {
    return bits;
  }

  /** Returns the MACs of the own bits, under the peer's keys. */
  public long[] macs() {
    return macs;
  }

  /** Returns the own keys of the peer's bits. */
  public long[] keys() {
    return keys;
  }

  /** Copies {@code count} bits, a multiple of 64. */
  void copy(AuthBits rows, int count, CotKernels kernels) {
    int words = count / Long.SIZE;
    System.arraycopy(rows.bits(), 0, bits, 0, words);
    if (words > 0) {
      kernels.columns128(rows.macs(), 0, words, macs, 0, stride);
      kernels.columns128(rows.keys(), 0, words, keys, 0, stride);
    }
  }

  /** Overwrites bits, MACs and keys. */
  public void wipe() {
    Secrets.wipe(bits);
    Secrets.wipe(macs);
    Secrets.wipe(keys);
  }
}
