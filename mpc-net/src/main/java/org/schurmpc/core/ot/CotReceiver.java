package org.schurmpc.core.ot;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.session.Session;

/**
 * Generates the receiver's part of correlated OTs: row i is a uniform choice bit x_i and t_i = q_i
 * + x_i Δ. See {@link CotSender}.
 *
 * <p>Used by one thread. OTs left over from a batch serve the next call.
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
   * @param keys keys for receiving, created in this session or on a connection of which it is a
   *     fork
   * @param k 1, 2, 4 or 8: 128/k - 1 bits are sent for an OT
   * @throws org.schurmpc.core.abort.Refused if k is another number
   */
  public static CotReceiver begin(Session session, CotKeys keys, int k, CotKernels kernels)
      throws MpcException {
    SmallField.require(k);
    long setUp = session.nextNumber(SmallField.SET_UP);
    ReceiverCore core = new ReceiverCore(session, k, keys.pairs(), setUp, kernels);
    byte[] message = core.setUpMessage();
    session.exchange(message, 0, message.length, message, 0, 0);
    return new CotReceiver(session, k, setUp, core);
  }

  /**
   * Writes the next OTs. The sender checks each batch before using it: three rounds for each batch
   * of up to about 131,000 OTs.
   *
   * @param choices receives the bits x_i, 64 to a word
   * @param rows receives t_i, two longs each
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
          respond(words);
        });
  }

  private void batch(int words) throws MpcException {
    int length = Batch.correctionBytes(k, words);
    corrections = Batch.atLeast(corrections, length);
    core.expand(words, corrections);
    session.exchange(corrections, 0, length, corrections, 0, 0);
  }

  /** Answers the sender's challenge, which arrives while this party writes the rows. */
  private void respond(int words) throws MpcException {
    byte[] challenge = new byte[Batch.CHALLENGE_BYTES];
    session.exchange(challenge, 0, 0, challenge, 0, challenge.length);
    byte[] response = new byte[Batch.RESPONSE_BYTES];
    core.respond(words, challenge, response);
    session.exchange(response, 0, response.length, response, 0, 0);
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
