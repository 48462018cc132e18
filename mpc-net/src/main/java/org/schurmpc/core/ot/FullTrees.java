package org.schurmpc.core.ot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;

/**
 * Grows the GGM trees at the party that knows all of their leaves: the sender's side of all-but-one
 * OT (PPRF) with its consistency check, as in SoftSpokenOT, figures 13 and 14. The other party gets
 * all leaves but one of each tree.
 */
final class FullTrees {
  private final int k;
  private final TreeHash hash;
  private final long[] seeds;
  private final ByteBuffer message;

  /**
   * Grows the trees.
   *
   * @param k the number of levels: a tree has 2^k leaves
   * @param keys both keys of each base OT, in the format of {@link BaseOt#send}
   */
  FullTrees(int k, int trees, TreeHash hash, byte[] keys) {
    this.k = k;
    this.hash = hash;
    this.seeds = new long[(trees << k) * TreeHash.NODE];
    this.message = ByteBuffer.allocate(messageBytes(k, trees)).order(ByteOrder.LITTLE_ENDIAN);
    for (int tree = 0; tree < trees; tree++) {
      grow(tree, keys);
    }
  }

  /**
   * Returns the length of the message to the other party: sums of each level but the first, and
   * checks.
   */
  static int messageBytes(int k, int trees) {
    int sums = 2 * (k - 1) * TreeHash.NODE * Long.BYTES;
    int checks = k == 1 ? 0 : TreeHash.CHECK * Long.BYTES + FieldHash.BYTES;
    return Math.multiplyExact(trees, sums + checks);
  }

  private void grow(int tree, byte[] keys) {
    long[] level = new long[2 * TreeHash.NODE];
    baseKeys(tree, 0, keys, level);
    for (int i = 1; i < k; i++) {
      long[] next = new long[2 * level.length];
      long[] sums = new long[2 * TreeHash.NODE];
      for (int at = 0; at < level.length; at += TreeHash.NODE) {
        hash.children(tree, level, at, next, 2 * at);
        for (int j = 0; j < sums.length; j++) {
          sums[j] ^= next[2 * at + j];
        }
      }
      long[] pads = new long[2 * TreeHash.NODE];
      baseKeys(tree, i, keys, pads);
      for (int j = 0; j < sums.length; j++) {
        message.putLong(sums[j] ^ pads[j]);
      }
      Secrets.wipe(level);
      Secrets.wipe(sums);
      Secrets.wipe(pads);
      level = next;
    }
    finish(tree, level);
    Secrets.wipe(level);
  }

  private void baseKeys(int tree, int level, byte[] keys, long[] dst) {
    int baseOt = SmallField.baseOt(k, tree, level);
    for (int branch = 0; branch < 2; branch++) {
      int at = (2 * baseOt + branch) * BaseOt.KEY_BYTES;
      hash.baseKey(keys, at, baseOt, dst, branch * TreeHash.NODE);
    }
  }

  private void finish(int tree, long[] leaves) {
    int first = tree * leaves.length;
    long[] checks = new long[leaves.length / TreeHash.NODE * TreeHash.CHECK];
    long[] sum = new long[TreeHash.CHECK];
    for (int leaf = 0; leaf < 1 << k; leaf++) {
      int at = leaf * TreeHash.NODE;
      hash.leafSeed(tree, leaves, at, seeds, first + at);
      if (k > 1) {
        int check = leaf * TreeHash.CHECK;
        hash.leafCheck(tree, leaves, at, checks, check);
        for (int j = 0; j < TreeHash.CHECK; j++) {
          sum[j] ^= checks[check + j];
        }
      }
    }
    if (k > 1) {
      for (long word : sum) {
        message.putLong(word);
      }
      message.put(hash.treeCheck(tree, checks));
      Secrets.wipe(checks);
    }
  }

  /** Returns the message to the other party, {@link #messageBytes} bytes. */
  byte[] message() {
    return message.array();
  }

  /** Returns the seeds of all leaves, tree by tree, two longs each; not a copy. */
  long[] seeds() {
    return seeds;
  }
}
