package org.schurmpc.core.run;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;

/** Made for each pass when it begins, and kept in memory. */
final class FreshMaterial implements PassMaterial {
  private final Preprocessor preprocessor;
  private final PrepStore store = new MemoryPrepStore();

  /**
   * @param preprocessor closed with this
   */
  FreshMaterial(Preprocessor preprocessor) {
    this.preprocessor = preprocessor;
  }

  @Override
  public PrepStore next(Demand demand) throws MpcException {
    preprocessor.fill(demand, store);
    return store;
  }

  @Override
  public String description() {
    return preprocessor.description();
  }

  @Override
  public void burn() {
    store.burn();
  }

  @Override
  @SuppressWarnings("try") // the resources are there to be closed
  public void close() {
    try (PrepStore first = store;
        Preprocessor second = preprocessor) {
      // There is nothing else to do.
    }
  }
}
