package org.schurmpc.minimac.online;

import org.schurmpc.core.prep.MaterialKind;

/**
 * How [[x y]]* comes of the opened epsilon = x + a and delta = y + b and of what preprocessing gave
 * for a gate: step 2 of the multiplication protocol of DLT14, section 4.3, local.
 */
interface LocalProduct {
  /** What a gate takes. */
  MaterialKind material();

  /** Where [[a]] lies in an item. */
  int a();

  /** Where [[b]] lies in an item. */
  int b();

  /**
   * Computes [[x y]]* of one gate.
   *
   * @param opened epsilon at {@code epsilon}, delta after it, both public
   * @param items an item at {@code item}
   * @param words the product's representation is written at {@code z}
   */
  void combine(long[] opened, int epsilon, long[] items, int item, long[] words, int z);

  /** Wipes what is held. */
  void wipe();
}
