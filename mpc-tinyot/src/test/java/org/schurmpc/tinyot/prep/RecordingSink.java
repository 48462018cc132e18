package org.schurmpc.tinyot.prep;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;

/** Keeps what it is given. */
final class RecordingSink implements MaterialSink {
  private final Map<MaterialKind, long[]> data = new HashMap<>();
  private int puts;

  @Override
  public void keys(String protocol, long[] keys) {
    throw new AssertionError("the keys are the caller's to put");
  }

  @Override
  public void put(MaterialKind kind, long[] source, int offset, int items) {
    int length = items * kind.longsPerItem();
    long[] old = items(kind);
    long[] all = Arrays.copyOf(old, old.length + length);
    System.arraycopy(source, offset, all, old.length, length);
    data.put(kind, all);
    puts++;
  }

  /** All items of a kind, one after the other. */
  long[] items(MaterialKind kind) {
    return data.getOrDefault(kind, new long[0]);
  }

  int puts() {
    return puts;
  }
}
