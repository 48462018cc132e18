package org.schurmpc.core.ot;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;

/** Computes the sender's random messages of OTs: H(q_i, i) and H(q_i + Δ, i). */
final class SenderPads {
  private static final int ROW = 2;

  private final TweakedHash hash;
  private final long[] delta;
  private long counter;

  /**
   * Creates the pads of one user of correlated OTs.
   *
   * @param hash hashes nothing else
   * @param delta two longs, wiped with the pads
   */
  SenderPads(TweakedHash hash, long[] delta) {
    this.hash = hash;
    this.delta = delta;
  }

  /**
   * Computes the hashes of q_i and q_i + Δ in this order, or in the reverse order where a flip is
   * set. Flips come from the peer, so they are public.
   *
   * @param rows q_i, two longs each
   * @param flips one bit for each OT
   * @param messages receives both messages of each OT, {@code 4 count} longs
   */
  void next(long[] rows, int count, long[] flips, long[] messages) {
    long[] hashed = new long[ROW * count];
    for (int branch = 0; branch < 2; branch++) {
      for (int i = 0; i < count; i++) {
        long mask = -((flips[i >>> 6] >>> i & 1) ^ branch);
        hashed[ROW * i] = rows[ROW * i] ^ (delta[0] & mask);
        hashed[ROW * i + 1] = rows[ROW * i + 1] ^ (delta[1] & mask);
      }
      hash.hash(hashed, 0, counter, count, hashed, 0);
      for (int i = 0; i < count; i++) {
        messages[2 * ROW * i + ROW * branch] = hashed[ROW * i];
        messages[2 * ROW * i + ROW * branch + 1] = hashed[ROW * i + 1];
      }
    }
    counter += count;
    Secrets.wipe(hashed);
  }

  void wipe() {
    hash.wipe();
    Secrets.wipe(delta);
  }
}
