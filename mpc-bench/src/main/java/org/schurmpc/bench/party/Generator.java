package org.schurmpc.bench.party;

import org.schurmpc.core.abort.MpcException;

/** A party's end of a generator of correlated randomness whose set-up is done. */
interface Generator extends AutoCloseable {
  /** Generates what a run asks for, all checked, and drops it. */
  void generate() throws MpcException;

  /** The time that the base OTs took; 0 if they were not timed apart. */
  long baseOtNanos();

  /** The source of the randomness, for reports. */
  String description();

  @Override
  void close();
}
