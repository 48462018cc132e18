package org.schurmpc.core.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAgreement;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;

/**
 * Supplies material that was generated ahead of time and is on disk. The caller chooses what
 * happens when this material runs out.
 */
final class StoredMaterial implements PassMaterial {
  private static final long WAIT_MILLIS = 1_000;

  /**
   * Maximum number of attempts in which a peer may lack material that all parties generate at the
   * same time.
   */
  private static final int PATIENCE = 60;

  private final Session session;
  private final StoreDirectory directory;
  private final Starter onTheFly;
  private final BackgroundRefill background;
  private List<DiskPrepStore> batches;
  private FreshMaterial fresh;

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
    this.session = session;
    this.directory = directory;
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
      StoreDirectory directory,
      List<DiskPrepStore> batches,
      BackgroundRefill background) {
    this.session = session;
    this.directory = directory;
    this.onTheFly = null;
    this.background = background;
    this.batches = batches;
  }

  @Override
  public PrepStore next(Demand demand) throws MpcException {
    if (batches == null) {
      batches = StoreAgreement.agree(session, directory, demand);
    }
    Optional<PrepStore> enough = enough(demand);
    if (enough.isPresent()) {
      return enough.get();
    }
    if (background != null) {
      return awaitNext(demand);
    }
    if (onTheFly == null) {
      throw exhausted(demand);
    }
    if (fresh == null) {
      fresh = new FreshMaterial(session, session.enforce(() -> onTheFly.start(session)));
    }
    return fresh.next(demand);
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
      batches = StoreAgreement.agree(session, directory, demand);
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
      throw exhausted(demand);
    }
    for (int peer : session.peers()) {
      if (all[peer][0] != 1) {
        throw new Exhausted(
            "%s is exhausted, and party %d cannot make more: see what it says"
                .formatted(directory.folder(), peer + 1));
      }
    }
  }

  private Exhausted exhausted(Demand demand) {
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
    Map<MaterialKind, Long> missing =
        batches.isEmpty() ? demand.quotas() : batches.get(batches.size() - 1).missing(demand);
    StringBuilder what = new StringBuilder();
    missing.forEach(
        (kind, items) ->
            what.append(what.length() == 0 ? "" : " and ")
                .append("%,d more items of '%s'".formatted(items, kind.name())));
    return new Exhausted(
        "%s is exhausted: the next evaluation needs %s".formatted(directory.folder(), what),
        Remedy.MAKE_MORE_OR_REFILL);
  }

  @Override
  public String description() {
    return directory.description()
        + (background == null ? "" : ", refilled in the background")
        + (fresh == null ? "" : ", then " + fresh.description());
  }

  @Override
  public Optional<PeerCheated> cheated() throws ConnectionLost {
    return background == null ? Optional.empty() : background.cheated();
  }

  @Override
  @SuppressWarnings("try") // the resources exist to be closed
  public void close() {
    try (StoreDirectory first = directory;
        FreshMaterial second = fresh;
        BackgroundRefill last = background) {
      // There is nothing else to do.
    }
  }
}
