package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.session.Session;

/**
 * Combines leaky ANDs, randomly assigned to buckets, into AND triples about which the peer knows
 * nothing (Nielsen, Nordholt, Orlandi, Burra, NNOB12; bucket sizes: {@link BucketSize}).
 *
 * <p>In a bucket, d_j = y_1 + y_j is opened for j &gt; 1, and x = Σ x_j, y = y_1, z = Σ z_j + Σ d_j
 * x_j. The openings are checked by their full MACs before any triple is combined. Costs B - 1 bits
 * each way for each triple; a toss, an exchange and a MAC check for each batch.
 */
final class Bucketing {
  /** Number of buckets that are processed at once. */
  private static final int GROUP = 64;

  private final Session session;
  private final CoinToss coins;
  private final MacCheck macs;
  private final long[] delta;

  private LeakyAnds batch;
  private int triples;
  private int size;
  private int[] order = new int[0];
  private long[] differences = new long[0];
  private long[] gathered = new long[0];
  private byte[] gatheredShares = new byte[0];
  private final long[] sums = new long[GROUP * LeakyAnds.XZ];
  private final long[] shareSums = new long[GROUP];

  Bucketing(Session session, CoinToss coins, MacCheck macs, long[] delta) {
    this.session = session;
    this.coins = coins;
    this.macs = macs;
    this.delta = delta.clone();
  }

  /**
   * Assigns a batch to buckets and opens the differences for the combination. The openings are
   * checked before the method returns.
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
    if (gatheredShares.length < GROUP * size) {
      gathered = new long[GROUP * size * LeakyAnds.XZ];
      gatheredShares = new byte[GROUP * size];
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

  /** Opens all differences. Bit k of words (j - 1) N/64 and following is d_j of bucket k. */
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
    int step = 2 * GROUP * (size - 1);
    for (int bucket = 0; bucket < triples; bucket += GROUP) {
      gatherY(bucket);
      logGroup(bucket / GROUP, theirs, heldAt, expectedAt);
      heldAt += step;
      expectedAt += step;
    }
  }

  private void logGroup(int word, long[] theirs, int heldAt, int expectedAt) {
    long[] held = macs.held().words();
    long[] expected = macs.expected().words();
    int words = triples / GROUP;
    long[] y = gathered;
    long low = delta[0];
    long high = delta[1];
    int at = 0;
    for (int j = 1; j < size; j++) {
      long bits = theirs[(j - 1) * words + word];
      for (int i = 0; i < GROUP; i++) {
        int first = LeakyAnds.Y * size * i;
        int other = first + LeakyAnds.Y * j;
        long mask = -(bits >>> i & 1);
        held[heldAt + at] = y[first] ^ y[other];
        held[heldAt + at + 1] = y[first + 1] ^ y[other + 1];
        expected[expectedAt + at] = y[first + 2] ^ y[other + 2] ^ (mask & low);
        expected[expectedAt + at + 1] = y[first + 3] ^ y[other + 3] ^ (mask & high);
        at += 2;
      }
    }
  }

  /** Copies the records of y of a group of buckets, one after the other. */
  private void gatherY(int bucket) {
    long[] y = batch.y();
    int from = bucket * size;
    for (int i = 0; i < GROUP * size; i++) {
      int record = LeakyAnds.Y_START + order[from + i] * LeakyAnds.Y;
      int to = LeakyAnds.Y * i;
      gathered[to] = y[record];
      gathered[to + 1] = y[record + 1];
      gathered[to + 2] = y[record + 2];
      gathered[to + 3] = y[record + 3];
    }
  }

  /**
   * Combines buckets {@code from} to {@code from + n - 1} into triples.
   *
   * @param from a multiple of 64
   * @param n a multiple of 64
   * @param tile receives the rows of a, b and c: for each the MACs, then the keys
   * @param shares receives the shares: words of a, then of b, then of c, {@link RowTile#BLOCKS}
   *     each
   */
  void combine(int from, int n, RowTile tile, long[] shares) {
    int words = triples / GROUP;
    for (int word = 0; word < n / GROUP; word++) {
      int bucket = from + GROUP * word;
      gatherXz(bucket);
      takeFirst();
      for (int j = 1; j < size; j++) {
        add(j, differences[(j - 1) * words + bucket / GROUP]);
      }
      putXz(word, tile);
      putY(bucket, word, tile);
      for (int share = LeakyAnds.X_SHARE; share <= LeakyAnds.Z_SHARE; share++) {
        shares[share * RowTile.BLOCKS + word] = shareWord(share);
      }
    }
  }

  /** Copies the records of x and z, and the shares, of a group of buckets one after the other. */
  private void gatherXz(int bucket) {
    long[] xz = batch.xz();
    long[] dst = gathered;
    int[] indices = order;
    int from = bucket * size;
    int count = GROUP * size;
    for (int i = 0; i < count; i++) {
      int record = LeakyAnds.XZ_START + indices[from + i] * LeakyAnds.XZ;
      int to = LeakyAnds.XZ * i;
      dst[to] = xz[record];
      dst[to + 1] = xz[record + 1];
      dst[to + 2] = xz[record + 2];
      dst[to + 3] = xz[record + 3];
      dst[to + 4] = xz[record + 4];
      dst[to + 5] = xz[record + 5];
      dst[to + 6] = xz[record + 6];
      dst[to + 7] = xz[record + 7];
    }
    byte[] shares = batch.shares();
    for (int i = 0; i < count; i++) {
      gatheredShares[i] = shares[indices[from + i]];
    }
  }

  private void takeFirst() {
    for (int i = 0; i < GROUP; i++) {
      System.arraycopy(gathered, i * size * LeakyAnds.XZ, sums, i * LeakyAnds.XZ, LeakyAnds.XZ);
      shareSums[i] = gatheredShares[i * size];
    }
  }

  /** Adds x_j to x, and z_j + d_j x_j to z. */
  private void add(int j, long d) {
    long[] from = gathered;
    long[] into = sums;
    int step = size * LeakyAnds.XZ;
    for (int i = 0; i < GROUP; i++) {
      int at = i * step + j * LeakyAnds.XZ;
      long bit = d >>> i & 1;
      long mask = -bit;
      int to = i * LeakyAnds.XZ;
      long x0 = from[at];
      long x1 = from[at + 1];
      long x2 = from[at + 2];
      long x3 = from[at + 3];
      into[to] ^= x0;
      into[to + 1] ^= x1;
      into[to + 2] ^= x2;
      into[to + 3] ^= x3;
      into[to + 4] ^= from[at + 4] ^ (mask & x0);
      into[to + 5] ^= from[at + 5] ^ (mask & x1);
      into[to + 6] ^= from[at + 6] ^ (mask & x2);
      into[to + 7] ^= from[at + 7] ^ (mask & x3);
      long share = gatheredShares[i * size + j];
      shareSums[i] ^=
          (share & ~(1L << LeakyAnds.Y_SHARE))
              ^ ((share >>> LeakyAnds.X_SHARE & bit) << LeakyAnds.Z_SHARE);
    }
  }

  private void putXz(int word, RowTile tile) {
    long low = delta[0];
    long high = delta[1];
    for (int i = 0; i < GROUP; i++) {
      long mask = -(shareSums[i] >>> LeakyAnds.Z_KEY_SHIFT & 1);
      long[] lows = tile.low()[i];
      long[] highs = tile.high()[i];
      int from = i * LeakyAnds.XZ;
      lows[word] = sums[from];
      highs[word] = sums[from + 1];
      lows[RowTile.BLOCKS + word] = sums[from + 2];
      highs[RowTile.BLOCKS + word] = sums[from + 3];
      lows[4 * RowTile.BLOCKS + word] = sums[from + 4];
      highs[4 * RowTile.BLOCKS + word] = sums[from + 5];
      lows[5 * RowTile.BLOCKS + word] = sums[from + 6] ^ (mask & low);
      highs[5 * RowTile.BLOCKS + word] = sums[from + 7] ^ (mask & high);
    }
  }

  private void putY(int bucket, int word, RowTile tile) {
    long[] y = batch.y();
    for (int i = 0; i < GROUP; i++) {
      int from = LeakyAnds.Y_START + order[(bucket + i) * size] * LeakyAnds.Y;
      long[] lows = tile.low()[i];
      long[] highs = tile.high()[i];
      lows[2 * RowTile.BLOCKS + word] = y[from];
      highs[2 * RowTile.BLOCKS + word] = y[from + 1];
      lows[3 * RowTile.BLOCKS + word] = y[from + 2];
      highs[3 * RowTile.BLOCKS + word] = y[from + 3];
    }
  }

  private long shareWord(int share) {
    long bits = 0;
    for (int i = 0; i < GROUP; i++) {
      bits |= (shareSums[i] >>> share & 1) << i;
    }
    return bits;
  }

  void wipe() {
    Secrets.wipe(delta);
    Secrets.wipe(gathered);
    Secrets.wipe(gatheredShares);
    Secrets.wipe(sums);
    Secrets.wipe(shareSums);
    macs.wipe();
  }
}
