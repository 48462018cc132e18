package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.tinyot.material.Material;

/**
 * One party's part of a batch of leaky ANDs [[x]], [[y]], [[z]], z = x ∧ y, for each of which the
 * peer may know x, with MACs and keys of the online phase. Bucketing gathers the records at random:
 * with MACs and keys of 64 bits, a record is one cache line.
 *
 * <p>A record is, with w words of a MAC and v words of a key, w words of the MAC of x and v of the
 * key of x, those of y and those of z, then one word of shares.
 */
final class LeakyAnds {
  /**
   * Start of the first record in the array: records of 8 longs do not straddle cache lines if a
   * large array starts, after a header of 16 bytes, on a cache line.
   */
  private static final int START = 6;

  /**
   * Bit number of the share of x in the word of shares; the following constants number the other
   * bits.
   */
  static final int X_SHARE = 0;

  static final int Y_SHARE = 1;
  static final int Z_SHARE = 2;

  /**
   * Bit number in the word of shares: whether Δ is still to be added to the key of z, for a public
   * constant that the peer added.
   */
  static final int Z_KEY_SHIFT = 3;

  private final int macWords;
  private final int partWords;
  private final int recordLongs;
  private int count;
  private long[] records = new long[0];
  private long[] constants = new long[0];
  private int constantAt;

  /**
   * Creates an empty batch.
   *
   * @param macWords number of 64-bit words of a MAC: 1 or 2
   * @param keyWords number of 64-bit words of a key: 1 or 2
   */
  LeakyAnds(int macWords, int keyWords) {
    this.macWords = macWords;
    this.partWords = macWords + keyWords;
    // One word more than needed fills the cache line of narrow records.
    this.recordLongs = Math.max(8, shares() + 1);
  }

  /** Makes room for {@code newCount} leaky ANDs, a multiple of 64, all yet to be written. */
  void reset(int newCount) {
    int longs = Math.addExact(START, Math.multiplyExact(newCount, recordLongs));
    if (longs > records.length) {
      wipe();
      records = new long[0]; // so that no two arrays are held
      records = new long[longs];
    }
    count = newCount;
    setConstants(new long[newCount / Long.SIZE], Z_SHARE);
  }

  int count() {
    return count;
  }

  /** Returns the number of words w of a MAC. */
  int macWords() {
    return macWords;
  }

  /** Returns the number of words v of a key. */
  int keyWords() {
    return partWords - macWords;
  }

  /** Returns the number of longs from one record to the next. */
  int recordLongs() {
    return recordLongs;
  }

  /** Returns the records. */
  long[] records() {
    return records;
  }

  /** Returns the start of a record. */
  int at(int record) {
    return START + record * recordLongs;
  }

  /**
   * Returns the offset of a MAC in a record; the key follows.
   *
   * @param part {@link Material#A} for x, {@link Material#B} for y, {@link Material#C} for z
   */
  int macs(int part) {
    return part * partWords;
  }

  /** Returns the offset of the word of shares in a record. */
  int shares() {
    return macs(Material.C + 1);
  }

  /**
   * Sets the public constants to be added.
   *
   * @param words bit i for record i; kept
   * @param bit {@link #Z_SHARE} or {@link #Z_KEY_SHIFT}
   */
  void setConstants(long[] words, int bit) {
    constants = words;
    constantAt = bit;
  }

  /** Returns the public constant of a record: 0 or 1. */
  long constant(int record) {
    return constants[record >>> 6] >>> record & 1;
  }

  /** Returns the shares of a record, with its public constant. */
  long share(int record) {
    return records[at(record) + shares()] ^ (constant(record) << constantAt);
  }

  /** Returns the number of the bit of shares to which the public constant is added. */
  int constantAt() {
    return constantAt;
  }

  void wipe() {
    Secrets.wipe(records);
    Secrets.wipe(constants);
    count = 0;
  }
}
