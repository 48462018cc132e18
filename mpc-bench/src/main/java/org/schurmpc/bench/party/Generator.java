package org.schurmpc.bench.party;

import org.schurmpc.core.abort.MpcException;

/** Generates correlated randomness as one party, after the set-up. */
interface Generator extends AutoCloseable {
  /** Generates and checks the randomness of one run, and discards it. */
  void generate() throws MpcException;

  /** Returns the time of the base OTs in nanoseconds; 0 if not measured separately. */
  long baseOtNanos();

  /** Returns the name of the source in reports. */
  String description();

  @Override
  void close();
}
