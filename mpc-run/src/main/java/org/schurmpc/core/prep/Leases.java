package org.schurmpc.core.prep;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;

/** Reads items of one kind by number, from one or more leases. Optimised for reading in order. */
public final class Leases {
  private final PrepStore store;
  private final MaterialKind kind;
  private Lease[] leases = new Lease[4];

  /** Ends of the leases: lease i holds items [ends[i - 1], ends[i]). */
  private int[] ends = new int[4];

  private int count;
  private int current;

  public Leases(PrepStore store, MaterialKind kind) {
    this.store = store;
    this.kind = kind;
  }

  /** Leases {@code items} items, numbered from 0, and releases those leased before. */
  public void lease(int items) throws MpcException {
    release();
    for (int done = 0; done < items; ) {
      Lease lease = store.lease(kind, items - done);
      done += lease.items();
      if (count == leases.length) {
        leases = Arrays.copyOf(leases, 2 * count);
        ends = Arrays.copyOf(ends, 2 * count);
      }
      leases[count] = lease;
      ends[count++] = done;
    }
  }

  /** Returns the array that holds an item. */
  public long[] data(int item) {
    seek(item);
    return leases[current].data();
  }

  /** Returns the index of the item's first word in its array. */
  public int offset(int item) {
    seek(item);
    int first = current == 0 ? 0 : ends[current - 1];
    return leases[current].offset() + (item - first) * kind.longsPerItem();
  }

  /** Returns the number of consecutive items in the array, starting with this one. */
  public int run(int item) {
    seek(item);
    return ends[current] - item;
  }

  private void seek(int item) {
    if (current > 0 && item < ends[current - 1]) {
      current = 0;
    }
    while (item >= ends[current]) {
      current++;
    }
  }

  /** Releases the items, whose memory the store may use for others at once. */
  public void giveBack() {
    for (int i = 0; i < count; i++) {
      store.giveBack(kind, leases[i]);
    }
    release();
  }

  /** Releases the items. */
  public void release() {
    Arrays.fill(leases, null);
    count = 0;
    current = 0;
  }
}
