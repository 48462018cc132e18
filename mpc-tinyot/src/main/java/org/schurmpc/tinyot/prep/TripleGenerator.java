package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.material.Material;

/**
 * Makes one party's TinyOT material from authenticated bits: AND triples (leaky ANDs, then
 * bucketing), input masks and random bits, in the layout of {@link Material}. Malicious security
 * with abort; each batch of triples has the requested statistical security.
 *
 * <p>Nothing reaches the sink before the checks of its batch have passed. After an exception the
 * generator is unusable. After a failed check so are the keys and the store, which the caller must
 * discard.
 *
 * <p>Not thread-safe; several generators, each with its own session fork and source, may share Δ
 * and the matrices. The caller gives the keys to the store.
 */
public final class TripleGenerator implements AutoCloseable {
  /** Default number of leaky ANDs made with one exchange. */
  static final int TILE = 1 << 16;

  private static final int MAC_LOG_WORDS = 1 << 12;

  /**
   * Number of hash keys. One polynomial fails with probability 2^-117, which is enough for any σ
   * here.
   */
  private static final int HASH_KEYS = 1;

  private final int party;
  private final AuthBitSource source;
  private final Material material;
  private final BatchPlan plan;
  private final int sigma;
  private final LeakyAnd leakyAnd;
  private final LeakyAnds batch;
  private final Bucketing bucketing;
  private final Kernels kernels;
  private final AuthBits bits = new AuthBits(RowTile.ROWS);
  private final PlaneWriter pairPlanes;
  private final PlaneWriter macPlanes;
  private final PlaneWriter keyPlanes;
  private final long[] items;

  private int checked;
  private int released;
  private boolean failed;

  /**
   * Creates a generator.
   *
   * @param session the channel of this thread, and the peer's of its counterpart
   * @param source used by this generator alone; closed by the caller
   * @param sigma statistical security in bits, 40 to 80, at most 64 if any MACs are 64 bits
   * @param projections matrices of the store, drawn for {@code sigma} when both parties' Δ were
   *     fixed
   * @param kernels used by this thread alone
   */
  TripleGenerator(
      Session session, AuthBitSource source, int sigma, Projections projections, Kernels kernels) {
    this(session, source, sigma, projections, kernels, plan(sigma, projections), TILE);
  }

  private static BatchPlan plan(int sigma, Projections projections) {
    return BatchPlan.of(sigma, projections.widths());
  }

  /** Creates a generator with a plan for the same sigma; the plan has validated sigma. */
  TripleGenerator(
      Session session,
      AuthBitSource source,
      int sigma,
      Projections projections,
      Kernels kernels,
      BatchPlan plan,
      int tileSize) {
    if (sigma > 64 && projections.widths().least() == 1) {
      throw new IllegalArgumentException("MACs of 64 bits do not give security of " + sigma);
    }
    if (projections.garbling().width() < GarblingMatrix.width(sigma)) {
      throw new IllegalArgumentException("leaky ANDs of less than security " + sigma);
    }
    this.party = session.party();
    CoinToss coins = new CoinToss(session);
    this.source = source;
    this.sigma = sigma;
    this.kernels = kernels;
    this.material = Material.of(projections.widths(), party);
    this.plan = plan;
    int macWords = material.macWords();
    int keyWords = material.keyWords();
    this.batch = new LeakyAnds(macWords, keyWords);
    this.leakyAnd = new LeakyAnd(session, coins, source, projections, tileSize, kernels);
    MacCheck macs = new MacCheck(session, coins, MAC_LOG_WORDS, HASH_KEYS);
    long[] delta = source.delta();
    long[] image = projections.keys(party).apply(delta);
    this.bucketing = new Bucketing(session, coins, macs, material, image, kernels);
    Secrets.wipe(delta);
    Secrets.wipe(image);
    Projection narrow = projections.narrow();
    this.pairPlanes = new PlaneWriter(narrow, macWords, keyWords);
    this.macPlanes = new PlaneWriter(narrow, macWords);
    this.keyPlanes = new PlaneWriter(narrow, keyWords);
    this.items = new long[RowTile.BLOCKS * material.andTriples().longsPerItem()];
  }

  /**
   * Makes AND triples. Surplus triples of a batch are kept for the next request.
   *
   * @param blocks number of items of 64 triples, equal at both parties
   */
  public void triples(long blocks, MaterialSink sink) throws MpcException {
    begin();
    for (long left = blocks; left > 0; ) {
      if (released == checked) {
        makeBatch(left * Material.BITS);
      }
      int most = Math.min(RowTile.BLOCKS, (checked - released) / Material.BITS);
      int now = (int) Math.min(most, left);
      release(now, sink);
      left -= now;
    }
    failed = false;
  }

  private void makeBatch(long demand) throws MpcException {
    checked = 0;
    released = 0;
    int triples = plan.next(demand);
    int size = BucketSize.least(triples, sigma);
    batch.reset(triples * size);
    leakyAnd.make(batch);
    bucketing.open(batch, triples, size);
    checked = triples;
  }

  private void release(int blocks, MaterialSink sink) throws MpcException {
    int from = released;
    released += blocks * Material.BITS; // first: no triple is released twice
    MaterialKind kind = material.andTriples();
    for (int block = 0; block < blocks; block++) {
      bucketing.combine(from / Material.BITS + block, items, block * kind.longsPerItem());
    }
    sink.put(kind, items, 0, blocks);
  }

  /**
   * Makes input masks. Of each authenticated bit, one party's share is a mask of this party and the
   * other's share a mask of the other.
   *
   * @param ofFirst number of items of 64 masks of party 0
   * @param ofSecond number of items of 64 masks of party 1
   */
  public void inputMasks(long ofFirst, long ofSecond, MaterialSink sink) throws MpcException {
    begin();
    long[] left = {ofFirst, ofSecond};
    while (Math.max(left[0], left[1]) > 0) {
      int drawn = (int) Math.min(RowTile.BLOCKS, Math.max(left[0], left[1]));
      source.next(bits, drawn * Material.BITS);
      for (int owner = 0; owner < 2; owner++) {
        int now = (int) Math.min(drawn, left[owner]);
        if (now > 0) {
          putMasks(owner, now, sink);
          left[owner] -= now;
        }
      }
    }
    failed = false;
  }

  private void putMasks(int owner, int blocks, MaterialSink sink) throws MpcException {
    boolean mine = owner == party;
    MaterialKind kind = material.inputMask(owner);
    PlaneWriter planes = mine ? macPlanes : keyPlanes;
    planes.put(mine ? bits.macs() : bits.keys(), blocks * Material.BITS, 0);
    for (int block = 0; block < blocks; block++) {
      items[block * kind.longsPerItem()] = mine ? bits.bits()[block] : 0;
    }
    planes.write(blocks, items, kind.longsPerItem(), Material.BIT_PLANES);
    sink.put(kind, items, 0, blocks);
  }

  /**
   * Makes random bits that nobody knows.
   *
   * @param blocks number of items of 64 bits
   */
  public void randomBits(long blocks, MaterialSink sink) throws MpcException {
    begin();
    MaterialKind kind = material.randomBits();
    for (long left = blocks; left > 0; ) {
      int now = (int) Math.min(RowTile.BLOCKS, left);
      source.next(bits, now * Material.BITS);
      pairPlanes.put(bits.macs(), now * Material.BITS, 0);
      pairPlanes.put(bits.keys(), now * Material.BITS, 1);
      for (int block = 0; block < now; block++) {
        items[block * kind.longsPerItem()] = bits.bits()[block];
      }
      pairPlanes.write(now, items, kind.longsPerItem(), Material.BIT_PLANES);
      sink.put(kind, items, 0, now);
      left -= now;
    }
    failed = false;
  }

  /** Begins a request. If the request fails, all further requests are rejected. */
  private void begin() {
    if (failed) {
      throw new IllegalStateException("an earlier request of this generator failed");
    }
    failed = true;
  }

  /** Wipes all secrets, including the triples kept for later. */
  @Override
  public void close() {
    failed = true;
    checked = 0;
    released = 0;
    leakyAnd.wipe();
    bucketing.wipe();
    batch.wipe();
    bits.wipe();
    pairPlanes.wipe();
    macPlanes.wipe();
    keyPlanes.wipe();
    kernels.wipe();
    Secrets.wipe(items);
  }
}
