package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;

/** Keeps what it is given. */
final class RecordingSink implements MaterialSink {
  private final Map<MaterialKind, LongBuffer> data = new HashMap<>();
  private long[] keys;
  private int puts;

  @Override
  public void keys(String protocol, long[] given) {
    assertNull(keys, "keys are given once");
    keys = given.clone();
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
    puts++;
  }

  /** All items of a kind, one after the other. */
  long[] items(MaterialKind kind) {
    LongBuffer buffer = data.get(kind);
    return buffer == null ? new long[0] : Arrays.copyOf(buffer.array(), buffer.position());
  }

  /** The keys, or null if none were given. */
  long[] keys() {
    return keys;
  }

  int puts() {
    return puts;
  }
}
