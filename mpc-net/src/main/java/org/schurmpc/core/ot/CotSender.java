package org.schurmpc.core.ot;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.session.Session;

/**
 * Generates the sender's part of correlated OTs with a fixed Δ, extended from base OTs by
 * SoftSpokenOT (Roy, eprint 2022/192): row i is a uniform q_i, and the receiver holds a choice bit
 * x_i and t_i = q_i + x_i Δ, in GF(2)^128. Malicious security; a receiver that guesses t bits about
 * Δ learns them if all guesses are right, and is caught otherwise.
 *
 * <p>Used by one thread. OTs left over from a batch serve the next call.
 */
public final class CotSender implements AutoCloseable {
  private final Session session;
  private final int k;
  private final long extension;
  private final SenderCore core;
  private final Leftover leftover = new Leftover(false);
  private final Batches batches = new Batches();
  private byte[] corrections = new byte[0];

  private CotSender(Session session, int k, long extension, SenderCore core) {
    this.session = session;
    this.k = k;
    this.extension = extension;
    this.core = core;
  }

  /**
   * Begins an extension; the peer calls {@link CotReceiver#begin}. One round.
   *
   * @param keys keys for sending, created in this session or on a connection of which it is a fork
   * @param k 1, 2, 4 or 8: 128/k - 1 bits are sent for an OT
   * @throws org.schurmpc.core.abort.Refused if k is another number
   * @throws org.schurmpc.core.abort.PeerCheated with PPRF if the receiver's trees are inconsistent
   */
  public static CotSender begin(Session session, CotKeys keys, int k, CotKernels kernels)
      throws MpcException {
    SmallField.require(k);
    long setUp = session.nextNumber(SmallField.SET_UP);
    byte[] message = new byte[FullTrees.messageBytes(k, SmallField.BITS / k)];
    session.exchange(message, 0, 0, message, 0, message.length);
    SenderCore core =
        new SenderCore(session, k, keys.delta(), keys.chosen(), setUp, message, kernels);
    return new CotSender(session, k, setUp, core);
  }

  /**
   * Writes the next OTs. Their check has passed on return. Three rounds for each batch of up to
   * about 131,000 OTs.
   *
   * @param rows receives q_i, two longs each
   * @param count a multiple of 64
   * @throws org.schurmpc.core.abort.PeerCheated with OT_CONSISTENCY if the receiver's choice bits
   *     are inconsistent
   */
  public void next(long[] rows, int rowsOff, int count) throws MpcException {
    int wanted = Leftover.words(count);
    int left = leftover.take(null, 0, rows, rowsOff, wanted);
    batches.serve(
        wanted,
        left,
        this::batch,
        (words, done, now, rest) -> {
          core.rows(words, 0, now, rows, rowsOff + Leftover.rowLongs(done));
          core.rows(words, now, rest, leftover.rows(rest), 0);
        });
  }

  private void batch(int words) throws MpcException {
    int length = Batch.correctionBytes(k, words);
    corrections = Batch.atLeast(corrections, length);
    core.expand(words);
    session.exchange(corrections, 0, 0, corrections, 0, length);
    byte[] challenge = new byte[Batch.CHALLENGE_BYTES];
    session.random().nextBytes(challenge);
    session.exchange(challenge, 0, challenge.length, challenge, 0, 0);
    core.correct(words, corrections, challenge);
    byte[] response = new byte[Batch.RESPONSE_BYTES];
    session.exchange(response, 0, 0, response, 0, response.length);
    core.check(challenge, response);
  }

  /** Returns a number that distinguishes this extension from others on the same connection. */
  long extension() {
    return extension;
  }

  /** Wipes the remaining OTs and keys; the session stays open. */
  @Override
  public void close() {
    core.wipe();
    leftover.wipe();
    Arrays.fill(corrections, (byte) 0);
  }
}
