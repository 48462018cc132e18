package org.schurmpc.core.run;

import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.StoreDirectory;

/** Says where the material of a part of a run comes from. */
public sealed interface Source {
  /** The protocol's own preprocessing, in the session of the run. */
  record Own() implements Source {}

  /**
   * Material that others generate.
   *
   * @param dealer closed with the run
   */
  record Dealt(Preprocessor dealer) implements Source {}

  /**
   * Material that all parties generated ahead of time.
   *
   * @param store closed with the run
   * @param refill the action when the store runs low
   */
  record Stored(StoreDirectory store, Refill refill) implements Source {}
}
