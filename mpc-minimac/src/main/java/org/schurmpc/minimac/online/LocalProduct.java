package org.schurmpc.minimac.online;

import org.schurmpc.core.prep.MaterialKind;

/**
 * Computes [[x y]]* from the opened epsilon = x + a and delta = y + b and from a gate's material:
 * step 2 of the multiplication protocol of DLT14, section 4.3, which is local.
 */
interface LocalProduct {
  /** Returns the kind of material that a gate consumes. */
  MaterialKind material();

  /** Returns the offset of [[a]] in an item. */
  int a();

  /** Returns the offset of [[b]] in an item. */
  int b();

  /**
   * Computes [[x y]]* of one gate.
   *
   * @param opened epsilon at {@code epsilon}, delta after it, both public
   * @param items contains an item at {@code item}
   * @param words receives the product's representation at {@code z}
   */
  void combine(long[] opened, int epsilon, long[] items, int item, long[] words, int z);

  /** Wipes all secrets. */
  void wipe();
}
