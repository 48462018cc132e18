package org.schurmpc.core.ot;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.session.Session;

/**
 * Generates correlated OTs in both directions at once, like {@link CotSender} and {@link
 * CotReceiver} with their messages in the same rounds. Both parties call the same methods.
 *
 * <p>Used by one thread. OTs left over from a batch serve the next call.
 */
public final class CotPair implements Cots {
  private final Session session;
  private final int k;
  private final SenderCore sender;
  private final ReceiverCore receiver;
  private final Batches batches = new Batches();

  /** Number of words of the columns of the last batch, which are kept until the next one. */
  private int batchWords;

  /** The first word that is left over, and the one after the last. */
  private int at;

  private int end;
  private byte[] out = new byte[0];
  private byte[] in = new byte[0];

  private CotPair(Session session, int k, SenderCore sender, ReceiverCore receiver) {
    this.session = session;
    this.k = k;
    this.sender = sender;
    this.receiver = receiver;
  }

  /**
   * Begins two extensions. One round.
   *
   * @param keys keys for both directions, created in this session or on a connection of which it is
   *     a fork
   * @param k 1, 2, 4 or 8: 128/k - 1 bits are sent for an OT
   * @throws org.schurmpc.core.abort.Refused if k is another number
   * @throws org.schurmpc.core.abort.PeerCheated with PPRF if the peer's trees are inconsistent
   */
  public static CotPair begin(Session session, CotKeys keys, int k, CotKernels kernels)
      throws MpcException {
    SmallField.require(k);
    long setUp = session.nextNumber(SmallField.SET_UP);
    ReceiverCore receiver = new ReceiverCore(session, k, keys.pairs(), setUp, kernels);
    SenderCore sender = null;
    try {
      byte[] theirs = session.exchange(receiver.setUpMessage());
      sender = new SenderCore(session, k, keys.delta(), keys.chosen(), setUp, theirs, kernels);
    } finally {
      if (sender == null) {
        receiver.wipe();
      }
    }
    return new CotPair(session, k, sender, receiver);
  }

  /**
   * Returns about how many bytes a party sends for OTs in both directions.
   *
   * @param k parameter of SoftSpokenOT
   */
  public static long bytes(long ots, int k) {
    return Math.multiplyExact(ots, SmallField.BITS / k - 1L) / Byte.SIZE;
  }

  /**
   * Announces the calls of {@link #next} to come, so that many small ones are served by batches of
   * the right size. Without an announcement each batch is at least twice as large as the previous
   * one.
   */
  @Override
  public void expect(long count) {
    batches.expect(count / Long.SIZE);
  }

  /**
   * Writes the next OTs of both directions. Three rounds for each batch of up to about 131,000 OTs.
   *
   * @throws org.schurmpc.core.abort.PeerCheated with OT_CONSISTENCY if the peer's choice bits are
   *     inconsistent
   */
  @Override
  public void next(long[] sentRows, long[] choices, long[] receivedRows, int count)
      throws MpcException {
    serve(
        count,
        (words, first, now, done) -> {
          int at = Leftover.rowLongs(done);
          sender.rows(words, first, now, sentRows, at);
          receiver.rows(words, first, now, choices, done, receivedRows, at);
        });
  }

  @Override
  public void nextColumns(
      long[] sentColumns, long[] choices, long[] receivedColumns, int stride, int count)
      throws MpcException {
    serve(
        count,
        (words, first, now, done) -> {
          sender.columns(words, first, now, sentColumns, done, stride);
          receiver.columns(words, first, now, choices, receivedColumns, done, stride);
        });
  }

  /** Takes OTs out of the columns of the last batch. */
  @FunctionalInterface
  private interface Copy {
    /**
     * Copies OTs.
     *
     * @param words the number of words of the batch's columns
     * @param first the first word to copy
     * @param now the number of words to copy
     * @param done the number of words copied before
     */
    void take(int words, int first, int now, int done);
  }

  /** Copies OTs that are left over, then those of new batches, in their order. */
  private void serve(int count, Copy copy) throws MpcException {
    int wanted = Leftover.words(count);
    int left = Math.min(wanted, end - at);
    copy.take(batchWords, at, left, 0);
    at += left;
    batches.serve(
        wanted,
        left,
        this::batch,
        (words, done, now, rest) -> {
          copy.take(words, 0, now, done);
          batchWords = words;
          at = now;
          end = now + rest;
        });
  }

  private void batch(int words) throws MpcException {
    int length = Batch.correctionBytes(k, words);
    out = Batch.atLeast(out, length);
    in = Batch.atLeast(in, length);
    receiver.expand(words, out);
    sender.expand(words);
    session.exchange(out, 0, length, in, 0, length);
    byte[] challenge = new byte[Batch.CHALLENGE_BYTES];
    session.random().nextBytes(challenge);
    byte[] theirChallenge = session.exchange(challenge);
    sender.correct(words, in, challenge);
    byte[] response = new byte[Batch.RESPONSE_BYTES];
    receiver.respond(words, theirChallenge, response);
    byte[] theirResponse = session.exchange(response);
    sender.check(challenge, theirResponse);
  }

  @Override
  public long[] delta() {
    return sender.delta();
  }

  /** Wipes the remaining OTs and keys; the session stays open. */
  @Override
  public void close() {
    sender.wipe();
    receiver.wipe();
    at = 0;
    end = 0;
    Arrays.fill(out, (byte) 0);
    Arrays.fill(in, (byte) 0);
  }
}
