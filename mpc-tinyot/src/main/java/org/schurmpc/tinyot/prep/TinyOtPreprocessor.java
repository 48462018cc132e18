package org.schurmpc.tinyot.prep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.WorkerPool;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.silent.CotKind;
import org.schurmpc.tinyot.material.MacWidths;
import org.schurmpc.tinyot.material.Material;

/**
 * TinyOT's real preprocessing at one party: from base OTs to triples, input masks and random bits
 * for a store, in one or several threads, each with its own connection, all under one Δ. Malicious
 * security with abort.
 *
 * <p>After any exception the preprocessor and the session are unusable. After a failed check so is
 * the store, which its owner must burn.
 */
public final class TinyOtPreprocessor implements Preprocessor {
  /** Minimum number of blocks for a thread; below it a second thread costs more than it gains. */
  static final int LEAST_UNIT_BLOCKS = 1 << 10;

  private static final String K = "k of the OT extension";

  /** For parties of which one makes correlated OTs by extension: its entry is {@link #K} alone. */
  private static final String OR_COTS = ", or how correlated OTs are made";

  private final List<Worker> workers;
  private final Material material;
  private final OtPreprocessing setting;
  private final long[] storeKeys;
  private final WorkerPool pool;

  /** Number of blocks of triples that a thread takes at a time, if there are enough: one batch. */
  private final int unitBlocks;

  private boolean keysGiven;
  private boolean closed;

  private TinyOtPreprocessor(
      int party, List<Worker> workers, OtPreprocessing setting, long[] storeKeys) {
    this.workers = workers;
    this.setting = setting;
    this.material = Material.of(setting.widths(), party);
    this.storeKeys = storeKeys;
    this.unitBlocks = BatchPlan.of(setting.sigma(), setting.widths()).most() / Material.BITS;
    this.pool = new WorkerPool(workers.stream().map(each -> each.session).toList());
  }

  /**
   * Sets up base OTs, the further connections, an OT extension on each, and the random matrices.
   *
   * @param session stays open when the preprocessor is closed
   * @param kernels makes kernels for one thread
   * @throws org.schurmpc.core.abort.Disagreement if the peer's setting differs
   */
  public static TinyOtPreprocessor begin(
      Session session, OtPreprocessing setting, Supplier<Kernels> kernels) throws MpcException {
    requireAgreed(session, setting);
    List<Worker> workers = new ArrayList<>();
    long[] delta = OtAuthBits.randomDelta(session.party(), session.random());
    boolean done = false;
    try (CotKeys keys = CotKeys.forBoth(session, delta)) {
      workers.add(Worker.begin(session, keys, setting, kernels));
      for (int i = 1; i < setting.threads(); i++) {
        workers.add(Worker.onFork(session.fork("preprocessing " + i), keys, setting, kernels));
      }
      Projections projections = toss(session, workers.get(0).bits(), setting);
      for (Worker worker : workers) {
        worker.project(setting.sigma(), projections, kernels.get());
      }
      int party = session.party();
      long[] storeKeys = projections.keys(party).apply(delta);
      TinyOtPreprocessor made = new TinyOtPreprocessor(party, workers, setting, storeKeys);
      made.absorb(Phase.SETUP);
      done = true;
      return made;
    } finally {
      Secrets.wipe(delta);
      if (!done) {
        closeAll(workers);
      }
    }
  }

  private static void requireAgreed(Session session, OtPreprocessing setting) throws MpcException {
    TreeMap<String, byte[]> digests = new TreeMap<>();
    digests.put("the statistical security", digest(setting.sigma()));
    digests.put("the length of MACs, or the release", digest(setting.widths()));
    if (setting.cots() == CotKind.SOFTSPOKEN) {
      digests.put(K, digest(setting.k()));
    } else { // as many entries as others have
      digests.put(
          K + OR_COTS, hash(setting.k()).add("correlated OTs").add(setting.cots().name()).digest());
    }
    digests.put("the threads of the preprocessing", digest(setting.threads()));
    PublicValue.requireEqual(session, digests);
  }

  private static byte[] digest(int value) {
    return hash(value).digest();
  }

  /** Returns a digest which for equal widths is that of their number of words. */
  private static byte[] digest(MacWidths widths) {
    FieldHash hash = hash(widths.ofFirst());
    return widths.areEqual() ? hash.digest() : hash.add(widths.ofSecond()).digest();
  }

  private static FieldHash hash(int value) {
    return new FieldHash("preprocessing").add(value);
  }

  private static Projections toss(Session session, OtAuthBits bits, OtPreprocessing setting)
      throws MpcException {
    // A batch of OTs in each direction has passed its check: both parties' Δ are fixed.
    AuthBits first = new AuthBits(Long.SIZE);
    try {
      bits.next(first, Long.SIZE);
    } finally {
      first.wipe();
    }
    return Projections.tossed(new CoinToss(session), setting.sigma(), setting.widths());
  }

  /**
   * Draws keys of words in both directions from the OTs of the first connection; the peer does so
   * at the same time. The keys are independent of Δ and closed by the caller.
   *
   * @param n the number of symbols of a word
   */
  WordKeys wordKeys(int n) throws MpcException {
    Worker first = workers.get(0);
    return first.bits().wordKeys(first.session, n);
  }

  @Override
  public String storeId() {
    return OWN_STORE;
  }

  @Override
  public String description() {
    return "OT (%s, k = %d; buckets of %d to %d leaky ANDs; %d thread%s)"
        .formatted(
            extension(),
            setting.k(),
            leastBucket(),
            mostBucket(),
            workers.size(),
            workers.size() == 1 ? "" : "s");
  }

  @Override
  public Origin origin() {
    return Origin.own(
        description(),
        Map.of(
            "extension",
            extension(),
            "cot",
            setting.cots().text(),
            "ot_k",
            setting.k(),
            "least_bucket",
            leastBucket(),
            "most_bucket",
            mostBucket(),
            "threads",
            workers.size()));
  }

  private String extension() {
    return setting.cots() == CotKind.SILENT ? "silent OT from LPN" : "SoftSpokenOT";
  }

  /** Returns the number of leaky ANDs that make one triple of a whole unit. */
  private int leastBucket() {
    return BucketSize.least(unitBlocks * Material.BITS, setting.sigma());
  }

  /** Returns the number of leaky ANDs that make one triple of the smallest batch. */
  private int mostBucket() {
    return BucketSize.least(BucketSize.MIN_BATCH, setting.sigma());
  }

  @Override
  public void prepare(Demand demand, MaterialSink sink) throws MpcException {
    if (closed) {
      throw new IllegalStateException("the preprocessing failed before or is closed");
    }
    requireKnown(demand.quotas());
    boolean done = false;
    try {
      make(demand, sink);
      done = true;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  private void make(Demand demand, MaterialSink sink) throws MpcException {
    if (!keysGiven) {
      sink.keys(demand.protocol(), storeKeys);
      keysGiven = true;
    }
    for (Worker worker : workers.subList(1, workers.size())) {
      worker.session.metrics().enter(Phase.PREPROCESSING);
    }
    Map<MaterialKind, Long> quotas = demand.quotas();
    TripleGenerator first = workers.get(0).generator();
    long ofFirst = quotas.getOrDefault(material.inputMask(0), 0L);
    long ofSecond = quotas.getOrDefault(material.inputMask(1), 0L);
    first.inputMasks(ofFirst, ofSecond, sink);
    first.randomBits(quotas.getOrDefault(material.randomBits(), 0L), sink);
    triples(quotas.getOrDefault(material.andTriples(), 0L), sink);
    absorb(Phase.PREPROCESSING);
  }

  private void requireKnown(Map<MaterialKind, Long> quotas) {
    List<MaterialKind> known =
        List.of(
            material.andTriples(),
            material.inputMask(0),
            material.inputMask(1),
            material.randomBits());
    if (!known.containsAll(quotas.keySet())) {
      throw new IllegalArgumentException("a demand for other kinds than TinyOT's");
    }
  }

  private void triples(long blocks, MaterialSink sink) throws MpcException {
    int busy = (int) Math.max(1, Math.min(workers.size(), blocks / LEAST_UNIT_BLOCKS));
    if (busy == 1) {
      workers.get(0).generator().triples(blocks, sink);
      return;
    }
    long rounds = (blocks - 1) / ((long) busy * unitBlocks) + 1;
    int units = Math.toIntExact(Math.multiplyExact(rounds, busy));
    pool.work(
        busy,
        units,
        (worker, unit, turn) -> {
          long from = blocks * unit / units;
          long to = blocks * (unit + 1) / units;
          workers.get(worker).generator().triples(to - from, new SinkInTurn(sink, turn));
        });
  }

  private void absorb(Phase phase) {
    List<Worker> forks = workers.subList(1, workers.size());
    workers
        .get(0)
        .session
        .metrics()
        .absorb(phase, forks.stream().map(each -> each.session.metrics()).toList());
  }

  private static void closeAll(List<Worker> workers) {
    for (int i = 0; i < workers.size(); i++) {
      workers.get(i).close();
      if (i > 0) {
        workers.get(i).session.close();
      }
    }
  }

  /** Wipes and closes the further connections; the session stays open. */
  @Override
  public void close() {
    closed = true;
    pool.close();
    closeAll(workers);
    Secrets.wipe(storeKeys);
  }
}
