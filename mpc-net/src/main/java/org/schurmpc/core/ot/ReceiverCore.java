package org.schurmpc.core.ot;

import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.session.Session;

/**
 * Computes the receiver's part of correlated OTs without I/O. The receiver knows all leaves. A
 * batch consists of {@link #expand}, {@link #respond} and {@link #rows}.
 */
final class ReceiverCore {
  private final int k;
  private final int trees;
  private final CotKernels kernels;
  private final BatchHash batches;
  private final Leaves leaves;
  private final long[] u = new long[Batch.MAX_WORDS];
  private final byte[] zeros = new byte[Batch.MAX_WORDS * Long.BYTES];
  private final byte[] uBytes = new byte[Batch.MAX_WORDS * Long.BYTES];
  private final long[] columns = new long[SmallField.BITS * Batch.stride(Batch.MAX_WORDS)];
  private final byte[] setUpMessage;

  /**
   * Grows the receiver's trees.
   *
   * @param keys both keys of each base OT
   */
  ReceiverCore(Session session, int k, byte[] keys, long setUp, CotKernels kernels) {
    this.k = k;
    this.trees = SmallField.BITS / k;
    this.kernels = kernels;
    this.batches = new BatchHash(session, session.party(), setUp);
    TreeHash hash = new TreeHash(session, TreeHash.Purpose.COT, session.party(), setUp);
    FullTrees full = new FullTrees(k, trees, hash, keys);
    this.setUpMessage = full.message();
    this.leaves = new Leaves(k, full.seeds(), 0, kernels);
    Secrets.wipe(full.seeds());
  }

  /**
   * Returns the message that the sender needs before the first batch, {@link
   * FullTrees#messageBytes} bytes.
   */
  byte[] setUpMessage() {
    return setUpMessage;
  }

  /**
   * Expands a batch.
   *
   * @param words the number of words of each column
   * @param corrections {@link Batch#correctionBytes} bytes: each tree's u plus that of the first
   *     tree
   */
  void expand(int words, byte[] corrections) {
    int stride = Batch.stride(words);
    leaves.expand(0, words, zeros, 0, uBytes, 0, columns, 0, stride);
    Words.fromBytes(uBytes, 0, u, 0, words);
    for (int tree = 1; tree < trees; tree++) {
      int at = (tree - 1) * words * Long.BYTES;
      leaves.expand(tree, words, uBytes, 0, corrections, at, columns, tree * k * stride, stride);
    }
  }

  /** Computes the answer to a challenge: the hash of u, and a digest of the tags of all columns. */
  void respond(int words, byte[] challenge, byte[] response) {
    LinearTag tags = new LinearTag(challenge);
    byte[] all = new byte[SmallField.BITS * LinearTag.TAG_BYTES];
    tags.hash(u, 0, words, response, 0);
    for (int j = 0; j < SmallField.BITS; j++) {
      tags.tag(j, columns, j * Batch.stride(words), words, all, j * LinearTag.TAG_BYTES);
    }
    tags.wipe();
    byte[] digest = batches.digest(challenge, response, all);
    System.arraycopy(digest, 0, response, LinearTag.TAG_BYTES, FieldHash.BYTES);
    Secrets.wipe(all);
  }

  /**
   * Writes the result of a batch.
   *
   * @param first the first word of columns that is wanted
   * @param count the number of words
   * @param choices one word for 64 choice bits
   * @param rows t_i, two longs each
   */
  void rows(
      int words, int first, int count, long[] choices, int choicesOff, long[] rows, int rowsOff) {
    System.arraycopy(u, first, choices, choicesOff, count);
    if (count > 0) {
      kernels.transpose128(columns, first, Batch.stride(words), count, rows, rowsOff);
    }
  }

  /**
   * Writes the result of a batch, with the bits of rows as columns.
   *
   * @param first the first word of columns that is wanted
   * @param count the number of words
   * @param choices one word for 64 choice bits, from {@code dstOff} on
   * @param dst receives column j at dstOff + j dstStride
   */
  void columns(
      int words, int first, int count, long[] choices, long[] dst, int dstOff, int dstStride) {
    System.arraycopy(u, first, choices, dstOff, count);
    int stride = Batch.stride(words);
    for (int j = 0; j < SmallField.BITS; j++) {
      System.arraycopy(columns, first + j * stride, dst, dstOff + j * dstStride, count);
    }
  }

  void wipe() {
    leaves.wipe();
    Secrets.wipe(u);
    Secrets.wipe(uBytes);
    Secrets.wipe(columns);
  }
}
