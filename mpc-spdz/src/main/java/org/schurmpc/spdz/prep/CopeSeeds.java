package org.schurmpc.spdz.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.session.Session;

/**
 * The k OTs with one peer, in each direction, that all {@link Cope}s with this peer use (KOS16,
 * Figure 3, "Initialize"). Their choice bits are those of each party's share of the key.
 */
final class CopeSeeds {
  private static final int SEED_WORDS = 2;

  private final long[] chosen;
  private final long[][] pairs;

  /** Returns the number of longs of {@link #write}. */
  static int longs(Field field) {
    return 3 * SEED_WORDS * count(field);
  }

  private static int count(Field field) {
    return (field.bits() + Long.SIZE - 1) / Long.SIZE * Long.SIZE;
  }

  /** Writes all seeds: those chosen, then first and second seeds of the OTs sent. */
  void write(long[] to, int at) {
    System.arraycopy(chosen, 0, to, at, chosen.length);
    System.arraycopy(pairs[0], 0, to, at + chosen.length, chosen.length);
    System.arraycopy(pairs[1], 0, to, at + 2 * chosen.length, chosen.length);
  }

  /** Reads seeds that {@link #write} wrote. */
  static CopeSeeds read(Field field, long[] from, int at) {
    int length = SEED_WORDS * count(field);
    return new CopeSeeds(
        Arrays.copyOfRange(from, at, at + length),
        new long[][] {
          Arrays.copyOfRange(from, at + length, at + 2 * length),
          Arrays.copyOfRange(from, at + 2 * length, at + 3 * length)
        });
  }

  private CopeSeeds(long[] chosen, long[][] pairs) {
    this.chosen = chosen;
    this.pairs = pairs;
  }

  /**
   * Makes the OTs in some rounds with the peer.
   *
   * @param keys of base OTs in both directions
   * @param alpha this party's share of the key, one element
   */
  static CopeSeeds make(
      Session pair, CotKeys keys, int k, Field field, long[] alpha, CotKernels kernels)
      throws MpcException {
    int count = count(field);
    int words = count / Long.SIZE;
    long[] flips = new long[words];
    long[] theirs = new long[words];
    CopeSeeds seeds = new CopeSeeds(new long[SEED_WORDS * count], new long[2][SEED_WORDS * count]);
    boolean made = false;
    try (PairOts ots = PairOts.begin(pair, keys, k, SEED_WORDS, kernels)) {
      ots.next(count);
      field.toBits(alpha, 0, flips, 0, 1);
      for (int w = 0; w < words; w++) {
        flips[w] ^= ots.choices()[w];
      }
      byte[] received = pair.exchange(Words.toBytes(flips, 0, words));
      Words.fromBytes(received, 0, theirs, 0, words);
      ots.received(seeds.chosen);
      ots.sent(0, theirs, seeds.pairs[0]);
      ots.sent(1, theirs, seeds.pairs[1]);
      made = true;
      return seeds;
    } finally {
      Secrets.wipe(flips); // with the choice bits they give α
      if (!made) {
        seeds.wipe();
      }
    }
  }

  /**
   * Begins products with separate generators for a connection; one round with the peer.
   *
   * @param k of the OT extension
   * @param block maximum number of elements that are extended at a time
   */
  Cope on(Session pair, Field field, long[] alpha, int k, int block) throws MpcException {
    return Cope.begin(pair, field, alpha, k, chosen, pairs, block);
  }

  /**
   * Returns products of bits with separate generators for a connection.
   *
   * @param block maximum number of words of bits that are extended at a time
   */
  BitCope bitsOn(Session pair, Field field, long[] alpha, int block) {
    return new BitCope(pair, field, alpha, chosen, pairs, block);
  }

  void wipe() {
    Secrets.wipe(chosen);
    Secrets.wipe(pairs[0]);
    Secrets.wipe(pairs[1]);
  }
}
