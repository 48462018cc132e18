package org.schurmpc.core.prep;

import java.util.Arrays;

/**
 * Refers to items leased from a store, to be used once. The items stay in the array of the store,
 * which must not be written but to wipe them.
 *
 * @param data the array that holds the items
 * @param offset the index of the first item's first word
 * @param items the number of items
 */
@SuppressWarnings("ArrayRecordComponent") // a view that is never compared
public record Lease(long[] data, int offset, int items) {
  /** Wipes the items: the array may be kept for long. */
  public void wipe(MaterialKind kind) {
    Arrays.fill(data, offset, offset + items * kind.longsPerItem(), 0);
  }
}
