package org.schurmpc.core.eval;

import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAgreement;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;

/** Made ahead and kept on disk; what follows when that runs out is the caller's choice. */
final class StoredMaterial implements PassMaterial {
  private final Session session;
  private final StoreDirectory directory;
  private final Refill refill;
  private List<DiskPrepStore> batches;
  private FreshMaterial fresh;

  /** Makes the one who goes on when a store has run out. */
  interface Refill {
    Preprocessor start(Session session) throws MpcException;
  }

  /**
   * @param directory closed with this
   * @param refill null if nothing is made on the fly
   */
  StoredMaterial(Session session, StoreDirectory directory, Refill refill) {
    this.session = session;
    this.directory = directory;
    this.refill = refill;
  }

  @Override
  public PrepStore next(Demand demand) throws MpcException {
    if (batches == null) {
      batches = StoreAgreement.agree(session, directory, demand);
    }
    for (DiskPrepStore batch : batches) {
      if (batch.missing(demand).isEmpty()) {
        batch.openKeys();
        return batch;
      }
    }
    if (refill == null) {
      throw exhausted(demand);
    }
    if (fresh == null) {
      fresh = new FreshMaterial(refill.start(session));
    }
    return fresh.next(demand);
  }

  private Exhausted exhausted(Demand demand) {
    List<DiskPrepStore> all = directory.batches();
    if (!all.isEmpty() && all.get(all.size() - 1).burnt()) {
      return new Exhausted(
          directory.folder()
              + " was destroyed, as after a failed check: make a new store with 'prepare'");
    }
    if (batches.isEmpty() && all.stream().anyMatch(batch -> batch.missing(demand).isEmpty())) {
      return new Exhausted(
          "there is nothing left in %s that the peer's store has, too; make more with 'prepare'"
              .formatted(directory.folder()));
    }
    Map<MaterialKind, Long> missing =
        batches.isEmpty() ? demand.quotas() : batches.get(batches.size() - 1).missing(demand);
    StringBuilder what = new StringBuilder();
    missing.forEach(
        (kind, items) ->
            what.append(what.length() == 0 ? "" : " and ")
                .append("%,d more items of '%s'".formatted(items, kind.name())));
    return new Exhausted(
        "%s is exhausted: the next evaluation needs %s; make more with 'prepare'%s"
            .formatted(directory.folder(), what, ", or say --refill ot to go on without"));
  }

  @Override
  public String description() {
    return directory.description() + (fresh == null ? "" : ", then " + fresh.description());
  }

  @Override
  public void burn() {
    directory.burn();
    if (fresh != null) {
      fresh.burn();
    }
  }

  @Override
  @SuppressWarnings("try") // the resources are there to be closed
  public void close() {
    try (StoreDirectory first = directory;
        FreshMaterial second = fresh) {
      // There is nothing else to do.
    }
  }
}
