package org.schurmpc.spdz.bits;

import java.util.Arrays;
import org.schurmpc.core.crypto.Secrets;

/**
 * One party's parts of n bits: shares, 0 or 1, MACs of them under the peer's key, and keys of the
 * peer's MACs. MACs and keys have one or two words each, and lie in planes: first word 0 of all,
 * then word 1.
 */
public final class BitShares {
  private final int count;
  private final int words;
  private final long[] bits;
  private final long[] macs;
  private final long[] keys;

  /**
   * Creates shares of {@code count} zeros.
   *
   * @param words number of words of a MAC
   */
  public BitShares(int count, int words) {
    int longs = Math.multiplyExact(count, words);
    this.count = count;
    this.words = words;
    this.bits = new long[count];
    this.macs = new long[longs];
    this.keys = new long[longs];
  }

  /** Returns the number of bits. */
  public int count() {
    return count;
  }

  /** Returns the number of words of a MAC. */
  public int words() {
    return words;
  }

  /** Returns the shares, a long of 0 or 1 for each bit; not a copy. */
  public long[] bits() {
    return bits;
  }

  /** Returns the planes of MACs; not a copy. */
  public long[] macs() {
    return macs;
  }

  /** Returns the planes of keys; not a copy. */
  public long[] keys() {
    return keys;
  }

  /** Returns the place of a word of a bit in the planes. */
  public int at(int word, int bit) {
    return word * count + bit;
  }

  /** Copies bits of other shares to this object; the two ranges may overlap. */
  public void copy(int to, BitShares from, int fromBit, int n) {
    System.arraycopy(from.bits, fromBit, bits, to, n);
    for (int v = 0; v < words; v++) {
      System.arraycopy(from.macs, from.at(v, fromBit), macs, at(v, to), n);
      System.arraycopy(from.keys, from.at(v, fromBit), keys, at(v, to), n);
    }
  }

  /**
   * Copies a matrix of bits of other shares column by column, which is there row by row. The two
   * ranges are apart.
   */
  public void transpose(int to, BitShares from, int fromBit, int rows, int columns) {
    transpose(from.bits, fromBit, bits, to, rows, columns);
    for (int v = 0; v < words; v++) {
      transpose(from.macs, from.at(v, fromBit), macs, at(v, to), rows, columns);
      transpose(from.keys, from.at(v, fromBit), keys, at(v, to), rows, columns);
    }
  }

  private static void transpose(long[] from, int at, long[] to, int toAt, int rows, int columns) {
    for (int j = 0; j < columns; j++) {
      for (int i = 0; i < rows; i++) {
        to[toAt + j * rows + i] = from[at + i * columns + j];
      }
    }
  }

  /** Sets bits to shares of zero. */
  public void clear(int at, int n) {
    Arrays.fill(bits, at, at + n, 0);
    for (int v = 0; v < words; v++) {
      Arrays.fill(macs, at(v, at), at(v, at + n), 0);
      Arrays.fill(keys, at(v, at), at(v, at + n), 0);
    }
  }

  /** Wipes all bits. */
  public void wipe() {
    Secrets.wipe(bits);
    Secrets.wipe(macs);
    Secrets.wipe(keys);
  }

  /** Returns the size only: the shared bits are secret. */
  @Override
  public String toString() {
    return "BitShares[" + count + "]";
  }
}
