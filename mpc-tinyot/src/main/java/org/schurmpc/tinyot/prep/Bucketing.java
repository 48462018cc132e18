package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.material.Material;

/**
 * Combines leaky ANDs, randomly assigned to buckets, into AND triples about which the peer knows
 * nothing (Nielsen, Nordholt, Orlandi, Burra, NNOB12; bucket sizes: {@link BucketSize}).
 *
 * <p>In a bucket, d_j = y_1 + y_j is opened for j &gt; 1, and x = Σ x_j, y = y_1, z = Σ z_j + Σ d_j
 * x_j. The openings are checked by their MACs, which are those of the online phase, before any
 * triple is combined: a false d_j of the peer passes with probability 2^-k, where k is the length
 * in bits of this party's Δ of the online phase and at least σ, or 2^-127 for the 128 bits of which
 * one is pinned, but for the check's 2^-117. So the peer's advantage is that of {@link BucketSize},
 * whether or not the two directions have MACs of one width. Costs B - 1 bits each way for each
 * triple; a toss, an exchange and a MAC check for each batch.
 *
 * <p>Each leaky AND is read at random once. Of 64 buckets, all that does not depend on d_j is then
 * an item of {@link Material} with Σ z_j in the place of z, followed by the x_j, j &gt; 1.
 */
final class Bucketing {
  /** Number of buckets that are processed at once. */
  private static final int GROUP = Material.BITS;

  private final Session session;
  private final CoinToss coins;
  private final MacCheck macs;
  private final Kernels kernels;
  private final long[] delta;
  private final Material material;

  /** Number of longs of the MACs of a part of 64 leaky ANDs. */
  private final int macLongs;

  /** Number of longs of the keys of a part of 64 leaky ANDs. */
  private final int keyLongs;

  /** Number of longs of MACs and keys of a part of 64 leaky ANDs. */
  private final int partLongs;

  private final int itemLongs;
  private final GatheredAnds gathered;

  private LeakyAnds batch;
  private int triples;
  private int size;
  private int[] order = new int[0];
  private long[] differences = new long[0];
  private long[] groups = new long[0];

  /**
   * Creates a combiner.
   *
   * @param material of this party
   * @param delta this party's Δ of the online phase, a long for each word of a key
   * @param kernels used by this thread alone
   */
  Bucketing(
      Session session,
      CoinToss coins,
      MacCheck macs,
      Material material,
      long[] delta,
      Kernels kernels) {
    if (delta.length != material.keyWords()) {
      throw new IllegalArgumentException("a Δ of " + delta.length + " words");
    }
    this.session = session;
    this.coins = coins;
    this.macs = macs;
    this.kernels = kernels;
    this.delta = delta.clone();
    this.material = material;
    this.macLongs = material.macLongs();
    this.keyLongs = material.keyLongs();
    this.partLongs = macLongs + keyLongs;
    this.itemLongs = material.andTriples().longsPerItem();
    this.gathered = new GatheredAnds(material.macWords() + material.keyWords(), kernels);
  }

  /**
   * Assigns a batch to buckets and opens the differences for the combination. The openings are
   * checked before the method returns.
   *
   * @param newBatch {@code newTriples} times {@code newSize} leaky ANDs that have passed their
   *     check; read before the method returns
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

  /** Opens all differences. Word (B - 1) g + j - 1 has d_j of the buckets of group g. */
  private void openDifferences() throws MpcException {
    int groupCount = triples / GROUP;
    int words = (size - 1) * groupCount;
    reserve(words, Math.multiplyExact(groupCount, groupLongs()));
    int heldAt = macs.held().extend(words * macLongs);
    int expectedAt = macs.expected().extend(words * keyLongs);
    long[] mine = new long[words];
    for (int group = 0; group < groupCount; group++) {
      gathered.read(batch, order, group * GROUP * size, size);
      putTogether(groupLongs() * group);
      differ(mine, (size - 1) * group, heldAt, expectedAt);
    }
    byte[] received = session.exchange(Words.toBytes(mine, 0, words));
    long[] theirs = new long[words];
    Words.fromBytes(received, 0, theirs, 0, words);
    for (int i = 0; i < words; i++) {
      differences[i] = mine[i] ^ theirs[i];
    }
    expectSent(theirs, expectedAt);
  }

  private void reserve(int words, int longs) {
    if (differences.length < words) {
      differences = new long[words];
    }
    if (groups.length < longs) {
      Secrets.wipe(groups);
      groups = new long[longs];
    }
  }

  /** Returns the number of longs of a group: an item, and the x_j. */
  private int groupLongs() {
    return itemLongs + (size - 1) * addendLongs();
  }

  /** Returns the number of longs of an x_j: its shares, MACs and keys. */
  private int addendLongs() {
    return 1 + partLongs;
  }

  private int addend(int at, int j) {
    return at + itemLongs + (j - 1) * addendLongs();
  }

  /** Writes a group, with Σ z_j in the place of z. */
  private void putTogether(int at) {
    int x = at + Material.tripleBits(Material.A);
    int y = at + Material.tripleBits(Material.B);
    int z = at + Material.tripleBits(Material.C);
    int planes = at + material.tripleMacs(Material.A);
    int zPlanes = planes + Material.C * partLongs;
    System.arraycopy(gathered.rows(), gathered.at(0), groups, planes, 3 * partLongs);
    groups[x] = gathered.bits(0, LeakyAnds.X_SHARE);
    groups[y] = gathered.bits(0, LeakyAnds.Y_SHARE);
    groups[z] = gathered.bits(0, LeakyAnds.Z_SHARE);
    long shift = gathered.bits(0, LeakyAnds.Z_KEY_SHIFT);
    for (int j = 1; j < size; j++) {
      int from = gathered.at(j);
      int to = addend(at, j);
      groups[to] = gathered.bits(j, LeakyAnds.X_SHARE);
      System.arraycopy(gathered.rows(), from, groups, to + 1, partLongs);
      kernels.xorInto(groups, planes, gathered.rows(), from, partLongs);
      int zFrom = from + Material.C * partLongs;
      kernels.xorInto(groups, zPlanes, gathered.rows(), zFrom, partLongs);
      groups[x] ^= groups[to];
      groups[z] ^= gathered.bits(j, LeakyAnds.Z_SHARE);
      shift ^= gathered.bits(j, LeakyAnds.Z_KEY_SHIFT);
    }
    addDelta(groups, zPlanes + macLongs, shift);
  }

  /** Computes this party's part of the differences of a group, and logs MACs and keys. */
  private void differ(long[] mine, int word, int heldAt, int expectedAt) {
    long[] rows = gathered.rows();
    int first = gathered.at(0) + Material.B * partLongs;
    long[] held = macs.held().words();
    long[] expected = macs.expected().words();
    for (int j = 1; j < size; j++) {
      int at = word + j - 1;
      int other = gathered.at(j) + Material.B * partLongs;
      mine[at] = gathered.bits(0, LeakyAnds.Y_SHARE) ^ gathered.bits(j, LeakyAnds.Y_SHARE);
      kernels.xor(rows, first, rows, other, held, heldAt + at * macLongs, macLongs);
      kernels.xor(
          rows,
          first + macLongs,
          rows,
          other + macLongs,
          expected,
          expectedAt + at * keyLongs,
          keyLongs);
    }
  }

  /** Adds Δ to the keys where the peer's part of a difference is one. */
  private void expectSent(long[] theirs, int expectedAt) {
    for (int word = 0; word < theirs.length; word++) {
      addDelta(macs.expected().words(), expectedAt + word * keyLongs, theirs[word]);
    }
  }

  private void addDelta(long[] keys, int at, long bits) {
    for (int word = 0; word < delta.length; word++) {
      kernels.xorConstant(keys, at + word * GROUP, bits, delta[word], GROUP);
    }
  }

  /**
   * Combines 64 buckets into triples.
   *
   * @param group number of the buckets, divided by 64
   * @param item receives an item of {@link Material} from {@code to} on
   */
  void combine(int group, long[] item, int to) {
    int at = group * groupLongs();
    int word = (size - 1) * group;
    int planes = material.tripleMacs(Material.C);
    System.arraycopy(groups, at, item, to, itemLongs);
    for (int j = 1; j < size; j++) {
      long d = differences[word + j - 1];
      int x = addend(at, j);
      item[to + Material.tripleBits(Material.C)] ^= d & groups[x];
      for (int plane = 0; plane < partLongs; plane += GROUP) {
        addSelected(item, to + planes + plane, x + 1 + plane, d);
      }
    }
  }

  private void addSelected(long[] dst, int to, int from, long bits) {
    long[] src = groups;
    for (int i = 0; i < GROUP; i++) {
      dst[to + i] ^= src[from + i] & -(bits >>> i & 1);
    }
  }

  void wipe() {
    Secrets.wipe(delta);
    Secrets.wipe(groups);
    gathered.wipe();
    macs.wipe();
  }
}
