package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;

/** The material of the gates of a layer, item by item, independent of its place in the store. */
final class LeasedItems {
  private long[][] data = new long[0][];
  private int[] offsets = new int[0];

  /** Leases {@code count} items; items leased before are dropped. */
  void lease(PrepStore store, MaterialKind kind, int count) throws MpcException {
    if (offsets.length < count) {
      data = new long[count][];
      offsets = new int[count];
    }
    for (int have = 0; have < count; ) {
      Lease lease = store.lease(kind, count - have);
      for (int i = 0; i < lease.items(); i++, have++) {
        data[have] = lease.data();
        offsets[have] = lease.offset() + i * kind.longsPerItem();
      }
    }
  }

  /** Returns the array that contains an item. */
  long[] data(int item) {
    return data[item];
  }

  /** Returns the start of the item in this array. */
  int offset(int item) {
    return offsets[item];
  }

  /** Releases the store's arrays. */
  void clear() {
    Arrays.fill(data, null);
  }
}
