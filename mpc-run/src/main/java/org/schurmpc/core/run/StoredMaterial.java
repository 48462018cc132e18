package org.schurmpc.core.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.BatchUnion;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.disk.StoreAgreement;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;

/**
 * Supplies material that was generated ahead of time and is on disk. The caller chooses what
 * happens when this material runs out.
 */
final class StoredMaterial implements PassMaterial {
  private static final long WAIT_MILLIS = 1_000;
  private static final String EVALUATION = "the next evaluation";
  private static final String RUN = "this run";

  /**
   * Maximum number of attempts in which a peer may lack material that all parties generate at the
   * same time.
   */
  private static final int PATIENCE = 60;

  private final Session session;
  private final StoreDirectory directory;
  private final boolean closes;
  private final Starter onTheFly;
  private final BackgroundRefill background;
  private final Optional<Demand> unit; // what is used at once, and more than a demand may be
  private List<DiskPrepStore> batches;
  private FreshMaterial fresh;
  private List<DiskPrepStore> ofOneKey; // the batches of the union
  private BatchUnion union;
  private boolean closed;

  /** Starts the preprocessor that continues when a store has run out. */
  interface Starter {
    Preprocessor start(Session session) throws MpcException;
  }

  /**
   * Creates material that is not refilled in the background.
   *
   * @param directory closed with this material
   * @param onTheFly null if nothing is generated on the fly
   */
  StoredMaterial(Session session, StoreDirectory directory, Starter onTheFly) {
    this(session, new Source.Stored(directory, Refill.none()), Optional.empty(), onTheFly);
  }

  /**
   * Like the other constructor.
   *
   * @param source what its refill says is done by the caller
   * @param unit what other runs may have used at once, of which an interrupted one may have
   *     recorded any part
   */
  StoredMaterial(Session session, Source.Stored source, Optional<Demand> unit, Starter onTheFly) {
    this.unit = unit;
    this.session = session;
    this.directory = source.store();
    this.closes = source.closes();
    this.onTheFly = onTheFly;
    this.background = null;
  }

  /**
   * Creates material that is refilled in the background.
   *
   * @param batches the batches on which the parties agreed
   * @param background fills the store meanwhile; closed with this material
   */
  StoredMaterial(
      Session session,
      Source.Stored source,
      List<DiskPrepStore> batches,
      BackgroundRefill background) {
    this.unit = Optional.empty();
    this.session = session;
    this.directory = source.store();
    this.closes = source.closes();
    this.onTheFly = null;
    this.background = background;
    choose(batches);
  }

  @Override
  public PrepStore next(Demand demand) throws MpcException {
    return next(demand, Optional.empty());
  }

  @Override
  public PrepStore next(Demand demand, Optional<KeyName> key) throws MpcException {
    agree(demand);
    if (key.isPresent()) {
      for (DiskPrepStore batch : batches) {
        if (KeptKeys.nameOf(batch).equals(key.get()) && batch.missing(demand).isEmpty()) {
          batch.openKeys();
          return batch;
        }
      }
    }
    Optional<PrepStore> enough = enough(demand);
    if (enough.isPresent()) {
      return enough.get();
    }
    if (background != null) {
      return awaitNext(demand);
    }
    if (!closes) { // others, who have the store open, may have put more there
      choose(agreed(demand));
      enough = enough(demand);
      if (enough.isPresent()) {
        return enough.get();
      }
    }
    if (onTheFly == null) {
      throw exhausted(demand, EVALUATION);
    }
    return fresh().next(demand);
  }

  private void agree(Demand demand) throws MpcException {
    if (batches == null) {
      choose(agreed(demand));
    }
  }

  /** Chooses the batches on which the parties agreed: they stay, even used up. */
  private void choose(List<DiskPrepStore> agreed) {
    letGo();
    agreed.forEach(DiskPrepStore::hold);
    batches = agreed;
  }

  private void letGo() {
    if (batches != null) {
      batches.forEach(DiskPrepStore::letGo);
    }
  }

  /** Agrees; whoever keeps the store open then sees nothing in it that a peer does not have. */
  private List<DiskPrepStore> agreed(Demand demand) throws MpcException {
    List<DiskPrepStore> before = List.copyOf(directory.batches());
    // An interrupted run may have been larger than what is used now.
    List<DiskPrepStore> common =
        StoreAgreement.agree(session, directory, unit.map(demand::orMore).orElse(demand));
    if (!closes) {
      before.stream().filter(batch -> !common.contains(batch)).forEach(DiskPrepStore::exclude);
    }
    return common;
  }

  private FreshMaterial fresh() throws MpcException {
    if (fresh == null) {
      fresh = new FreshMaterial(session, session.enforce(() -> onTheFly.start(session)));
    }
    return fresh;
  }

  /**
   * Supplies the batches of one key on which the parties agree, and then material that is generated
   * under this key. Of batches without a key that the store keeps, one alone is used.
   */
  @Override
  public PrepStore reserve(Demand demand) throws MpcException {
    if (background != null) {
      throw new Refused("a store is refilled in the background for circuits only");
    }
    if (union == null) {
      agree(demand);
      ofOneKey = ofOneKey(demand);
      union = BatchUnion.of(directory, demand.protocol(), ofOneKey);
    }
    Demand rest = demand.beyond(union::onDisk);
    if (rest.quotas().isEmpty() && !ofOneKey.isEmpty()) {
      return union;
    }
    requireMore(rest);
    boolean first = fresh == null;
    PrepStore generated = fresh().reserve(rest);
    if (first) {
      union.add(generated);
    }
    return union;
  }

  /**
   * Returns the batches that a run that is no circuit uses: those under the key that the store
   * keeps, if they have enough or more is generated, otherwise a batch with keys of its own that
   * has enough. All parties choose the same batches, since they agreed on all positions.
   */
  private List<DiskPrepStore> ofOneKey(Demand demand) throws Exhausted {
    Optional<String> key =
        batches.stream().flatMap(batch -> batch.header().key().stream()).findFirst();
    List<DiskPrepStore> kept =
        batches.stream()
            .filter(batch -> key.isPresent() && batch.header().key().equals(key))
            .toList();
    Demand rest =
        demand.beyond(kind -> kept.stream().mapToLong(batch -> batch.available(kind)).sum());
    if (!kept.isEmpty() && (onTheFly != null || rest.quotas().isEmpty())) {
      return kept;
    }
    for (DiskPrepStore batch : batches) {
      if (batch.header().key().isEmpty() && batch.missing(demand).isEmpty()) {
        return List.of(batch);
      }
    }
    if (onTheFly == null) {
      throw kept.isEmpty() ? exhausted(demand, RUN) : lacking(rest.quotas(), RUN);
    }
    return List.of();
  }

  /** Requires that more material can be generated under the key of the material in use. */
  private void requireMore(Demand rest) throws Exhausted {
    if (onTheFly == null) {
      throw lacking(rest.quotas(), RUN);
    }
    if (!ofOneKey.isEmpty() && ofOneKey.get(0).header().key().isEmpty()) {
      throw new Exhausted(
          "%s has keys of its own, under which nothing more is made, and %s"
              .formatted(ofOneKey.get(0).folder(), needs(rest.quotas(), RUN)),
          Remedy.MAKE_NEW_STORE);
    }
  }

  private Optional<PrepStore> enough(Demand demand) throws MpcException {
    for (DiskPrepStore batch : batches) {
      if (batch.missing(demand).isEmpty()) {
        batch.openKeys();
        return Optional.of(batch);
      }
    }
    return Optional.empty();
  }

  /**
   * Waits until all parties, which have consumed the agreed batches, can agree on material
   * generated since.
   */
  private PrepStore awaitNext(Demand demand) throws MpcException {
    for (int inVain = 0; inVain < PATIENCE; ) {
      boolean more = background.await(WAIT_MILLIS);
      requireMoreEverywhere(more, demand);
      choose(StoreAgreement.agree(session, directory, demand));
      Optional<PrepStore> enough = enough(demand);
      if (enough.isPresent()) {
        return enough.get();
      }
      if (background.await(0)) {
        inVain++;
      }
    }
    throw new Disagreement(
        "a peer's store does not get the material that was made with it: see what it says");
  }

  private void requireMoreEverywhere(boolean more, Demand demand) throws MpcException {
    byte[][] all = session.exchangeAll(new byte[] {(byte) (more ? 1 : 0)});
    if (!more) {
      background.throwFailure();
      throw exhausted(demand, EVALUATION);
    }
    for (int peer : session.peers()) {
      if (all[peer][0] != 1) {
        throw new Exhausted(
            "%s is exhausted, and party %d cannot make more: see what it says"
                .formatted(directory.folder(), peer + 1));
      }
    }
  }

  private Exhausted exhausted(Demand demand, String user) {
    List<DiskPrepStore> all = directory.batches();
    Optional<String> destroyed = directory.destruction();
    if (destroyed.isPresent()) {
      return new Exhausted(destroyed.get(), Remedy.MAKE_NEW_STORE);
    }
    if (batches.isEmpty() && all.stream().anyMatch(batch -> batch.missing(demand).isEmpty())) {
      return new Exhausted(
          "there is nothing left in %s that the peer's store has, too"
              .formatted(directory.folder()),
          Remedy.MAKE_MORE);
    }
    return lacking(
        batches.isEmpty() ? demand.quotas() : batches.get(batches.size() - 1).missing(demand),
        user);
  }

  private Exhausted lacking(Map<MaterialKind, Long> missing, String user) {
    return new Exhausted(
        "%s is exhausted: %s".formatted(directory.folder(), needs(missing, user)),
        Remedy.MAKE_MORE_OR_REFILL);
  }

  private static String needs(Map<MaterialKind, Long> missing, String user) {
    StringJoiner what = new StringJoiner(" and ");
    missing.forEach(
        (kind, items) -> what.add("%,d more items of '%s'".formatted(items, kind.name())));
    return user + " needs " + (what.length() == 0 ? "material, for its keys" : what);
  }

  @Override
  public Origin origin() {
    Origin origin = directory.origin();
    if (background != null) {
      origin = origin.with("refilled", true, origin.text() + ", refilled in the background");
    }
    if (fresh != null) {
      Origin then = fresh.origin();
      origin = origin.with("then", then.source(), origin.text() + ", then " + then.text());
    }
    return origin;
  }

  @Override
  public Optional<PeerCheated> cheated() throws ConnectionLost {
    return background == null ? Optional.empty() : background.cheated();
  }

  @Override
  @SuppressWarnings("try") // the resources exist to be closed
  public void close() {
    if (!closed) {
      closed = true;
      letGo();
    }
    try (StoreDirectory first = closes ? directory : null;
        FreshMaterial second = fresh;
        BackgroundRefill last = background) {
      // There is nothing else to do.
    }
  }
}
