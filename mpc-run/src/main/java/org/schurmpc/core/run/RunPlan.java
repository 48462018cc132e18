package org.schurmpc.core.run;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.RunTerms;
import org.schurmpc.core.eval.SecurityFloor;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAgreement;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;

/**
 * Describes, before any I/O, a run of whatever consumes preprocessing: what the parties agree on in
 * the handshake, and the material of each key. All parts of a run are in one session, so that one
 * failed check ends all of them.
 *
 * @param terms the terms on which the parties agree, by name, besides those of the parts
 * @param parts at least one, all for the same number of parties; their order is part of the plan
 * @param belowFloor whether the caller asked for insecurity; otherwise a protocol below {@link
 *     SecurityFloor} is an IllegalArgumentException
 */
public record RunPlan(SortedMap<String, String> terms, List<Part> parts, boolean belowFloor) {
  /** Value of {@link Preprocessor#storeId} for material that all parties hold already. */
  private static final String STORED = "stored";

  /**
   * Describes the material under one key.
   *
   * @param name prefix of the part's terms, except for the first part
   * @param protocol the protocol that consumes the material
   * @param unit the material that is used, dealt or prepared at a time
   */
  public record Part(String name, ConfiguredProtocol protocol, Demand unit) {
    /**
     * Returns the part's terms, without any prefix.
     *
     * @param makes whether the protocol's own preprocessing may make material
     */
    SortedMap<String, String> terms(String storeId, boolean makes) {
      RunTerms terms = new RunTerms().protocol(protocol).store(storeId);
      return (makes ? terms.preparation(protocol) : terms).terms();
    }

    /**
     * Returns the purpose that a store must have.
     *
     * @param certificates of all parties by index; empty over plaintext
     * @throws Refused if the part consumes no material at all
     */
    public StoreDirectory.Purpose purpose(int party, List<Fingerprint> certificates)
        throws Refused {
      if (unit.quotas().isEmpty()) {
        throw new Refused(
            "%s evaluates this circuit without any preprocessing: do so without a store"
                .formatted(protocol.protocol()));
      }
      TreeMap<String, String> parameters = new TreeMap<>(protocol.terms());
      parameters.put("sigma", Integer.toString(protocol.sigma()));
      return new StoreDirectory.Purpose(
          protocol.protocol(),
          unit.protocol(),
          parameters,
          party,
          protocol.parties(),
          unit.circuit().map(layered -> BristolFashion.hexDigest(layered.circuit())),
          certificates.stream().map(Fingerprint::toString).toList());
    }

    private void requirePreprocessing() throws Refused {
      if (!protocol.preprocesses()) {
        throw new Refused(
            protocol.protocol() + " has no preprocessing of its own: it needs a dealer");
      }
    }
  }

  public RunPlan {
    terms = Collections.unmodifiableSortedMap(new TreeMap<>(terms));
    parts = List.copyOf(parts);
    for (Part part : parts) {
      if (!belowFloor) {
        SecurityFloor.requireChecked(part.protocol);
      }
      if (part.protocol.parties() != parts.get(0).protocol.parties()) {
        throw new IllegalArgumentException("parts for different numbers of parties");
      }
    }
  }

  /**
   * Returns this plan with one more term.
   *
   * @throws IllegalArgumentException if there is a term of this name
   */
  public RunPlan on(String name, String value) {
    RunTerms more = new RunTerms().with("", terms).with(name, value);
    return new RunPlan(more.terms(), parts, belowFloor);
  }

  /**
   * Agrees with the peers on this plan.
   *
   * @param network closed with the run, or at once if the method fails; so are the sources, but for
   *     stores that stay open
   * @param sources one for each part
   * @throws Refused if the network has another number of parties, a protocol without preprocessing
   *     should generate material, or a store is for another purpose
   * @throws org.schurmpc.core.abort.Disagreement if a peer has another plan
   */
  public OpenRun connect(Network network, List<Source> sources) throws MpcException {
    return connect(network, sources, Optional.empty());
  }

  /**
   * Agrees with the peers on this plan, as above, for a run that keeps its memory.
   *
   * @param memory closed as the sources are; empty for a run without
   */
  public OpenRun connect(Network network, List<Source> sources, Optional<RunMemory> memory)
      throws MpcException {
    List<AutoCloseable> open = new ArrayList<>(List.of(network));
    memory.ifPresent(kept -> open.add(kept.state()));
    for (Source source : sources) {
      closedWith(source).ifPresent(open::add);
    }
    boolean connected = false;
    try {
      RunTerms all = new RunTerms();
      for (int i = 0; i < parts.size(); i++) {
        requirePossible(parts.get(i), sources.get(i));
        putTerms(all, i, sources.get(i));
      }
      Session session = establish(network, all);
      for (int i = 0; i < parts.size(); i++) {
        if (sources.get(i) instanceof Source.Stored stored) {
          stored
              .store()
              .guard(
                  session,
                  parts.get(i).protocol.keepsKey()); // before anything of any store is used
          stored.store().requireFits(purpose(i, session));
        }
      }
      List<PassMaterial> materials = new ArrayList<>();
      for (int i = 0; i < parts.size(); i++) {
        materials.add(material(session, i, sources.get(i)));
        open.add(materials.get(i));
      }
      OpenRun run = new OpenRun(session, materials, memory);
      connected = true;
      return run;
    } finally {
      if (!connected) {
        OpenRun.closeAll(open, open.size() - 1);
      }
    }
  }

  private static Optional<AutoCloseable> closedWith(Source source) {
    if (source instanceof Source.Dealt dealt) {
      return Optional.of(dealt.dealer());
    }
    return source instanceof Source.Stored stored && stored.closes()
        ? Optional.of(stored.store())
        : Optional.empty();
  }

  private static void requirePossible(Part part, Source source) throws Refused {
    if (makes(source)) {
      part.requirePreprocessing();
    }
    if (source instanceof Source.Stored stored
        && stored.refill().inBackground()
        && !part.protocol.preprocessesBesideUse()) {
      throw new Refused(
          part.protocol.protocol() + " makes no material in the background: refill on demand");
    }
  }

  private static boolean makes(Source source) {
    return source instanceof Source.Own
        || (source instanceof Source.Stored stored && stored.refill().makesMaterial());
  }

  private void putTerms(RunTerms all, int part, Source source) {
    String storeId = STORED;
    if (source instanceof Source.Own) {
      storeId = Preprocessor.OWN_STORE;
    } else if (source instanceof Source.Dealt dealt) {
      storeId = dealt.dealer().storeId();
    }
    putPart(all, part, storeId, makes(source));
    if (source instanceof Source.Stored stored) {
      all.with(prefix(part) + "refill", stored.refill().term());
    }
  }

  private void putPart(RunTerms all, int part, String storeId, boolean makes) {
    all.with(prefix(part), parts.get(part).terms(storeId, makes));
  }

  private String prefix(int part) {
    return part == 0 ? "" : parts.get(part).name + ": ";
  }

  private StoreDirectory.Purpose purpose(int part, Session session) throws Refused {
    return parts.get(part).purpose(session.party(), session.certificates());
  }

  /**
   * Returns the purpose that the store of a part must have.
   *
   * @param certificates of all parties by index; empty over plaintext
   * @throws Refused if the part consumes no material at all
   */
  public StoreDirectory.Purpose purpose(int part, int party, List<Fingerprint> certificates)
      throws Refused {
    return parts.get(part).purpose(party, certificates);
  }

  private Session establish(Network network, RunTerms all) throws MpcException {
    ConfiguredProtocol protocol = parts.get(0).protocol;
    if (network.parties() != protocol.parties()) {
      throw new Refused(
          "there are %d parties, and %s is set up for %d"
              .formatted(network.parties(), protocol.protocol(), protocol.parties()));
    }
    SessionTerms agreed = new SessionTerms(all.with("", terms).terms());
    return Session.establish(network, agreed, new SecureRandom());
  }

  private PassMaterial material(Session session, int part, Source source) throws MpcException {
    ConfiguredProtocol protocol = parts.get(part).protocol;
    if (source instanceof Source.Dealt dealt) {
      return new FreshMaterial(session, dealt.dealer(), Optional.of(parts.get(part).unit));
    }
    if (source instanceof Source.Stored stored) {
      return stored(session, part, stored);
    }
    return new FreshMaterial(session, session.enforce(() -> protocol.preprocessor(session)));
  }

  private PassMaterial stored(Session session, int part, Source.Stored source) throws MpcException {
    Part of = parts.get(part);
    StoreDirectory store = source.store();
    Refill refill = source.refill();
    if (!refill.inBackground()) {
      return new StoredMaterial(
          session,
          source,
          Optional.of(of.unit),
          refill.makesMaterial() ? with -> Preparation.own(with, store, of.protocol, false) : null);
    }
    List<DiskPrepStore> common = StoreAgreement.agree(session, store, of.unit);
    Session own = session.fork("background refill");
    BackgroundRefill background =
        new BackgroundRefill(
            own, of.protocol, store, purpose(part, session), of.unit, common, refill);
    background.start();
    return new StoredMaterial(session, source, common, background);
  }

  /**
   * Fills stores together with peers that fill theirs, until all hold the material for a number of
   * units of each part, one part after the other. Material that they hold already counts.
   *
   * @param network closed at the end; the stores are left open
   * @param dealers by part: generates the material, closed at the end; empty for the protocol's own
   *     preprocessing
   * @param stores by part
   * @param progress receives units, for each part anew
   * @throws Refused if a store is for another purpose, or nobody generates material
   * @throws org.schurmpc.core.abort.Disagreement if a peer has another plan
   */
  public void prepare(
      Network network,
      List<? extends Optional<? extends Preprocessor>> dealers,
      List<StoreDirectory> stores,
      long units,
      Preparation.Progress progress)
      throws MpcException {
    List<AutoCloseable> open = new ArrayList<>(List.of(network));
    dealers.forEach(dealer -> dealer.ifPresent(open::add));
    try {
      RunTerms all = new RunTerms();
      for (int i = 0; i < parts.size(); i++) {
        if (dealers.get(i).isEmpty()) {
          parts.get(i).requirePreprocessing();
          putPart(all, i, Preprocessor.OWN_STORE, true);
        } else {
          putPart(all, i, dealers.get(i).get().storeId(), false);
        }
      }
      try (Session session = on("stage", "preparation").establish(network, all)) {
        for (int i = 0; i < parts.size(); i++) {
          Preprocessor dealer = dealers.get(i).isPresent() ? dealers.get(i).get() : null;
          prepare(session, i, dealer, stores.get(i), units, progress);
        }
      }
    } finally {
      OpenRun.closeAll(open, open.size() - 1);
    }
  }

  private void prepare(
      Session session,
      int part,
      Preprocessor dealer,
      StoreDirectory store,
      long units,
      Preparation.Progress progress)
      throws MpcException {
    Part of = parts.get(part);
    StoreDirectory.Purpose purpose = purpose(part, session);
    try (Preprocessor maker = Preparation.maker(session, store, purpose, of.protocol, dealer)) {
      boolean keepsKey = dealer == null && of.protocol.keepsKey();
      PortionMaker portions =
          new PortionMaker(session, maker, dealer != null, keepsKey, store, purpose, of.unit);
      new Preparation(session, store, of.unit, portions).run(units, progress);
    }
  }
}
