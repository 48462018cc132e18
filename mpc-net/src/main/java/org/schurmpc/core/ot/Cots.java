package org.schurmpc.core.ot;

import org.schurmpc.core.abort.MpcException;

/**
 * Correlated OTs with one peer, in both directions at once, each direction with a fixed Δ: row i of
 * those sent is a uniform q_i, and the peer holds a choice bit x_i and q_i + x_i Δ. Both parties
 * call the same methods. Used by one thread.
 */
public interface Cots extends AutoCloseable {
  /**
   * Announces the calls of {@link #next} to come; both parties do so at the same point.
   *
   * @param count the number of OTs in each direction, a multiple of 64
   */
  void expect(long count);

  /**
   * Writes the next OTs of both directions. The check of those that this party sends has passed on
   * return.
   *
   * @param sentRows receives q_i of the OTs sent, two longs each
   * @param choices receives the choice bits of the OTs received, 64 to a word
   * @param receivedRows receives the rows of the OTs received, two longs each
   * @param count the number of OTs in each direction, a multiple of 64
   * @throws org.schurmpc.core.abort.PeerCheated with OT_CONSISTENCY or VOLE if the peer's messages
   *     are inconsistent
   */
  void next(long[] sentRows, long[] choices, long[] receivedRows, int count) throws MpcException;

  /**
   * Writes the next OTs like {@link #next}, with the bits of rows as columns: bit i of column j is
   * bit j of row i.
   *
   * @param sentColumns receives column j of the OTs sent at j stride, {@code count / 64} longs
   * @param receivedColumns receives those of the OTs received
   * @param stride number of longs from one column to the next
   * @throws org.schurmpc.core.abort.PeerCheated as {@link #next} does
   */
  void nextColumns(
      long[] sentColumns, long[] choices, long[] receivedColumns, int stride, int count)
      throws MpcException;

  /** Returns a copy of the Δ of the OTs that this party sends, two longs. */
  long[] delta();

  /** Wipes the remaining OTs and keys; the session stays open. */
  @Override
  void close();
}
