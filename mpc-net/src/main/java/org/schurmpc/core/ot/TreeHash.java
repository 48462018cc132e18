package org.schurmpc.core.ot;

import java.util.Arrays;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.session.Session;

/**
 * Computes the hashes of the GGM trees of one set-up and direction, all bound to session,
 * connection and direction: keys derived from those of the base OTs, a node's children, and a
 * leaf's seed and check value. A node is two longs.
 */
final class TreeHash {
  static final int NODE = 2;
  static final int CHECK = FieldHash.BYTES / Long.BYTES;

  /** Lists the purposes of trees. Trees for different purposes have unrelated nodes. */
  enum Purpose {
    /** Correlated OTs under one Δ. */
    COT("tree", "a tree of the OT extension"),
    /** VOLEs over GF(2^8), one for each coordinate of words. */
    WORDS("word tree", "a tree of a coordinate of words"),
    /** Products over a field with a fixed factor, one tree for each digit of the factor. */
    DIGITS("digit tree", "a tree of a digit of a key");

    private final String label;
    private final String where;

    Purpose(String label, String where) {
      this.label = label;
      this.where = where;
    }

    /** Returns the description of such a tree in the message of a failed check. */
    String where() {
      return where;
    }
  }

  private final Session session;
  private final Purpose purpose;
  private final int receiver;
  private final long setUp;

  /**
   * Creates the hashes of one set-up.
   *
   * @param receiver the party that knows whole trees, such as the receiver of correlated OTs
   * @param setUp distinguishes this set-up from others of this purpose on the same connection
   */
  TreeHash(Session session, Purpose purpose, int receiver, long setUp) {
    this.session = session;
    this.purpose = purpose;
    this.receiver = receiver;
    this.setUp = setUp;
  }

  private FieldHash hash(String label, int tree) {
    return session.hash(purpose.label + label).add(receiver).add(setUp).add(tree);
  }

  private static void write(byte[] digest, long[] dst, int off, int longs) {
    Words.fromBytes(digest, 0, dst, off, longs);
    Arrays.fill(digest, (byte) 0);
  }

  Purpose purpose() {
    return purpose;
  }

  /** Derives a key of this set-up from a key of the base OTs, which may serve several set-ups. */
  void baseKey(byte[] key, int at, int baseOt, long[] dst, int off) {
    byte[] copy = Arrays.copyOfRange(key, at, at + BaseOt.KEY_BYTES);
    write(hash(" base key", baseOt).add(copy).digest(), dst, off, NODE);
    Arrays.fill(copy, (byte) 0);
  }

  /** Computes the two children of a node, one after the other. */
  void children(int tree, long[] nodes, int at, long[] dst, int off) {
    write(hash(" node", tree).add(nodes, at, NODE).digest(), dst, off, 2 * NODE);
  }

  /** Computes the seed of a leaf's generator. */
  void leafSeed(int tree, long[] nodes, int at, long[] dst, int off) {
    write(hash(" leaf", tree).add(nodes, at, NODE).digest(), dst, off, NODE);
  }

  /** Computes a leaf's check value, {@value #CHECK} longs. */
  void leafCheck(int tree, long[] nodes, int at, long[] dst, int off) {
    write(hash(" leaf check", tree).add(nodes, at, NODE).digest(), dst, off, CHECK);
  }

  /** Computes the digest of all check values of a tree in the order of its leaves. */
  byte[] treeCheck(int tree, long[] checks) {
    return hash(" check", tree).add(checks, 0, checks.length).digest();
  }
}
