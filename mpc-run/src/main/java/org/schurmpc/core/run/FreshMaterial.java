package org.schurmpc.core.run;

import java.util.Optional;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Session;

/** Generates material when it is needed, and keeps it in memory. */
final class FreshMaterial implements PassMaterial {
  private final Session session;
  private final Preprocessor preprocessor;
  private final PrepStore store = new MemoryPrepStore();
  private final Session.Registration burning;
  private final Optional<Demand> unit;
  private boolean begun;

  /**
   * Creates material for the passes of a session.
   *
   * @param session the session whose failed checks burn the material
   * @param preprocessor closed with this material
   */
  FreshMaterial(Session session, Preprocessor preprocessor) {
    this(session, preprocessor, Optional.empty());
  }

  /**
   * Creates material for a session.
   *
   * @param unit what the preprocessor generates at a time, if it generates nothing else
   */
  FreshMaterial(Session session, Preprocessor preprocessor, Optional<Demand> unit) {
    this.session = session;
    this.preprocessor = preprocessor;
    this.unit = unit;
    this.burning = session.onFailedCheck(store::burn);
  }

  @Override
  public PrepStore next(Demand demand) throws MpcException {
    preprocessor.fill(session, demand, store);
    begun = true;
    return store;
  }

  @Override
  public PrepStore reserve(Demand demand) throws MpcException {
    Demand lacking = demand.beyond(store::available);
    while (!begun || !lacking.quotas().isEmpty()) { // the keys come with the first material
      if (unit.isPresent()) {
        requireDealt(lacking, unit.get());
      }
      preprocessor.fill(session, unit.orElse(lacking), store);
      begun = true;
      lacking = demand.beyond(store::available);
    }
    return store;
  }

  /** Generates nothing for later: large material is in memory a part at a time. */
  @Override
  public PrepStore reserve(Demand now, Demand later) throws MpcException {
    return reserve(now);
  }

  private static void requireDealt(Demand lacking, Demand unit) throws Exhausted {
    for (MaterialKind kind : lacking.quotas().keySet()) {
      if (!unit.quotas().containsKey(kind)) {
        throw new Exhausted(
            "the preprocessing is exhausted: the dealer deals no '%s'".formatted(kind.name()));
      }
    }
  }

  @Override
  public Origin origin() {
    return preprocessor.origin();
  }

  @Override
  public Origin origin(Demand demand) throws MpcException {
    return preprocessor.origin(demand);
  }

  @Override
  @SuppressWarnings("try") // the resources exist to be closed
  public void close() {
    try (Session.Registration first = burning;
        PrepStore second = store;
        Preprocessor third = preprocessor) {
      // There is nothing else to do.
    }
  }
}
