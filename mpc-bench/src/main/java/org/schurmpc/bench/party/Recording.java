package org.schurmpc.bench.party;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;

/**
 * What was put into it, to be put elsewhere as often as wanted: for rehearsals alone, where nothing
 * is secret, and time is for evaluating and not for dealing.
 */
final class Recording implements MaterialSink {
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Items(MaterialKind kind, long[] data, int count) {}

  private final List<Items> items = new ArrayList<>();

  /** Of no interest: keys are put once. */
  @Override
  public void keys(String protocol, long[] keys) {}

  @Override
  public void put(MaterialKind kind, long[] data, int offset, int count) {
    int end = offset + Math.multiplyExact(count, kind.longsPerItem());
    items.add(new Items(kind, Arrays.copyOfRange(data, offset, end), count));
  }

  /** Puts all items, in the order in which they came. */
  void replay(MaterialSink sink) throws MpcException {
    for (Items recorded : items) {
      sink.put(recorded.kind(), recorded.data(), 0, recorded.count());
    }
  }
}
