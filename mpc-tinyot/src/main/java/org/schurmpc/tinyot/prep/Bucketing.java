package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.session.Session;

/**
 * Combines leaky ANDs, randomly assigned to buckets, into AND triples of which the peer knows
 * nothing (Nielsen, Nordholt, Orlandi, Burra, NNOB12; bucket sizes: {@link BucketSize}).
 *
 * <p>In a bucket, d_j = y_1 + y_j is opened for j &gt; 1, and x = Σ x_j, y = y_1, z = Σ z_j + Σ d_j
 * x_j. The openings are checked by their full MACs before any triple is combined. B - 1 bits each
 * way for a triple; a toss, an exchange and a MAC check for a batch.
 */
final class Bucketing {
  private static final int SHARE_BITS = 4;

  private final Session session;
  private final CoinToss coins;
  private final MacCheck macs;
  private final long[] delta;

  private LeakyAnds batch;
  private int triples;
  private int size;
  private int[] order = new int[0];
  private long[] differences = new long[0];

  Bucketing(Session session, CoinToss coins, MacCheck macs, long[] delta) {
    this.session = session;
    this.coins = coins;
    this.macs = macs;
    this.delta = delta.clone();
  }

  /**
   * Assigns a batch to buckets and opens what the combination takes; checked on return.
   *
   * @param newBatch {@code newTriples} times {@code newSize} leaky ANDs that have passed their
   *     check; read until the last triple is combined
   * @param newTriples a multiple of 64
   */
  void open(LeakyAnds newBatch, int newTriples, int newSize) throws MpcException {
    batch = newBatch;
    triples = newTriples;
    size = newSize;
    if (batch.count() != triples * size) {
      throw new IllegalArgumentException(batch.count() + " leaky ANDs");
    }
    permute();
    openDifferences();
    macs.check();
  }

  private void permute() throws MpcException {
    if (order.length < triples * size) {
      order = new int[triples * size];
    }
    // The leaky ANDs are fixed and have passed the equality check.
    byte[] seed = coins.toss("bucketing", Prg.SEED_BYTES);
    new Permutation(seed).fill(order, triples * size);
  }

  /** Bit k of words (j - 1) N/64 and following is d_j of bucket k. */
  private void openDifferences() throws MpcException {
    int words = (size - 1) * (triples / 64);
    if (differences.length < words) {
      differences = new long[words];
    }
    long[] mine = new long[words];
    for (int word = 0; word < triples / 64; word++) {
      ownDifferences(mine, word);
    }
    byte[] received = session.exchange(Words.toBytes(mine, 0, words));
    long[] theirs = new long[words];
    Words.fromBytes(received, 0, theirs, 0, words);
    for (int i = 0; i < words; i++) {
      differences[i] = mine[i] ^ theirs[i];
    }
    logMacs(theirs);
  }

  private void ownDifferences(long[] mine, int word) {
    byte[] shares = batch.shares();
    for (int j = 1; j < size; j++) {
      long bits = 0;
      for (int i = 0; i < 64; i++) {
        int bucket = (64 * word + i) * size;
        long sum = shares[order[bucket]] ^ shares[order[bucket + j]];
        bits |= (sum >>> LeakyAnds.Y_SHARE & 1) << i;
      }
      mine[(j - 1) * (triples / 64) + word] = bits;
    }
  }

  private void logMacs(long[] theirs) {
    int length = 2 * triples * (size - 1);
    int heldAt = macs.held().extend(length);
    int expectedAt = macs.expected().extend(length);
    long[] held = macs.held().words();
    long[] expected = macs.expected().words();
    int words = triples / 64;
    long[] y = batch.y();
    long low = delta[0];
    long high = delta[1];
    for (int k = 0; k < triples; k++) {
      int first = order[k * size] * LeakyAnds.Y;
      for (int j = 1; j < size; j++) {
        int other = order[k * size + j] * LeakyAnds.Y;
        long mask = -(theirs[(j - 1) * words + (k >>> 6)] >>> k & 1);
        held[heldAt] = y[first] ^ y[other];
        held[heldAt + 1] = y[first + 1] ^ y[other + 1];
        expected[expectedAt] = y[first + 2] ^ y[other + 2] ^ (mask & low);
        expected[expectedAt + 1] = y[first + 3] ^ y[other + 3] ^ (mask & high);
        heldAt += 2;
        expectedAt += 2;
      }
    }
  }

  /**
   * Combines buckets {@code from} to {@code from + n - 1} into triples.
   *
   * @param n a multiple of 64, as is {@code from}
   * @param tile the rows of a, b and c: for each first the MACs, then the keys
   * @param shares the shares: words of a, then of b, then of c, {@link RowTile#BLOCKS} each
   */
  void combine(int from, int n, RowTile tile, long[] shares) {
    for (int word = 0; word < n / 64; word++) {
      long a = 0;
      long b = 0;
      long c = 0;
      for (int i = 0; i < 64; i++) {
        int bits = combineOne(from + 64 * word + i, tile, 64 * word + i);
        a |= (bits >>> LeakyAnds.X_SHARE & 1L) << i;
        b |= (bits >>> LeakyAnds.Y_SHARE & 1L) << i;
        c |= (bits >>> LeakyAnds.Z_SHARE & 1L) << i;
      }
      shares[word] = a;
      shares[RowTile.BLOCKS + word] = b;
      shares[2 * RowTile.BLOCKS + word] = c;
    }
  }

  /** The rows of one triple to the tile; its shares are returned. */
  private int combineOne(int bucket, RowTile tile, int row) {
    long[] xz = batch.xz();
    byte[] shares = batch.shares();
    int words = triples / 64;
    int at = bucket * size;
    int first = order[at];
    int record = first * LeakyAnds.XZ;
    int bits = shares[first];
    long x0 = xz[record];
    long x1 = xz[record + 1];
    long x2 = xz[record + 2];
    long x3 = xz[record + 3];
    long z0 = xz[record + 4];
    long z1 = xz[record + 5];
    long z2 = xz[record + 6];
    long z3 = xz[record + 7];
    for (int j = 1; j < size; j++) {
      int other = order[at + j];
      record = other * LeakyAnds.XZ;
      long d = -(differences[(j - 1) * words + (bucket >>> 6)] >>> bucket & 1);
      int share = shares[other];
      bits ^= share & ~(1 << LeakyAnds.Y_SHARE);
      bits ^= (share >>> LeakyAnds.X_SHARE & 1 & (int) d) << LeakyAnds.Z_SHARE;
      long m0 = xz[record];
      long m1 = xz[record + 1];
      long k0 = xz[record + 2];
      long k1 = xz[record + 3];
      x0 ^= m0;
      x1 ^= m1;
      x2 ^= k0;
      x3 ^= k1;
      z0 ^= xz[record + 4] ^ (d & m0);
      z1 ^= xz[record + 5] ^ (d & m1);
      z2 ^= xz[record + 6] ^ (d & k0);
      z3 ^= xz[record + 7] ^ (d & k1);
    }
    long shift = -(long) (bits >>> LeakyAnds.Z_KEY_SHIFT & 1);
    tile.put(row, 0, x0, x1);
    tile.put(row, 1, x2, x3);
    long[] y = batch.y();
    int yAt = first * LeakyAnds.Y;
    tile.put(row, 2, y[yAt], y[yAt + 1]);
    tile.put(row, 3, y[yAt + 2], y[yAt + 3]);
    tile.put(row, 4, z0, z1);
    tile.put(row, 5, z2 ^ (shift & delta[0]), z3 ^ (shift & delta[1]));
    return bits & ((1 << SHARE_BITS) - 1);
  }

  void wipe() {
    Secrets.wipe(delta);
    macs.wipe();
  }
}
