package org.schurmpc.bench.party;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Origin;

/** Produces the items of a throughput task as one party, after the set-up. */
interface Producer extends AutoCloseable {
  /** Prepares a run; not timed. */
  default void prepare() throws MpcException {}

  /** Produces the items of one run; timed. */
  void produce() throws MpcException;

  /** Verifies the items of a run, unless {@link #produce} has done so; not timed. */
  default void verify() throws MpcException {}

  /** Returns the time of the base OTs in nanoseconds; 0 if not measured separately. */
  default long baseOtNanos() {
    return 0;
  }

  /** Returns the source of the correlated randomness, for reports. */
  Origin origin() throws MpcException;

  @Override
  void close();
}
