package org.schurmpc.core.run;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Session;

/** Generates material for each pass when the pass begins, and keeps it in memory. */
final class FreshMaterial implements PassMaterial {
  private final Session session;
  private final Preprocessor preprocessor;
  private final PrepStore store = new MemoryPrepStore();
  private final Session.Registration burning;

  /**
   * Creates material for the passes of a session.
   *
   * @param session the session whose failed checks burn the material
   * @param preprocessor closed with this material
   */
  FreshMaterial(Session session, Preprocessor preprocessor) {
    this.session = session;
    this.preprocessor = preprocessor;
    this.burning = session.onFailedCheck(store::burn);
  }

  @Override
  public PrepStore next(Demand demand) throws MpcException {
    preprocessor.fill(session, demand, store);
    return store;
  }

  @Override
  public String description() {
    return preprocessor.description();
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
