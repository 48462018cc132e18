package org.schurmpc.bench.party;

import org.schurmpc.core.abort.MpcException;

/**
 * Generates correlations as one party, together with its peer. They are written to buffers that are
 * never read.
 */
interface OtWork extends AutoCloseable {
  /** Returns the maximum number of correlations of one call of {@link #next}. */
  int most();

  /**
   * Generates and checks correlations.
   *
   * @param count their number, in whole words for each direction
   */
  void next(int count) throws MpcException;

  /** Returns the time of the base OTs in nanoseconds. */
  long baseOtNanos();

  @Override
  void close();
}
