package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;

/** The material of the gates of a layer, item by item, wherever in the store it lies. */
final class LeasedItems {
  private long[][] data = new long[0][];
  private int[] offsets = new int[0];

  /** Leases {@code count} items; those leased before are forgotten. */
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

  /** The array in which an item lies. */
  long[] data(int item) {
    return data[item];
  }

  /** Where in it the item starts. */
  int offset(int item) {
    return offsets[item];
  }

  /** Lets go of the store's arrays. */
  void clear() {
    Arrays.fill(data, null);
  }
}
