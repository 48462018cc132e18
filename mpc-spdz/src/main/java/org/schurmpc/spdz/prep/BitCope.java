package org.schurmpc.spdz.prep;

import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.session.Session;

/**
 * {@link Cope} for bits x in characteristic 2, with one peer and in both directions: q = t + α x.
 * The k OTs are the same, with streams of their own. As x is a bit, so are t_{0,h} and t_{1,h}, and
 * a correction u_h = t_{0,h} + t_{1,h} + x: a value takes k bits on the wire.
 *
 * <p>Values are bits of words, 64 to a word. Elements are k rows of such words: bit i of row h is
 * the coefficient of X^h in element i.
 *
 * <p>A giver that sends other messages gives other bits for some bits of α. This class checks
 * nothing.
 */
final class BitCope {
  private static final String LABEL = "COPE bits";

  private final long[] alphaBits;
  private final Prg[] chosen; // by bit of α
  private final Prg[] first;
  private final Prg[] second;
  private final byte[] scratch = new byte[4096];
  private final int block;
  private final long[] row;
  private final long[] other;

  /**
   * Creates the products.
   *
   * @param alpha this party's share, one element
   * @param seeds one seed of each OT received, two longs each
   * @param pairs both seeds of each OT sent: first seeds of all OTs, then second seeds
   * @param block maximum number of words that are extended at a time
   */
  BitCope(Session pair, Field field, long[] alpha, long[] seeds, long[][] pairs, int block) {
    int k = field.bits();
    this.alphaBits = new long[(k + Long.SIZE - 1) / Long.SIZE];
    field.toBits(alpha, 0, alphaBits, 0, 1);
    long number = pair.nextNumber(LABEL);
    this.chosen = Cope.generators(LABEL, pair, seeds, k, number);
    this.first = Cope.generators(LABEL, pair, pairs[0], k, number);
    this.second = Cope.generators(LABEL, pair, pairs[1], k, number);
    this.block = block;
    this.row = new long[block];
    this.other = new long[block];
  }

  /** Returns the number of bytes that a giver sends for a number of words. */
  int messageBytes(int words) {
    return Math.multiplyExact(chosen.length * Long.BYTES, words);
  }

  /**
   * Performs the giver's part.
   *
   * @param bits values from {@code at} on
   * @param words number of words, at most a block
   * @param message receives the message to the holder, {@link #messageBytes}
   * @param rows -t is added to these k rows of {@code words} longs each
   */
  void give(long[] bits, int at, int words, byte[] message, long[] rows) {
    requireBlock(words);
    for (int h = 0; h < chosen.length; h++) {
      first[h].nextLongs(row, 0, words, scratch);
      second[h].nextLongs(other, 0, words, scratch);
      for (int w = 0; w < words; w++) {
        rows[h * words + w] ^= row[w];
        row[w] ^= other[w] ^ bits[at + w];
      }
      Words.toBytes(row, 0, words, message, h * words * Long.BYTES);
    }
  }

  /**
   * Performs the holder's part.
   *
   * @param message message of the giver; every message of the length is well-formed
   * @param rows q is added to these k rows of {@code words} longs each
   */
  void hold(byte[] message, int words, long[] rows) {
    requireBlock(words);
    for (int h = 0; h < chosen.length; h++) {
      chosen[h].nextLongs(row, 0, words, scratch);
      Words.fromBytes(message, h * words * Long.BYTES, other, 0, words);
      long mask = -(alphaBits[h >>> 6] >>> h & 1);
      for (int w = 0; w < words; w++) {
        rows[h * words + w] ^= row[w] ^ (other[w] & mask);
      }
    }
  }

  private void requireBlock(int words) {
    if (words > block) {
      throw new IllegalArgumentException(words + " words, and a block has " + block);
    }
  }

  void wipe() {
    for (Prg[] each : new Prg[][] {chosen, first, second}) {
      for (Prg prg : each) {
        prg.wipe();
      }
    }
    Secrets.wipe(alphaBits);
    Secrets.wipe(scratch);
    Secrets.wipe(row);
    Secrets.wipe(other);
  }
}
