package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.kernel.CotKernels;

/**
 * A stream of authenticated random bits under fixed global keys. The peer draws an equal number
 * from its own end at the same time.
 */
public interface AuthBitSource extends AutoCloseable {
  /**
   * Returns this party's global key Δ, two longs; a copy. Bit 0 is fixed: one at party 0, zero at
   * party 1, so that the two parties' keys differ in this bit.
   */
  long[] delta();

  /**
   * Announces the bits that will be drawn next, so that the source can make them at once; the peer
   * announces an equal number at the same time. The default method does nothing.
   *
   * @param count a multiple of 64
   */
  default void expect(long count) {}

  /**
   * Fills the first {@code count} bits of {@code dst}. Before returning, performs all checks of
   * this party.
   *
   * @param count a multiple of 64, at most the capacity of {@code dst}
   */
  void next(AuthBits dst, int count) throws MpcException;

  /**
   * Fills the first {@code count} bits of {@code dst} like {@link #next}. The default method
   * transposes what {@link #next} makes.
   *
   * @param kernels used by this thread alone
   */
  default void nextColumns(AuthColumns dst, int count, CotKernels kernels) throws MpcException {
    AuthBits rows = new AuthBits(count);
    next(rows, count);
    dst.copy(rows, count, kernels);
    rows.wipe();
  }

  /** Wipes the remaining bits. */
  @Override
  void close();
}
