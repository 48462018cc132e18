package org.schurmpc.tinyot.prep;

import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Secrets;

/**
 * One party's part of authenticated random bits [[x_i]], as the correlated OTs give them: of its
 * own random bit x_i the MAC, of the peer's random bit the key. With Δ the own and Δ' the peer's
 * global key, mac_i = key'_i + x_i Δ' and mac'_i = key_i + x'_i Δ, all in GF(2)^128.
 *
 * <p>Row i of MACs and keys is two longs: bit j of the row is bit j mod 64 of long 2i + j/64.
 */
public final class AuthBits {
  /** Longs of one MAC or key. */
  public static final int ROW = 2;

  private final int capacity;
  private final long[] bits;
  private final long[] macs;
  private final long[] keys;

  /**
   * @param capacity how many bits there is room for
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

  /** The own bits: bit i is bit i mod 64 of word i / 64. */
  public long[] bits() {
    return bits;
  }

  /** The MACs of the own bits, under the peer's keys. */
  public long[] macs() {
    return macs;
  }

  /** The own keys of the peer's bits. */
  public long[] keys() {
    return keys;
  }

  /** Overwrites all of it. */
  public void wipe() {
    Secrets.wipe(bits);
    Secrets.wipe(macs);
    Secrets.wipe(keys);
  }
}
