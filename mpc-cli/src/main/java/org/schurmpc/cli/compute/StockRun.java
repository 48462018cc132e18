package org.schurmpc.cli.compute;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Preparation;
import org.schurmpc.core.run.StockPlan;

/** A party's side of making material for no circuit in particular. */
public record StockRun(PartyLine line, StoreUse store) {
  /**
   * Fills the store, until both parties have what the plan says.
   *
   * @param progress told in bytes of material, after each portion
   * @return the bytes that were made now
   */
  public long prepare(StockPlan plan, Preparation.Progress progress) throws MpcException {
    StoreDirectory.Purpose purpose = plan.purpose(line.party(), line.pins());
    try (StoreDirectory directory = StoreDirectory.openOrCreate(store.folder(), store.access())) {
      directory.requireFits(purpose);
      return plan.prepare(line.meet(), directory, progress);
    }
  }
}
