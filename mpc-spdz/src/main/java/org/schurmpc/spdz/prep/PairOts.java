package org.schurmpc.spdz.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.TweakedHash;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.CotPair;
import org.schurmpc.core.ot.HashDomain;
import org.schurmpc.core.session.Session;

/**
 * Random OTs with one peer, in both directions at once. A message has as many words as the
 * randomness for a field element. For each OT that this party sends, it has two messages; for each
 * OT that it receives, the one that its choice bit selects.
 *
 * <p>The OTs are made from correlated OTs of 128 bits by {@link TweakedHash}, with a separate tweak
 * for each 128 bits of each message.
 */
final class PairOts implements AutoCloseable {
  private static final int ROW = 2;

  private final CotPair cots;
  private final long[] delta;
  private final TweakedHash sendHash;
  private final TweakedHash receiveHash;
  private final int words;
  private final int blocks;
  private long counter;
  private int count;
  private long[] sent = new long[0];
  private long[] received = new long[0];
  private long[] choices = new long[0];
  private long[] branch = new long[0];
  private long[] hashed = new long[0];

  private PairOts(Session pair, CotPair cots, long[] delta, int words, long user) {
    this.cots = cots;
    this.delta = delta;
    this.words = words;
    this.blocks = (words + ROW - 1) / ROW;
    int line = pair.channelNumber();
    long sending = HashDomain.of(HashDomain.FIELD_PRODUCT, line, pair.party(), user);
    long receiving = HashDomain.of(HashDomain.FIELD_PRODUCT, line, pair.peer(), user);
    this.sendHash = new TweakedHash(pair.sid(), sending);
    this.receiveHash = new TweakedHash(pair.sid(), receiving);
  }

  /**
   * Begins extensions in both directions; one round with the peer.
   *
   * @param keys made for both directions
   * @param words number of words of a message
   */
  static PairOts begin(Session pair, CotKeys keys, int k, int words, CotKernels kernels)
      throws MpcException {
    long user = pair.nextNumber("field product OTs");
    CotPair cots = CotPair.begin(pair, keys, k, kernels);
    long[] delta = keys.delta();
    PairOts ots = null;
    try {
      ots = new PairOts(pair, cots, delta, words, user);
      return ots;
    } finally {
      if (ots == null) {
        Secrets.wipe(delta);
        cots.close();
      }
    }
  }

  /**
   * Makes the next OTs of both directions and drops the previous ones. After it returns, the check
   * of the OTs that this party sends has passed.
   *
   * @param number number of OTs, a multiple of 64
   * @throws org.schurmpc.core.abort.PeerCheated with OT_CONSISTENCY
   */
  void next(int number) throws MpcException {
    counter += (long) count * blocks;
    count = number;
    if (sent.length < ROW * number) {
      wipe();
      sent = new long[ROW * number];
      received = new long[ROW * number];
      choices = new long[number / Long.SIZE];
      branch = new long[ROW * number];
      hashed = new long[blocks == 1 ? 0 : ROW * number];
    }
    cots.next(sent, choices, received, number);
  }

  /** Returns the choice bits of the OTs that this party receives, 64 to a word; not a copy. */
  long[] choices() {
    return choices;
  }

  /** Writes the messages that this party received, {@code words} longs each. */
  void received(long[] messages) {
    hash(receiveHash, received, messages);
  }

  /**
   * Writes one message of each OT that this party sends.
   *
   * @param flips a bit for each OT: if set, the peer wants the messages swapped; or null. The bits
   *     come from the peer, so they are public.
   */
  void sent(int message, long[] flips, long[] messages) {
    long both = -message;
    for (int i = 0; i < count; i++) {
      long flip = flips == null ? 0 : -(flips[i >>> 6] >>> i & 1);
      long mask = both ^ flip;
      branch[ROW * i] = sent[ROW * i] ^ (delta[0] & mask);
      branch[ROW * i + 1] = sent[ROW * i + 1] ^ (delta[1] & mask);
    }
    hash(sendHash, branch, messages);
  }

  private void hash(TweakedHash hash, long[] rows, long[] messages) {
    if (words == ROW) {
      hash.hash(rows, 0, counter, count, messages, 0);
      return;
    }
    long[] out =
        blocks == 1 ? branch : hashed; // rows may be the array branch, which every block needs
    for (int block = 0; block < blocks; block++) {
      hash.hash(rows, 0, counter + (long) block * count, count, out, 0);
      int now = Math.min(ROW, words - ROW * block);
      for (int i = 0; i < count; i++) {
        System.arraycopy(out, ROW * i, messages, words * i + ROW * block, now);
      }
    }
  }

  private void wipe() {
    Secrets.wipe(sent);
    Secrets.wipe(received);
    Secrets.wipe(choices);
    Secrets.wipe(branch);
    Secrets.wipe(hashed);
  }

  /** Wipes all secrets; the session stays open. */
  @Override
  public void close() {
    wipe();
    Secrets.wipe(delta);
    sendHash.wipe();
    receiveHash.wipe();
    cots.close();
  }
}
