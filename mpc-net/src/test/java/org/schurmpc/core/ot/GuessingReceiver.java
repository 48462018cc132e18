package org.schurmpc.core.ot;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.session.Session;

/**
 * A receiver of correlated OTs that uses another choice bit in one OT of one tree, and makes up for
 * it with a guess of that tree's part of Δ. It follows the protocol in all else.
 */
final class GuessingReceiver {
  private final Session session;
  private final int k;
  private final int tree;
  private final long guess;
  private Pause pause = () -> {};

  /**
   * @param tree other than the first
   * @param guess of its k bits of Δ
   */
  GuessingReceiver(Session session, int k, int tree, long guess) {
    this.session = session;
    this.k = k;
    this.tree = tree;
    this.guess = guess;
  }

  /** What comes before the answer to the challenge. */
  interface Pause {
    void await() throws Exception;
  }

  void beforeResponse(Pause newPause) {
    pause = newPause;
  }

  /** One batch of the smallest size, from both keys of each base OT. */
  void run(byte[] keys) throws MpcException {
    int words = Batch.MIN_WORDS;
    int trees = SmallField.BITS / k;
    Kernels kernels = CotRun.kernels();
    long setUp = session.nextNumber(SmallField.SET_UP);
    TreeHash hash = new TreeHash(session, TreeHash.Purpose.COT, session.party(), setUp);
    FullTrees full = new FullTrees(k, trees, hash, keys);
    send(full.message());
    Leaves leaves = new Leaves(k, full.seeds(), 0, kernels);
    long[] u = new long[words];
    byte[] uBytes = new byte[words * Long.BYTES];
    long[] columns = new long[SmallField.BITS * words];
    byte[] corrections = new byte[Batch.correctionBytes(k, words)];
    leaves.expand(0, words, uBytes.clone(), 0, uBytes, 0, columns, 0, words);
    Words.fromBytes(uBytes, 0, u, 0, words);
    for (int t = 1; t < trees; t++) {
      int at = (t - 1) * words * Long.BYTES;
      leaves.expand(t, words, uBytes, 0, corrections, at, columns, t * k * words, words);
      if (t == tree) {
        corrections[at + Long.BYTES] ^= 1;
        for (int bit = 0; bit < k; bit++) {
          columns[(t * k + bit) * words + 1] ^= guess >>> bit & 1;
        }
      }
    }
    send(corrections);
    byte[] challenge = new byte[Batch.CHALLENGE_BYTES];
    session.exchange(challenge, 0, 0, challenge, 0, challenge.length);
    byte[] response = response(setUp, words, challenge, u, columns);
    try {
      pause.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    send(response);
  }

  private byte[] response(long setUp, int words, byte[] challenge, long[] u, long[] columns) {
    byte[] response = new byte[Batch.RESPONSE_BYTES];
    LinearTag tags = new LinearTag(challenge);
    byte[] all = new byte[SmallField.BITS * LinearTag.TAG_BYTES];
    tags.hash(u, 0, words, response, 0);
    for (int j = 0; j < SmallField.BITS; j++) {
      tags.tag(j, columns, j * words, words, all, j * LinearTag.TAG_BYTES);
    }
    byte[] digest = new BatchHash(session, session.party(), setUp).digest(challenge, response, all);
    System.arraycopy(digest, 0, response, LinearTag.TAG_BYTES, digest.length);
    Arrays.fill(all, (byte) 0);
    return response;
  }

  private void send(byte[] message) throws MpcException {
    session.exchange(message, 0, message.length, message, 0, 0);
  }
}
