package org.schurmpc.core.ot;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.session.Session;

/** Receives OTs of messages of 128 bits; see {@link OtSender}. */
public final class OtReceiver implements AutoCloseable {
  private static final int ROW = 2;

  private final Session session;
  private final CotReceiver cots;
  private final TweakedHash hash;
  private long counter;

  private OtReceiver(Session session, CotReceiver cots) {
    this.session = session;
    this.cots = cots;
    long domain =
        HashDomain.of(HashDomain.OT, session.channelNumber(), session.peer(), cots.extension());
    this.hash = new TweakedHash(session.sid(), domain);
  }

  /** Begins like {@link CotReceiver#begin}; the peer calls {@link OtSender#begin}. */
  public static OtReceiver begin(Session session, CotKeys keys, int k, CotKernels kernels)
      throws MpcException {
    return new OtReceiver(session, CotReceiver.begin(session, keys, k, kernels));
  }

  /**
   * Performs random OTs.
   *
   * @param choices receives the uniform choice bits, 64 to a word
   * @param messages receives the chosen messages, {@code 2 count} longs
   */
  public void random(long[] choices, long[] messages, int count) throws MpcException {
    int words = BitMatrix.wordsFor(count);
    long[] rows = new long[ROW * Long.SIZE * words];
    try {
      cots.next(choices, 0, rows, 0, Long.SIZE * words);
      hash.hash(rows, 0, counter, count, messages, 0);
      counter += count;
    } finally {
      Secrets.wipe(rows);
    }
  }

  /**
   * Performs OTs of messages that the peer chose. Two rounds more than random OTs.
   *
   * @param choices the choice bits, 64 to a word
   * @param messages receives the chosen messages, {@code 2 count} longs
   */
  public void receive(long[] choices, long[] messages, int count) throws MpcException {
    long[] drawn = new long[BitMatrix.wordsFor(count)];
    try {
      receive(choices, messages, count, drawn);
    } finally {
      Secrets.wipe(drawn);
    }
  }

  private void receive(long[] choices, long[] messages, int count, long[] drawn)
      throws MpcException {
    random(drawn, messages, count);
    long[] flips = new long[drawn.length];
    for (int i = 0; i < flips.length; i++) {
      flips[i] = drawn[i] ^ choices[i];
    }
    byte[] out = Words.toBytes(flips, 0, flips.length);
    session.exchange(out, 0, out.length, out, 0, 0);
    byte[] in = new byte[Math.multiplyExact(2 * ROW * Long.BYTES, count)];
    session.exchange(in, 0, 0, in, 0, in.length);
    long[] hidden = new long[2 * ROW * count];
    Words.fromBytes(in, 0, hidden, 0, hidden.length);
    for (int i = 0; i < count; i++) {
      long mask = -(choices[i >>> 6] >>> i & 1);
      for (int j = 0; j < ROW; j++) {
        long first = hidden[2 * ROW * i + j];
        long second = hidden[2 * ROW * i + ROW + j];
        messages[ROW * i + j] ^= first ^ (mask & (first ^ second));
      }
    }
  }

  /** Wipes the remaining OTs and keys; the session stays open. */
  @Override
  public void close() {
    cots.close();
    hash.wipe();
  }
}
