package org.schurmpc.core.eval;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;

/** Where a computation's material comes from, pass by pass. */
interface PassMaterial extends AutoCloseable {
  /**
   * The store with what the next pass consumes, which the caller need not fill or close. It may be
   * another one than for the pass before.
   */
  PrepStore next(Demand demand) throws MpcException;

  /** Where it comes from, for reports. */
  String description();

  /** Destroys all of it, after a failed check. */
  void burn();

  /** Wipes what is left in memory. */
  @Override
  void close();
}
