package org.schurmpc.core.ot;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.session.Session;

/**
 * Sends OTs of messages of 128 bits, derived from correlated OTs by a tweakable correlation-robust
 * hash: H(q_i, i) and H(q_i + Δ, i) are the random messages of OT i, and hide the two messages that
 * the sender chooses.
 */
public final class OtSender implements AutoCloseable {
  private static final int ROW = 2;

  private final Session session;
  private final CotSender cots;
  private final long[] delta;
  private final TweakedHash hash;
  private long counter;

  private OtSender(Session session, CotSender cots, long[] delta) {
    this.session = session;
    this.cots = cots;
    this.delta = delta;
    long domain =
        HashDomain.of(HashDomain.OT, session.channelNumber(), session.party(), cots.extension());
    this.hash = new TweakedHash(session.sid(), domain);
  }

  /** Begins like {@link CotSender#begin}; the peer calls {@link OtReceiver#begin}. */
  public static OtSender begin(Session session, CotKeys keys, int k, CotKernels kernels)
      throws MpcException {
    CotSender cots = CotSender.begin(session, keys, k, kernels);
    return new OtSender(session, cots, keys.delta());
  }

  /**
   * Performs random OTs.
   *
   * @param messages receives both messages of each OT, {@code 4 count} longs
   */
  public void random(long[] messages, int count) throws MpcException {
    long[] rows = rows(count);
    try {
      pads(rows, count, new long[BitMatrix.wordsFor(count)], messages);
    } finally {
      Secrets.wipe(rows);
    }
  }

  /**
   * Performs OTs of chosen messages: the peer gets one of each two. Two rounds more than random
   * OTs.
   *
   * @param messages both messages of each OT, {@code 4 count} longs
   */
  public void send(long[] messages, int count) throws MpcException {
    long[] rows = rows(count);
    try {
      byte[] in = new byte[BitMatrix.wordsFor(count) * Long.BYTES];
      session.exchange(in, 0, 0, in, 0, in.length);
      long[] flips = new long[BitMatrix.wordsFor(count)];
      Words.fromBytes(in, 0, flips, 0, flips.length);
      long[] hidden = new long[2 * ROW * count];
      pads(rows, count, flips, hidden);
      for (int i = 0; i < hidden.length; i++) {
        hidden[i] ^= messages[i];
      }
      byte[] out = Words.toBytes(hidden, 0, hidden.length);
      session.exchange(out, 0, out.length, out, 0, 0);
    } finally {
      Secrets.wipe(rows);
    }
  }

  private long[] rows(int count) throws MpcException {
    int words = BitMatrix.wordsFor(count);
    long[] rows = new long[ROW * Long.SIZE * words];
    boolean done = false;
    try {
      cots.next(rows, 0, Long.SIZE * words);
      done = true;
      return rows;
    } finally {
      if (!done) {
        Secrets.wipe(rows);
      }
    }
  }

  /**
   * Computes the hashes of q_i and q_i + Δ in this order, or in the reverse order where a flip is
   * set. Flips come from the peer, so they are public.
   */
  private void pads(long[] rows, int count, long[] flips, long[] messages) {
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

  /** Wipes the remaining OTs and keys; the session stays open. */
  @Override
  public void close() {
    cots.close();
    hash.wipe();
    Secrets.wipe(delta);
  }
}
