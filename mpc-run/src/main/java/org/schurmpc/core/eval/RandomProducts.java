package org.schurmpc.core.eval;

import org.schurmpc.core.abort.MpcException;

/**
 * Makes products of random values of either of two parties with the other one's key, and drops
 * them, for measurements. Both parties make the same calls.
 */
public interface RandomProducts extends AutoCloseable {
  /** Returns the maximum number of products of a call, in each direction. */
  int block();

  /** Makes {@code n} products in each direction, at most a block. */
  void next(int n) throws MpcException;

  /** Returns the time of the base OTs in nanoseconds. */
  long baseOtNanos();

  /** Wipes the key and all values; the session stays open. */
  @Override
  void close();
}
