package org.schurmpc.core.silent;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;

/**
 * Grows GGM trees of height h in groups, at the party that knows all leaves and at the one that
 * lacks one leaf of each tree. On every level both have all nodes of a group in the order y g + τ:
 * node y of tree τ of g. A child's bit is the most significant of its number.
 *
 * <p>The punctured trees hold zero in place of each node on the path to the missing leaf. The path
 * is secret: it selects by masks that are computed for all nodes.
 */
public final class Trees {
  /** Maximum number of trees of a group; their leaves stay in the second-level cache. */
  public static final int GROUP = 16;

  private static final int NODE = NodeHash.NODE;

  private final LpnParameters parameters;
  private final NodeHash hash;
  private final long[] nodes;
  private final long[] firsts = new long[NODE * GROUP];
  private final long[] seconds = new long[NODE * GROUP];
  private final int[] path = new int[GROUP];
  private final Purpose purpose;

  /** Returns what distinguishes a group of trees from any other. */
  public interface Purpose {
    /** Returns a hash for a group by number. */
    byte[] of(int group);
  }

  /** Takes the leaves of a group. */
  public interface Leaves {
    /**
     * Takes leaves.
     *
     * @param first the number of the group's first tree
     * @param trees their number
     * @param leaves two longs each, wiped afterwards
     */
    void take(int first, int trees, long[] leaves) throws MpcException;
  }

  /**
   * Creates what grows the trees of a round.
   *
   * @param parameters number and height of the trees
   * @param hash keyed here, for each group
   */
  public Trees(LpnParameters parameters, NodeHash hash, Purpose purpose) {
    this.parameters = parameters;
    this.hash = hash;
    this.purpose = purpose;
    this.nodes = new long[(NODE * Math.min(GROUP, parameters.t())) << parameters.h()];
  }

  /** Returns the place of a tree's and level's sum among all, in nodes. */
  private int sum(int tree, int level) {
    return tree * parameters.h() + level;
  }

  /**
   * Grows whole trees.
   *
   * @param sums receives for each tree and level the sums of all first and of all second children
   */
  public void grow(Prg roots, long[] sums, Leaves to) throws MpcException {
    try {
      for (int first = 0; first < parameters.t(); first += GROUP) {
        int g = Math.min(GROUP, parameters.t() - first);
        hash.key(purpose.of(first / GROUP));
        roots.nextLongs(nodes, 0, NODE * g);
        for (int level = 0; level < parameters.h(); level++) {
          hash.children(nodes, g << level);
          addUp(g, level, firsts, seconds);
          for (int tree = 0; tree < g; tree++) {
            int at = 2 * NODE * sum(first + tree, level);
            System.arraycopy(firsts, NODE * tree, sums, at, NODE);
            System.arraycopy(seconds, NODE * tree, sums, at + NODE, NODE);
          }
        }
        to.take(first, g, nodes);
      }
    } finally {
      wipe();
    }
  }

  /**
   * Grows whole trees whose nodes of each level add up to Δ: of first nodes x and x + Δ.
   *
   * @param delta two longs
   * @param sums receives for each tree and level the sum of all first children; that of the second
   *     ones is greater by Δ
   */
  public void growCorrelated(Prg roots, long[] delta, long[] sums, Leaves to) throws MpcException {
    try {
      for (int first = 0; first < parameters.t(); first += GROUP) {
        int g = Math.min(GROUP, parameters.t() - first);
        hash.key(purpose.of(first / GROUP));
        roots.nextLongs(nodes, 0, NODE * g);
        for (int j = 0; j < NODE * g; j++) {
          nodes[NODE * g + j] = nodes[j] ^ delta[j & 1];
        }
        for (int level = 0; level < parameters.h(); level++) {
          if (level > 0) {
            hash.correlatedChildren(nodes, g << level);
          }
          addUp(g, level, firsts, seconds);
          for (int tree = 0; tree < g; tree++) {
            System.arraycopy(firsts, NODE * tree, sums, NODE * sum(first + tree, level), NODE);
          }
        }
        to.take(first, g, nodes);
      }
    } finally {
      wipe();
    }
  }

  /**
   * Grows punctured trees like {@link #grow(int[], long[], Leaves)}, of {@link #growCorrelated}.
   */
  public void growCorrelated(int[] missing, long[] sums, Leaves to) throws MpcException {
    long[] ofZero = new long[2 * NODE];
    try {
      for (int first = 0; first < parameters.t(); first += GROUP) {
        int g = Math.min(GROUP, parameters.t() - first);
        hash.key(purpose.of(first / GROUP));
        Secrets.wipe(nodes);
        Arrays.fill(ofZero, 0);
        for (int level = 0; level < parameters.h(); level++) {
          if (level == 1) {
            hash.correlatedChildren(ofZero, 1);
          }
          if (level > 0) {
            hash.correlatedChildren(nodes, g << level);
          }
          complete(g, level, first, missing, ofZero, sums);
        }
        to.take(first, g, nodes);
      }
    } finally {
      wipe();
    }
  }

  private void wipe() {
    Secrets.wipe(nodes);
    Secrets.wipe(firsts); // of the last level they may add up to Δ
    Secrets.wipe(seconds);
  }

  /** Adds up the first and the second children of each tree of a group. */
  private void addUp(int g, int level, long[] first, long[] second) {
    int row = NODE * g;
    int half = row << level;
    Arrays.fill(first, 0);
    Arrays.fill(second, 0);
    for (int at = 0; at < half; at += row) {
      for (int j = 0; j < row; j++) {
        first[j] ^= nodes[at + j];
        second[j] ^= nodes[half + at + j];
      }
    }
  }

  /**
   * Grows punctured trees.
   *
   * @param missing number of the missing leaf of each tree, secret
   * @param sums for each tree and level, the sum of the children off the path: of all second
   *     children if the path takes the first
   */
  public void grow(int[] missing, long[] sums, Leaves to) throws MpcException {
    long[] ofZero = new long[2 * NODE];
    try {
      for (int first = 0; first < parameters.t(); first += GROUP) {
        int g = Math.min(GROUP, parameters.t() - first);
        hash.key(purpose.of(first / GROUP));
        ofZero[0] = 0;
        ofZero[1] = 0;
        hash.children(ofZero, 1);
        Secrets.wipe(nodes);
        for (int level = 0; level < parameters.h(); level++) {
          hash.children(nodes, g << level);
          complete(g, level, first, missing, ofZero, sums);
        }
        to.take(first, g, nodes);
      }
    } finally {
      wipe();
    }
  }

  /**
   * Sets the children of each tree's node on the path, which was zero: the one off the path from
   * the sum, the other to zero.
   */
  private void complete(int g, int level, int first, int[] missing, long[] ofZero, long[] sums) {
    addUp(g, level, firsts, seconds);
    for (int tree = 0; tree < g; tree++) {
      long second =
          -(long) (missing[first + tree] >>> level & 1); // the path takes the second child
      path[tree] = missing[first + tree] & ((1 << level) - 1);
      for (int j = 0; j < NODE; j++) {
        int at = NODE * tree + j;
        long ofFirst = firsts[at] ^ ofZero[j];
        long ofSecond = seconds[at] ^ ofZero[NODE + j];
        long sum = sums[NODE * sum(first + tree, level) + j];
        firsts[at] = second & (ofFirst ^ sum);
        seconds[at] = ~second & (ofSecond ^ sum);
      }
    }
    int row = NODE * g;
    int half = row << level;
    for (int y = 0; y < 1 << level; y++) {
      for (int tree = 0; tree < g; tree++) {
        long on = equal(y, path[tree]);
        for (int j = 0; j < NODE; j++) {
          int at = row * y + NODE * tree + j;
          nodes[at] ^= on & (nodes[at] ^ firsts[NODE * tree + j]);
          nodes[half + at] ^= on & (nodes[half + at] ^ seconds[NODE * tree + j]);
        }
      }
    }
    Secrets.wipe(firsts);
    Secrets.wipe(seconds);
    Arrays.fill(path, 0);
  }

  /** Returns all ones if two numbers below 2^31 are equal, and zero if not, without a branch. */
  static long equal(int a, int b) {
    return ((long) (a ^ b) - 1) >> 63;
  }
}
