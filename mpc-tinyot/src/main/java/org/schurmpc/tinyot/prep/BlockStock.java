package org.schurmpc.tinyot.prep;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.material.Material;

/**
 * TinyOT's material at one party for protocols that build on TinyOT: random bits, input masks and
 * AND triples. The real preprocessing makes the material as it is taken, so that only portions are
 * in memory. The peer must expect and take equal amounts in equal order.
 *
 * <p>A caller that announces its demand by {@link #expect} gets larger portions, because larger
 * batches of triples are cheaper. Material that was not announced is made on request.
 *
 * <p>Malicious security with abort: all material handed out has passed its checks. The stock is
 * unusable after an exception. Not thread-safe.
 */
public final class BlockStock implements AutoCloseable {
  /** Number of blocks of triples for each thread that are taken at once: 25 MB if MACs are wide. */
  private static final int TRIPLE_BLOCKS = 1 << 12;

  /**
   * Number of blocks for each thread in portions of announced triples: a batch of as many has
   * buckets of three at σ = 40, and takes 110 MB while it is made.
   */
  private static final int PORTION = 4400;

  /** Number of blocks of bits of any other kind in a portion: 4 MB with MACs of 128 bits. */
  private static final int BIT_BLOCKS = 1 << 11;

  private static final int PARTIES = 2;

  private static final String PROTOCOL = "blocks";

  private final Session session;
  private final TinyOtPreprocessor preprocessor;
  private final Material material;
  private final int threads;
  private final int tripleBlocks;
  private final MemoryPrepStore store = new MemoryPrepStore();
  private final Map<MaterialKind, Leases> leases = new HashMap<>();
  private final Map<MaterialKind, Long> expected = new HashMap<>();
  private final long[] delta;
  private long triples;

  private BlockStock(Session session, TinyOtPreprocessor preprocessor, OtPreprocessing setting)
      throws MpcException {
    this.session = session;
    this.preprocessor = preprocessor;
    this.material = Material.of(setting.widths(), session.party());
    this.threads = setting.threads();
    this.tripleBlocks = TRIPLE_BLOCKS * threads;
    boolean prepared = false;
    try {
      // The store receives Δ with its first items.
      preprocessor.prepare(Demand.of(PROTOCOL).add(material.randomBits(), 1).build(), store);
      prepared = true;
    } finally {
      if (!prepared) {
        store.close();
      }
    }
    this.delta = store.keys(PROTOCOL).clone();
    expected.put(material.randomBits(), -1L);
  }

  /**
   * Sets up TinyOT's preprocessing.
   *
   * @param session stays open when the stock is closed
   * @param kernels makes kernels for one thread
   * @throws org.schurmpc.core.abort.Disagreement if the peer's setting differs
   */
  public static BlockStock begin(
      Session session, OtPreprocessing setting, Supplier<Kernels> kernels) throws MpcException {
    TinyOtPreprocessor preprocessor = TinyOtPreprocessor.begin(session, setting, kernels);
    BlockStock stock = null;
    try {
      stock = new BlockStock(session, preprocessor, setting);
    } finally {
      if (stock == null) {
        preprocessor.close();
      }
    }
    return stock;
  }

  public Material material() {
    return material;
  }

  /** Returns this party's global key Δ, one long for each word of a key; a copy. */
  public long[] delta() {
    return delta.clone();
  }

  /** Returns the source of the material with its parameters, for reports. */
  public Origin origin() {
    return preprocessor.origin();
  }

  /** Tosses with the peer the projection of rows of 128 bits to 64. */
  public Projection tossProjection() throws MpcException {
    // Both parties' Δ are fixed: the OTs that the constructor requested have passed their check.
    return Projection.tossed(new CoinToss(session));
  }

  /**
   * Draws keys of words in both directions; the peer does so at the same time. They are independent
   * of Δ, drawn from OTs that serve nothing else, and closed by the caller.
   *
   * @param n the number of symbols of a word
   */
  public WordKeys wordKeys(int n) throws MpcException {
    return preprocessor.wordKeys(n);
  }

  /**
   * Announces that at least these numbers of items will be taken, in addition to earlier
   * announcements.
   */
  public void expect(Map<MaterialKind, Long> items) {
    items.forEach((kind, n) -> expected.merge(kind, n, Math::addExact));
  }

  /** Takes blocks of random bits that nobody knows. */
  public void randomBits(long[] dst, int at, int blocks) throws MpcException {
    int longs = material.randomBits().longsPerItem();
    Leases bits = take(material.randomBits(), blocks);
    for (int block = 0; block < blocks; block++) {
      System.arraycopy(bits.data(block), bits.offset(block), dst, at + block * longs, longs);
    }
    bits.release();
  }

  /** Takes blocks of random bits that one party knows: the other party's share is zero. */
  public void inputMasks(int owner, long[] dst, int at, int blocks) throws MpcException {
    int longs = material.randomBits().longsPerItem();
    boolean mine = owner == session.party();
    int planes = mine ? material.macLongs() : material.keyLongs();
    int into = Material.BIT_PLANES + (mine ? 0 : material.macLongs());
    Leases masks = take(material.inputMask(owner), blocks);
    for (int block = 0; block < blocks; block++) {
      long[] mask = masks.data(block);
      int from = masks.offset(block);
      int to = at + block * longs;
      Arrays.fill(dst, to, to + longs, 0);
      dst[to] = mask[from];
      System.arraycopy(mask, from + Material.BIT_PLANES, dst, to + into, planes);
    }
    masks.release();
  }

  /** Takes items of triples, valid until the next ones are taken. */
  public Leases triples(int blocks) throws MpcException {
    Leases taken = take(material.andTriples(), blocks);
    triples += (long) blocks * Material.BITS;
    return taken;
  }

  /** Returns the maximum number of blocks of triples to take at once. */
  int mostTriples() {
    return tripleBlocks;
  }

  /** Returns the number of triples taken so far. */
  public long triplesTaken() {
    return triples;
  }

  private Leases take(MaterialKind kind, int blocks) throws MpcException {
    refill(kind, blocks);
    Leases taken = leases.computeIfAbsent(kind, any -> new Leases(store, any));
    taken.lease(blocks);
    return taken;
  }

  /** Returns the number of blocks of the next portion of announced triples. */
  static long portion(long left, int threads) {
    return Math.min(left, (long) PORTION * threads);
  }

  private void refill(MaterialKind kind, int blocks) throws MpcException {
    long missing = blocks - store.available(kind);
    if (missing <= 0) {
      return;
    }
    long left = expected.getOrDefault(kind, 0L);
    boolean ofTriples = kind.equals(material.andTriples());
    long portion = ofTriples ? portion(left, threads) : Math.min(left, BIT_BLOCKS);
    long now = Math.max(missing, portion);
    Demand.Builder demand = Demand.of(PROTOCOL).add(kind, now);
    expected.put(kind, Math.max(0, left - now));
    for (int owner = 0; owner < PARTIES; owner++) {
      if (kind.equals(material.inputMask(owner))) {
        // Each bit that is made has a mask of either party.
        MaterialKind other = material.inputMask(1 - owner);
        long ofOther = Math.min(now, expected.getOrDefault(other, 0L));
        expected.merge(other, -ofOther, Math::addExact);
        demand.add(other, ofOther);
      }
    }
    preprocessor.prepare(demand.build(), store);
  }

  /** Wipes the remaining material. */
  @Override
  public void close() {
    preprocessor.close();
    store.close();
    Secrets.wipe(delta);
  }
}
