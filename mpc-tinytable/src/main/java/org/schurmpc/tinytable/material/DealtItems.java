package org.schurmpc.tinytable.material;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;

/** Items of one kind, passed from the dealer to both parties in portions. */
final class DealtItems {
  private static final int BUFFER_LONGS = 1 << 15;

  private final MaterialKind kind;
  private final List<? extends MaterialSink> parties;
  private final int capacity;

  /** Items of each party. */
  final long[][] data;

  private int count;

  /**
   * Creates room for items.
   *
   * @param quota total number of items
   */
  DealtItems(MaterialKind kind, long quota, List<? extends MaterialSink> parties) {
    this.kind = kind;
    this.parties = parties;
    this.capacity = (int) Math.min(quota, Math.max(1, BUFFER_LONGS / kind.longsPerItem()));
    this.data = new long[parties.size()][capacity * kind.longsPerItem()];
  }

  /** Returns the offset of the next item in the arrays, all zero. */
  int next() throws MpcException {
    if (count == capacity) {
      flush();
    }
    return count++ * kind.longsPerItem();
  }

  /** Passes the pending items on to both parties. */
  void flush() throws MpcException {
    if (count > 0) {
      for (int party = 0; party < data.length; party++) {
        parties.get(party).put(kind, data[party], 0, count);
        Arrays.fill(data[party], 0, count * kind.longsPerItem(), 0);
      }
      count = 0;
    }
  }

  void wipe() {
    for (long[] items : data) {
      Secrets.wipe(items);
    }
  }
}
