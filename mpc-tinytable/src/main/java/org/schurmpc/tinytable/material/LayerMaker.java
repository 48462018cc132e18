package org.schurmpc.tinytable.material;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LookupBatch;

/** Makes a dealer's tables layer by layer, from the masks of their wires. */
interface LayerMaker {
  /**
   * Makes the AND tables of a layer.
   *
   * @param instances number of instances of all gates, {@link Material#BITS} in a word
   * @param left masks of the left inputs
   * @param right masks of the right inputs
   * @param out masks of the outputs
   */
  void ands(int instances, long[] left, long[] right, long[] out) throws MpcException;

  /**
   * Makes the tables of a layer's lookups.
   *
   * @param in masks of the inputs, by lookup * lanes + lane
   * @param out masks of the outputs
   */
  void tables(LookupBatch batch, int[] in, int[] out) throws MpcException;

  void wipe();
}
