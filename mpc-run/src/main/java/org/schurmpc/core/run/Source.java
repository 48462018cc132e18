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
   * @param refill the action when the store runs low
   * @param closes whether the store is closed with the run; otherwise others use it after the run
   */
  record Stored(StoreDirectory store, Refill refill, boolean closes) implements Source {
    /** Creates a source whose store is closed with the run. */
    public Stored(StoreDirectory store, Refill refill) {
      this(store, refill, true);
    }

    /** Returns a source whose store stays open after the run, and is not refilled by it. */
    public static Stored open(StoreDirectory store) {
      return new Stored(store, Refill.none(), false);
    }
  }
}
