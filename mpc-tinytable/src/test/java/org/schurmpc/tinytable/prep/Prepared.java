package org.schurmpc.tinytable.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TinyTableChecker;

/** Keeps what a party is given. */
final class Prepared implements MaterialSink {
  private final Map<MaterialKind, LongBuffer> data = new LinkedHashMap<>();
  private String protocol;
  private long[] keys;
  private boolean touched;

  @Override
  public void keys(String newProtocol, long[] newKeys) {
    assertEquals(null, protocol, "keys come once, before all items");
    assertEquals(Map.of(), data);
    protocol = newProtocol;
    keys = newKeys.clone();
    touched = true;
  }

  @Override
  public void put(MaterialKind kind, long[] source, int offset, int items) {
    int length = items * kind.longsPerItem();
    LongBuffer buffer = data.computeIfAbsent(kind, any -> LongBuffer.allocate(length));
    if (buffer.remaining() < length) {
      buffer = LongBuffer.allocate(2 * buffer.capacity() + length).put(buffer.flip());
      data.put(kind, buffer);
    }
    buffer.put(source, offset, length);
    touched = true;
  }

  /** Whether anything came. */
  boolean touched() {
    return touched;
  }

  String protocol() {
    return protocol;
  }

  long[] keys() {
    return keys;
  }

  /** How many items of each kind there are. */
  Map<MaterialKind, Long> items() {
    Map<MaterialKind, Long> items = new LinkedHashMap<>();
    data.forEach((kind, buffer) -> items.put(kind, (long) buffer.position() / kind.longsPerItem()));
    return items;
  }

  /** All items of a kind, one after the other. */
  long[] items(MaterialKind kind) {
    LongBuffer buffer = data.get(kind);
    return buffer == null ? new long[0] : Arrays.copyOf(buffer.array(), buffer.position());
  }

  /** Runs the checker over all items of both parties. */
  static void requireRelations(Scheme scheme, List<Prepared> both) throws Exception {
    assertEquals(both.get(0).items(), both.get(1).items());
    TinyTableChecker checker =
        new TinyTableChecker(scheme, List.of(both.get(0).keys, both.get(1).keys));
    for (MaterialKind kind : both.get(0).data.keySet()) {
      long[][] items = {both.get(0).items(kind), both.get(1).items(kind)};
      for (int at = 0; at < items[0].length; at += kind.longsPerItem()) {
        assertEquals(
            Optional.empty(),
            checker.check(kind, items, new int[] {at, at}),
            kind.name() + ", item " + at / kind.longsPerItem());
      }
    }
  }
}
