package org.schurmpc.core.ot;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.session.Session;

/**
 * The receiver of correlated OTs, see {@link CotSender}: row i is a uniform choice bit x_i and t_i
 * = q_i + x_i Δ.
 *
 * <p>Used by one thread; what a batch has left over serves the next call.
 */
public final class CotReceiver implements AutoCloseable {
  private final Session session;
  private final int k;
  private final long extension;
  private final ReceiverCore core;
  private final Leftover leftover = new Leftover(true);
  private final Batches batches = new Batches();
  private byte[] corrections = new byte[0];

  private CotReceiver(Session session, int k, long extension, ReceiverCore core) {
    this.session = session;
    this.k = k;
    this.extension = extension;
    this.core = core;
  }

  /**
   * Begins an extension; the peer calls {@link CotSender#begin}. One round.
   *
   * @param keys made for receiving, in this session or on a connection of which it is a fork
   * @param k 1, 2, 4 or 8: 128/k - 1 bits are sent for an OT
   * @throws org.schurmpc.core.abort.Refused if k is another number
   */
  public static CotReceiver begin(Session session, CotKeys keys, int k, Kernels kernels)
      throws MpcException {
    SmallField.require(k);
    long setUp = session.nextNumber(SmallField.SET_UP);
    ReceiverCore core = new ReceiverCore(session, k, keys.pairs(), setUp, kernels);
    byte[] message = core.setUpMessage();
    session.exchange(message, 0, message.length, message, 0, 0);
    return new CotReceiver(session, k, setUp, core);
  }

  /**
   * The next OTs. The sender checks each batch before it uses it: three rounds for at most some
   * 131,000.
   *
   * @param choices where the bits x_i go, 64 to a word
   * @param rows where t_i go, two longs each
   * @param count a multiple of 64
   */
  public void next(long[] choices, int choicesOff, long[] rows, int rowsOff, int count)
      throws MpcException {
    int wanted = Leftover.words(count);
    int left = leftover.take(choices, choicesOff, rows, rowsOff, wanted);
    batches.serve(
        wanted,
        left,
        this::batch,
        (words, done, now, rest) -> {
          int at = rowsOff + Leftover.rowLongs(done);
          core.rows(words, 0, now, choices, choicesOff + done, rows, at);
          core.rows(words, now, rest, leftover.choices(rest), 0, leftover.rows(rest), 0);
        });
  }

  private void batch(int words) throws MpcException {
    int length = Batch.correctionBytes(k, words);
    corrections = Batch.atLeast(corrections, length);
    core.expand(words, corrections);
    session.exchange(corrections, 0, length, corrections, 0, 0);
    byte[] challenge = new byte[Batch.CHALLENGE_BYTES];
    session.exchange(challenge, 0, 0, challenge, 0, challenge.length);
    byte[] response = new byte[Batch.RESPONSE_BYTES];
    core.respond(words, challenge, response);
    session.exchange(response, 0, response.length, response, 0, 0);
  }

  /** Tells this extension from others on the same connection. */
  long extension() {
    return extension;
  }

  /** Wipes what is left; the session stays open. */
  @Override
  public void close() {
    core.wipe();
    leftover.wipe();
    Arrays.fill(corrections, (byte) 0);
  }
}
