package org.schurmpc.tinytable.prep;

import org.schurmpc.core.abort.MpcException;

/**
 * Makes, for tables of n input bits r_0 to r_{n-1}, the products [[r^S]] of the bits in S for all
 * S. No result may leave the party before {@link org.schurmpc.tinyot.prep.BlockProducts#check} has
 * passed.
 */
interface Products {
  /**
   * Fills in all products.
   *
   * @param nodes for each batch of 64 tables 2^n {@linkplain org.schurmpc.tinyot.prep.BitBlocks
   *     blocks}, that of S at S; the caller sets [[1]] at 0 and [[r_i]] at 2^i
   * @param batches number of batches
   */
  void fill(long[] nodes, int batches) throws MpcException;

  void wipe();
}
