package org.schurmpc.bench.party;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;

/**
 * Counts material and discards it, so that only its generation uses memory. Checks that its caller
 * keeps to the order of {@link MaterialSink}.
 */
final class DroppingSink implements MaterialSink {
  private final Map<MaterialKind, Long> counts = new HashMap<>();
  private boolean hasKeys;

  @Override
  public synchronized void keys(String protocol, long[] keys) {
    if (hasKeys) {
      throw new IllegalStateException("the keys came twice");
    }
    hasKeys = true;
  }

  @Override
  public synchronized void put(MaterialKind kind, long[] data, int offset, int items) {
    if (!hasKeys) {
      throw new IllegalStateException("items of " + kind.name() + " came before the keys");
    }
    Objects.checkFromIndexSize(offset, Math.multiplyExact(items, kind.longsPerItem()), data.length);
    counts.merge(kind, (long) items, Long::sum);
  }

  /** Returns the number of items of a kind so far. */
  synchronized long items(MaterialKind kind) {
    return counts.getOrDefault(kind, 0L);
  }
}
