package org.schurmpc.spdz.prep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.kernel.CotKernels;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.WorkerPool;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.spdz.material.Material;

/**
 * MASCOT at one party: from base OTs to all of SPDZ's material, in one or several threads, each
 * with its own connection to every peer, and all under one α. Two or more parties, all but one of
 * them actively corrupted; malicious security with abort.
 *
 * <p>After any exception the preprocessor and the session are unusable. After a failed check so is
 * the store, which its owner must burn.
 */
public final class MascotPreprocessor implements Preprocessor {
  /**
   * Number of values of a demand from which VOLE pays if an earlier session left the first values:
   * what COPE makes while VOLE begins.
   */
  private static final long MANY_MORE = 10_000;

  private final List<Generator> generators;
  private final CotKeys[] keys;
  private final Supplier<Kernels> kernels;
  private final WorkerPool pool;
  private final MascotParameters parameters;
  private final int parties;
  private final long[] alpha;
  private final long[] setup;
  private final int tau;
  private final KeptKey.Remains remains;
  private boolean keysGiven;
  private boolean silent;
  private boolean closed;

  private MascotPreprocessor(
      List<Generator> generators,
      CotKeys[] keys,
      Supplier<Kernels> kernels,
      MascotParameters parameters,
      long[] alpha,
      long[] setup,
      int parties,
      int tau,
      KeptKey.Remains remains) {
    this.generators = generators;
    this.keys = keys;
    this.kernels = kernels;
    this.pool = new WorkerPool(generators.stream().map(each -> each.session).toList());
    this.parameters = parameters;
    this.parties = parties;
    this.alpha = alpha;
    this.setup = setup;
    this.tau = tau;
    this.remains = remains;
  }

  /** Sets up the generation of material under a new α. */
  public static MascotPreprocessor begin(
      Session session, MascotParameters parameters, Supplier<Kernels> kernels) throws MpcException {
    return begin(session, parameters, kernels, Optional.empty());
  }

  /**
   * Sets up base OTs with each peer, the OTs on this party's share of a new α, the further
   * connections, and OT extensions on each. Under a kept key, α and the OTs on it are those of the
   * earlier session, and only the base OTs of products are new.
   *
   * @param session stays open when the preprocessor is closed
   * @param kernels makes kernels for one thread
   * @param key as all parties agreed; not kept
   * @throws org.schurmpc.core.abort.Disagreement if a peer's parameters differ
   * @throws org.schurmpc.core.abort.Refused if the field is too small for σ
   * @throws org.schurmpc.core.abort.BadFile if the key belongs to another field, party or number of
   *     parties
   */
  public static MascotPreprocessor begin(
      Session session,
      MascotParameters parameters,
      Supplier<Kernels> kernels,
      Optional<KeptKey> key)
      throws MpcException {
    Field field = parameters.field();
    int tau = MascotParameters.products(field, parameters.sigma());
    MascotTerms.requireAgreed(session, parameters, key);
    CopeSetup setup =
        key.isPresent()
            ? CopeSetup.of(session, field, key.get())
            : CopeSetup.of(session, uniform(session, field));
    CotKeys[] keys = new CotKeys[session.parties()];
    List<Generator> generators = new ArrayList<>();
    boolean done = false;
    try {
      for (int peer : session.peers()) {
        Session pair = session.pair(peer);
        long[] delta = CotKeys.randomDelta(session.random());
        try {
          keys[peer] = CotKeys.forBoth(pair, delta);
        } finally {
          Secrets.wipe(delta);
        }
        if (key.isEmpty()) {
          setup.seeds[peer] =
              CopeSeeds.make(pair, keys[peer], parameters.k(), field, setup.alpha, kernels.get());
        }
      }
      generators.add(
          Generator.begin(session, parameters, keys, setup.seeds, setup.alpha, kernels.get()));
      for (int i = 1; i < parameters.threads(); i++) {
        Session fork = session.fork("preprocessing " + i);
        generators.add(onFork(fork, parameters, keys, setup.seeds, setup.alpha, kernels.get()));
      }
      MascotPreprocessor made =
          new MascotPreprocessor(
              generators,
              keys,
              kernels,
              parameters,
              setup.alpha,
              setup.words(session, field),
              session.parties(),
              tau,
              key.map(KeptKey::remains).orElse(KeptKey.Remains.NONE));
      made.absorb(Phase.SETUP);
      done = true;
      return made;
    } finally {
      wipe(new CotKeys[keys.length], setup.seeds);
      if (!done) {
        wipe(keys, new CopeSeeds[keys.length]);
        closeAll(generators);
        Secrets.wipe(setup.alpha);
      }
    }
  }

  private static Generator onFork(
      Session fork,
      MascotParameters parameters,
      CotKeys[] keys,
      CopeSeeds[] seeds,
      long[] alpha,
      CotKernels kernels)
      throws MpcException {
    Generator generator = null;
    try {
      generator = Generator.begin(fork, parameters, keys, seeds, alpha, kernels);
    } finally {
      if (generator == null) {
        fork.close();
      }
    }
    return generator;
  }

  /** Wipes the entries that exist, by peer. */
  static void wipe(CotKeys[] keys, CopeSeeds[] seeds) {
    for (int peer = 0; peer < keys.length; peer++) {
      if (keys[peer] != null) {
        keys[peer].close();
      }
      if (seeds[peer] != null) {
        seeds[peer].wipe();
      }
    }
  }

  private static long[] uniform(Session session, Field field) {
    long[] words = new long[field.uniformWords()];
    long[] element = new long[field.limbs()];
    Prg prg = Prg.seededFrom(session.random());
    prg.nextLongs(words, 0, words.length);
    prg.wipe();
    field.fromUniform(words, 0, element, 0, 1);
    Secrets.wipe(words);
    return element;
  }

  @Override
  public String storeId() {
    return OWN_STORE;
  }

  @Override
  public String description() {
    return description(silent);
  }

  private String description(boolean voles) {
    return "OT (MASCOT over %s, τ = %d, batches of %,d; SoftSpokenOT, k = %d%s; %d thread%s)"
        .formatted(
            parameters.field().name(),
            tau,
            parameters.batch(),
            parameters.k(),
            voles ? "; VOLE from LPN" : "",
            pool.size(),
            pool.size() == 1 ? "" : "s");
  }

  @Override
  public Origin origin() {
    return origin(silent);
  }

  @Override
  public Origin origin(Demand demand) throws Refused {
    return origin(takesVoles(demand));
  }

  private Origin origin(boolean voles) {
    return Origin.own(
        description(voles),
        Map.of(
            "field",
            parameters.field().name(),
            "tau",
            tau,
            "batch",
            parameters.batch(),
            "extension",
            "SoftSpokenOT",
            "ot_k",
            parameters.k(),
            "correlations",
            voles ? "vole" : "ot",
            "threads",
            pool.size()));
  }

  @Override
  public void prepare(Demand demand, MaterialSink sink) throws MpcException {
    if (closed) {
      throw new IllegalStateException("the preprocessing failed before or is closed");
    }
    List<Units.Unit> units = units().of(demand);
    boolean done = false;
    try {
      if (!keysGiven) {
        sink.keys(demand.protocol(), alpha);
        sink.setup(setup);
        keysGiven = true;
      }
      for (Generator generator : generators.subList(1, generators.size())) {
        generator.session.metrics().enter(Phase.PREPROCESSING);
      }
      expect(demand);
      pool.work(
          Math.min(pool.size(), units.size()),
          units.size(),
          (worker, number, turn) -> {
            units.get(number).make(generators.get(worker), turn, sink);
          });
      absorb(Phase.PREPROCESSING);
      done = true;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  /**
   * Returns what proves bits that a party chooses, over a prime field, on the session that this
   * preprocessor was set up on and under its α. Not used while the preprocessor prepares material.
   *
   * @param expected about how many bits each party will choose: many come from VOLE
   */
  public GivenBits givenBits(long expected) throws MpcException {
    Generator first = generators.get(0);
    if (closed || first.knownBits == null) {
      throw new IllegalStateException("no bits over %s".formatted(parameters.field().name()));
    }
    Material material = new Material(parameters.field(), parameters.sigma());
    Demand.Builder demand = Demand.of(material.storeName());
    for (int party = 0; party < parties; party++) {
      demand.add(material.ownBits(party), expected);
    }
    expect(demand.build());
    return new GivenBits(first, parameters.field(), alpha);
  }

  /**
   * Announces material over a prime field, whether {@link #prepare} or {@link #givenBits} will make
   * it: values come from VOLE from here on if that sends less. Not used while the preprocessor
   * prepares material.
   */
  public void expect(Demand demand) throws MpcException {
    if (!silent) {
      considerVoles(demand);
    }
  }

  private Units units() {
    return new Units(parameters, parties, generators.get(0));
  }

  /** Takes products from VOLE from here on, if that sends less for a demand. */
  private void considerVoles(Demand demand) throws MpcException {
    if (!parameters.voles()) {
      return;
    }
    MascotTraffic traffic = MascotTraffic.of(parameters, parties, demand);
    boolean more = traffic.fitsVoles() && traffic.values() >= MANY_MORE;
    Optional<long[]> left = more ? remains.take(starts()) : Optional.empty();
    try {
      if (left.isPresent() || traffic.voles()) {
        silent = true;
        Generator first = generators.get(0);
        for (Generator generator : generators) {
          generator.takeVoles(keys, parameters.k(), alpha, kernels.get(), first, left);
        }
      }
    } finally {
      left.ifPresent(Secrets::wipe);
    }
  }

  /**
   * Returns whether products come from VOLE for a demand, unless what an earlier session left makes
   * them pay sooner.
   */
  private boolean takesVoles(Demand demand) throws Refused {
    return silent || (parameters.voles() && MascotTraffic.of(parameters, parties, demand).voles());
  }

  private MaterialKind starts() {
    return new Material(parameters.field(), parameters.sigma()).voleStarts(parties);
  }

  @Override
  public Optional<Demand> leaves() {
    if (!silent) {
      return Optional.empty();
    }
    String store = new Material(parameters.field(), parameters.sigma()).storeName();
    return Optional.of(Demand.of(store).add(starts(), 1).build());
  }

  private void absorb(Phase phase) {
    generators
        .get(0)
        .session
        .metrics()
        .absorb(
            phase,
            generators.subList(1, generators.size()).stream()
                .map(each -> each.session.metrics())
                .toList());
  }

  private static void closeAll(List<Generator> generators) {
    for (int i = 0; i < generators.size(); i++) {
      generators.get(i).close();
      if (i > 0) {
        generators.get(i).session.close();
      }
    }
  }

  /** Wipes and closes the further connections; the session stays open. */
  @Override
  public void close() {
    closed = true;
    pool.close();
    closeAll(generators);
    wipe(keys, new CopeSeeds[keys.length]);
    Secrets.wipe(alpha);
    Secrets.wipe(setup);
  }
}
