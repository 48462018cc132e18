package org.schurmpc.core.ot;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.session.Session;

/**
 * Computes the sender's part of correlated OTs without I/O. The sender holds Δ and lacks one leaf
 * of each tree. A batch consists of {@link #expand}, {@link #correct}, {@link #check} and {@link
 * #rows}.
 */
final class SenderCore {
  private final Session session;
  private final int k;
  private final int trees;
  private final CotKernels kernels;
  private final BatchHash batches;
  private final long[] delta;
  private final Leaves leaves;
  private final byte[] zeros = new byte[Batch.MAX_WORDS * Long.BYTES];
  private final byte[] unused = new byte[Batch.MAX_WORDS * Long.BYTES];
  private final long[] correction = new long[Batch.MAX_WORDS];
  private final byte[] tags = new byte[SmallField.BITS * LinearTag.TAG_BYTES];
  private final long[] columns = new long[SmallField.BITS * Batch.stride(Batch.MAX_WORDS)];

  /**
   * Grows the sender's trees.
   *
   * @param delta wiped with the core, or at once if the constructor fails
   * @param keys for each base OT, the key chosen by the complement of Δ's bit
   * @param setUpMessage the receiver's message
   * @throws org.schurmpc.core.abort.PeerCheated with {@link Check#PPRF} if that message fits no
   *     trees
   */
  SenderCore(
      Session session,
      int k,
      long[] delta,
      byte[] keys,
      long setUp,
      byte[] setUpMessage,
      CotKernels kernels)
      throws MpcException {
    this.session = session;
    this.k = k;
    this.trees = SmallField.BITS / k;
    this.kernels = kernels;
    this.delta = delta;
    this.batches = new BatchHash(session, session.peer(), setUp);
    TreeHash hash = new TreeHash(session, TreeHash.Purpose.COT, session.peer(), setUp);
    boolean grown = false;
    try {
      PuncturedTrees punctured =
          new PuncturedTrees(session, k, trees, hash, delta, keys, setUpMessage);
      this.leaves = new Leaves(k, punctured.seeds(), 1, kernels);
      Secrets.wipe(punctured.seeds());
      grown = true;
    } finally {
      if (!grown) {
        Secrets.wipe(delta);
      }
    }
  }

  /** Expands a batch, before the corrections arrive. */
  void expand(int words) {
    int stride = Batch.stride(words);
    for (int tree = 0; tree < trees; tree++) {
      leaves.expand(tree, words, zeros, 0, unused, 0, columns, tree * k * stride, stride);
    }
  }

  /**
   * Adjusts the columns of all trees to the first tree's u by the receiver's corrections, and
   * computes the tags of the adjusted columns, while the receiver computes its response.
   *
   * @param challenge drawn after the corrections had arrived
   */
  void correct(int words, byte[] corrections, byte[] challenge) {
    LinearTag linear = new LinearTag(challenge);
    for (int tree = 0; tree < trees; tree++) {
      if (tree > 0) {
        Words.fromBytes(corrections, (tree - 1) * words * Long.BYTES, correction, 0, words);
      }
      for (int bit = tree * k; bit < (tree + 1) * k; bit++) {
        int column = bit * Batch.stride(words);
        if (tree > 0) {
          long mask = SmallField.mask(delta, bit);
          kernels.xorMasked(columns, column, correction, 0, mask, words);
        }
        linear.tag(bit, columns, column, words, tags, bit * LinearTag.TAG_BYTES);
      }
    }
    linear.wipe();
  }

  /**
   * Performs the consistency check (SoftSpokenOT, figure 8): the tags of this party's columns must
   * equal those of the receiver, plus the hash of u where the bit of Δ is one.
   *
   * @throws org.schurmpc.core.abort.PeerCheated with {@link Check#OT_CONSISTENCY}
   */
  void check(byte[] challenge, byte[] response) throws MpcException {
    for (int j = 0; j < SmallField.BITS; j++) {
      int at = j * LinearTag.TAG_BYTES;
      int mask = (int) SmallField.mask(delta, j);
      for (int i = 0; i < LinearTag.TAG_BYTES; i++) {
        tags[at + i] ^= (byte) (response[i] & mask);
      }
    }
    byte[] expected = batches.digest(challenge, response, tags);
    Secrets.wipe(tags);
    byte[] theirs = Arrays.copyOfRange(response, LinearTag.TAG_BYTES, Batch.RESPONSE_BYTES);
    boolean same = Secrets.equal(theirs, expected);
    Secrets.wipe(expected); // depends on Δ, which could be searched for with the digest
    session.require(same, Check.OT_CONSISTENCY, "the choice bits of a batch of OTs");
  }

  /**
   * Writes the result of a batch whose check has passed.
   *
   * @param first the first word of columns that is wanted
   * @param count the number of words
   * @param rows q_i, two longs each
   */
  void rows(int words, int first, int count, long[] rows, int rowsOff) {
    if (count > 0) {
      kernels.transpose128(columns, first, Batch.stride(words), count, rows, rowsOff);
    }
  }

  /**
   * Writes the result of a batch whose check has passed, with the bits of rows as columns.
   *
   * @param first the first word of columns that is wanted
   * @param count the number of words
   * @param dst receives column j at dstOff + j dstStride
   */
  void columns(int words, int first, int count, long[] dst, int dstOff, int dstStride) {
    int stride = Batch.stride(words);
    for (int j = 0; j < SmallField.BITS; j++) {
      System.arraycopy(columns, first + j * stride, dst, dstOff + j * dstStride, count);
    }
  }

  /** Returns a copy of Δ, two longs. */
  long[] delta() {
    return delta.clone();
  }

  void wipe() {
    leaves.wipe();
    Secrets.wipe(delta);
    Secrets.wipe(unused);
    Secrets.wipe(columns);
    Secrets.wipe(tags);
  }
}
