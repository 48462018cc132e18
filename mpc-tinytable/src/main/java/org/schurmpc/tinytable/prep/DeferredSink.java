package org.schurmpc.tinytable.prep;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;

/**
 * Withholds items from a sink until a check has passed, kind by kind in order: masks wait for the
 * first tables that are checked after them.
 */
final class DeferredSink {
  private final MaterialSink sink;
  private final Map<MaterialKind, Waiting> waiting = new LinkedHashMap<>();
  private String protocol = "";
  private long[] keys;

  /** Items of one kind. */
  private static final class Waiting {
    long[] data = new long[0];
    int items;
  }

  DeferredSink(MaterialSink sink) {
    this.sink = sink;
  }

  /** Sets the keys that are put into the sink before all items. */
  void keys(String newProtocol, long[] newKeys) {
    protocol = newProtocol;
    keys = newKeys;
  }

  /**
   * Makes room for items that are put into the sink by the next {@link #release}. Returns their
   * start in the {@link #data} of their kind, which is all zero from this index on.
   */
  int await(MaterialKind kind, int items) {
    Waiting kept = waiting.computeIfAbsent(kind, any -> new Waiting());
    int at = kept.items * kind.longsPerItem();
    kept.items += items;
    int end = Math.multiplyExact(kept.items, kind.longsPerItem());
    if (end > kept.data.length) {
      long[] old = kept.data;
      kept.data = Arrays.copyOf(old, Math.max(end, 2 * old.length));
      Secrets.wipe(old);
    }
    return at;
  }

  /** Returns the number of longs of waiting items. */
  long longs() {
    long longs = 0;
    for (Map.Entry<MaterialKind, Waiting> entry : waiting.entrySet()) {
      longs += (long) entry.getValue().items * entry.getKey().longsPerItem();
    }
    return longs;
  }

  long[] data(MaterialKind kind) {
    return waiting.get(kind).data;
  }

  /** Puts the keys and all waiting items into the sink. Must be called after a check. */
  void release() throws MpcException {
    if (keys != null) {
      sink.keys(protocol, keys);
      keys = null;
    }
    for (Map.Entry<MaterialKind, Waiting> entry : waiting.entrySet()) {
      Waiting kept = entry.getValue();
      if (kept.items > 0) {
        sink.put(entry.getKey(), kept.data, 0, kept.items);
        Secrets.wipe(kept.data);
        kept.items = 0;
      }
    }
  }

  /** Puts waiting items, and then items that have passed their check, into the sink. */
  void put(MaterialKind kind, long[] data, int offset, int items) throws MpcException {
    release();
    sink.put(kind, data, offset, items);
  }

  void wipe() {
    waiting.values().forEach(kept -> Secrets.wipe(kept.data));
    waiting.clear();
  }
}
