package org.schurmpc.core.prep.disk;

import java.util.Iterator;

/**
 * Represents a state that results from the entries of a {@link Ledger}. Called by one thread at a
 * time: when the ledger is opened, and by the thread that writes to it.
 */
public interface Replay {
  /**
   * Applies an entry. When this is called for a new entry, the entry is durable.
   *
   * @throws IllegalArgumentException if the entry makes no sense
   * @throws IllegalStateException if the entry does not follow the earlier ones
   */
  void apply(String entry);

  /** Returns entries from which the current state results, for a new state. */
  Iterator<String> state();

  /** Returns whether the state refers to a blob. */
  boolean keeps(String blob);
}
