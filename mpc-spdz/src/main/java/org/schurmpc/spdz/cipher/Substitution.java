package org.schurmpc.spdz.cipher;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.spdz.share.Shares;

/**
 * Many S-boxes at once. Bit i of item j of n is at {@code i * n + j}, bit 0 the least significant
 * one. The shares of bits' values are 0 or 1 themselves. Items of triple DES are in blocks of all
 * lanes, for S1 to S8 in turn.
 */
interface Substitution {
  /**
   * Computes the outputs of {@code n} items.
   *
   * @param from not changed
   */
  void substitute(Shares from, Shares to, int n) throws MpcException;

  /** Wipes what was computed. */
  void wipe();
}
