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
  private final SenderPads pads;

  private OtSender(Session session, CotSender cots, long[] delta) {
    this.session = session;
    this.cots = cots;
    long domain =
        HashDomain.of(HashDomain.OT, session.channelNumber(), session.party(), cots.extension());
    this.pads = new SenderPads(new TweakedHash(session.sid(), domain), delta);
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
      pads.next(rows, count, new long[BitMatrix.wordsFor(count)], messages);
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
      pads.next(rows, count, flips, hidden);
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

  /** Wipes the remaining OTs and keys; the session stays open. */
  @Override
  public void close() {
    cots.close();
    pads.wipe();
  }
}
