package org.schurmpc.tinyot.prep;

import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Secrets;

/**
 * One party's part of authenticated random bits [[x_i]], given by correlated OTs: the MAC of its
 * own random bit x_i, and the key of the peer's random bit. With Δ this party's and Δ' the peer's
 * global key, mac_i = key'_i + x_i Δ' and mac'_i = key_i + x'_i Δ, all in GF(2)^128.
 *
 * <p>Row i of MACs and keys is two longs: bit j of the row is bit j mod 64 of long 2i + j/64.
 */
public final class AuthBits {
  /** Number of longs of one MAC or key. */
  public static final int ROW = 2;

  private final int capacity;
  private final long[] bits;
  private final long[] macs;
  private final long[] keys;

  /**
   * Creates room for bits.
   *
   * @param capacity maximum number of bits
   */
  public AuthBits(int capacity) {
    this.capacity = capacity;
    this.bits = new long[BitMatrix.wordsFor(capacity)];
    this.macs = new long[Math.multiplyExact(ROW, capacity)];
    this.keys = new long[Math.multiplyExact(ROW, capacity)];
  }

  public int capacity() {
    return capacity;
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

  /** Overwrites bits, MACs and keys. */
  public void wipe() {
    Secrets.wipe(bits);
    Secrets.wipe(macs);
    Secrets.wipe(keys);
  }
}
