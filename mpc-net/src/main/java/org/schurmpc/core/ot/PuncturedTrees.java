package org.schurmpc.core.ot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Grows the GGM trees at the party that lacks one leaf of each tree, the leaf selected by its part
 * of Δ: the receiver's side of all-but-one OT (PPRF) with its consistency check, as in
 * SoftSpokenOT, figures 13 and 14.
 *
 * <p>Nodes are numbered relative to Δ: node y is the node at y xor the leading bits of Δ. So the
 * unknown node is number 0 on every level, and no index depends on Δ, which acts by masked swaps.
 */
final class PuncturedTrees {
  private final Session session;
  private final int k;
  private final TreeHash hash;
  private final long[] delta;
  private final byte[] keys;
  private final long[] seeds;

  /**
   * Grows the trees and checks the peer's message.
   *
   * @param k the number of levels: a tree has 2^k leaves
   * @param delta k bits for each tree
   * @param keys for each base OT, the key chosen by the complement of Δ's bit
   * @throws org.schurmpc.core.abort.PeerCheated with {@link Check#PPRF} if the message does not
   *     belong to any tree that agrees with the known nodes
   */
  PuncturedTrees(
      Session session, int k, int trees, TreeHash hash, long[] delta, byte[] keys, byte[] message)
      throws MpcException {
    this.session = session;
    this.k = k;
    this.hash = hash;
    this.delta = delta;
    this.keys = keys;
    this.seeds = new long[(trees << k) * TreeHash.NODE];
    ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    boolean grown = false;
    try {
      for (int tree = 0; tree < trees; tree++) {
        grow(tree, in);
      }
      grown = true;
    } finally {
      if (!grown) {
        Secrets.wipe(seeds);
      }
    }
  }

  private void grow(int tree, ByteBuffer in) throws MpcException {
    long[] level = new long[2 * TreeHash.NODE];
    try {
      baseKey(tree, 0, level, TreeHash.NODE);
      for (int i = 1; i < k; i++) {
        long[] next = new long[2 * level.length];
        children(tree, i, level, in, next);
        Secrets.wipe(level);
        level = next;
      }
      finish(tree, level, in);
    } finally {
      Secrets.wipe(level);
    }
  }

  /** Computes the nodes of level {@code i + 1} from those of the level above. */
  private void children(int tree, int i, long[] level, ByteBuffer in, long[] next) {
    long deltaMask = SmallField.mask(delta, SmallField.baseOt(k, tree, i));
    long[] sibling = new long[TreeHash.NODE];
    baseKey(tree, i, sibling, 0);
    for (int j = 0; j < TreeHash.NODE; j++) {
      // The sum of the children that differ from Δ in the last bit: of branch 1 if its bit is 0.
      long branch0 = in.getLong(in.position() + j * Long.BYTES);
      long branch1 = in.getLong(in.position() + (TreeHash.NODE + j) * Long.BYTES);
      sibling[j] ^= branch1 ^ (deltaMask & (branch0 ^ branch1));
    }
    in.position(in.position() + 2 * TreeHash.NODE * Long.BYTES);
    for (int at = TreeHash.NODE; at < level.length; at += TreeHash.NODE) {
      hash.children(tree, level, at, next, 2 * at);
      swap(next, 2 * at, 2 * at + TreeHash.NODE, TreeHash.NODE, deltaMask);
      for (int j = 0; j < TreeHash.NODE; j++) {
        sibling[j] ^= next[2 * at + TreeHash.NODE + j];
      }
    }
    System.arraycopy(sibling, 0, next, TreeHash.NODE, TreeHash.NODE);
    Secrets.wipe(sibling);
  }

  private void baseKey(int tree, int level, long[] dst, int off) {
    int baseOt = SmallField.baseOt(k, tree, level);
    hash.baseKey(keys, baseOt * BaseOt.KEY_BYTES, baseOt, dst, off);
  }

  private static void swap(long[] data, int a, int b, int length, long mask) {
    for (int j = 0; j < length; j++) {
      long difference = (data[a + j] ^ data[b + j]) & mask;
      data[a + j] ^= difference;
      data[b + j] ^= difference;
    }
  }

  private void finish(int tree, long[] leaves, ByteBuffer in) throws MpcException {
    int first = tree * leaves.length;
    for (int at = TreeHash.NODE; at < leaves.length; at += TreeHash.NODE) {
      hash.leafSeed(tree, leaves, at, seeds, first + at);
    }
    if (k > 1) {
      check(tree, leaves, in);
    }
  }

  /**
   * Computes the unknown leaf's check value from the sum of all check values, and compares the
   * digest.
   */
  private void check(int tree, long[] leaves, ByteBuffer in) throws MpcException {
    long[] checks = new long[TreeHash.CHECK << k];
    for (int j = 0; j < TreeHash.CHECK; j++) {
      checks[j] = in.getLong();
    }
    for (int leaf = 1; leaf < 1 << k; leaf++) {
      int check = leaf * TreeHash.CHECK;
      hash.leafCheck(tree, leaves, leaf * TreeHash.NODE, checks, check);
      for (int j = 0; j < TreeHash.CHECK; j++) {
        checks[j] ^= checks[check + j];
      }
    }
    inOrderOfLeaves(tree, checks);
    byte[] theirs = new byte[FieldHash.BYTES];
    in.get(theirs);
    boolean same = Secrets.equal(theirs, hash.treeCheck(tree, checks));
    Secrets.wipe(checks);
    session.require(same, Check.PPRF, hash.purpose().where());
  }

  /**
   * Reorders check values from numbers relative to Δ to numbers of leaves: y moves to y xor Δ's
   * part.
   */
  private void inOrderOfLeaves(int tree, long[] checks) {
    for (int bit = 0; bit < k; bit++) {
      long mask = SmallField.mask(delta, k * tree + bit);
      for (int leaf = 0; leaf < 1 << k; leaf++) {
        if ((leaf >>> bit & 1) == 0) {
          int other = leaf | 1 << bit;
          swap(checks, leaf * TreeHash.CHECK, other * TreeHash.CHECK, TreeHash.CHECK, mask);
        }
      }
    }
  }

  /**
   * Returns the seeds of all leaves but the first, tree by tree, two longs each, numbered relative
   * to Δ; not a copy.
   */
  long[] seeds() {
    return seeds;
  }
}
