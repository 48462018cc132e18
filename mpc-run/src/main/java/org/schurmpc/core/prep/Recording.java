package org.schurmpc.core.prep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;

/**
 * Records material, to put it into stores repeatedly. Only for counting, measuring and rehearsing,
 * where nothing is secret and evaluating, but not dealing, is of interest.
 */
public final class Recording implements MaterialSink {
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Items(MaterialKind kind, long[] data, int count) {}

  private final List<Items> items = new ArrayList<>();

  /** Ignores the keys, which are put only once. */
  @Override
  public void keys(String protocol, long[] keys) {}

  @Override
  public void put(MaterialKind kind, long[] data, int offset, int count) {
    int end = offset + Math.multiplyExact(count, kind.longsPerItem());
    items.add(new Items(kind, Arrays.copyOfRange(data, offset, end), count));
  }

  /** Puts all recorded items into a sink, in their original order. */
  public void replay(MaterialSink sink) throws MpcException {
    for (Items recorded : items) {
      sink.put(recorded.kind(), recorded.data(), 0, recorded.count());
    }
  }
}
