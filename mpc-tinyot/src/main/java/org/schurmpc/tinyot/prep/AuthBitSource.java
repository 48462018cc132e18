package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;

/**
 * A stream of authenticated random bits under fixed global keys; the peer draws from its own end at
 * the same time, as many.
 */
public interface AuthBitSource extends AutoCloseable {
  /**
   * This party's global key Δ, two longs, a copy. Bit 0 is pinned: one at party 0, zero at party 1,
   * so that the two parties' keys differ there.
   */
  long[] delta();

  /**
   * Fills the first {@code count} bits of {@code dst}, after all checks that are this party's to
   * make.
   *
   * @param count a multiple of 64, at most its capacity
   */
  void next(AuthBits dst, int count) throws MpcException;

  /** Wipes what is left. */
  @Override
  void close();
}
