package org.schurmpc.core.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RecordingTest {
  private static final MaterialKind PAIR = new MaterialKind("pair", 2);

  @Test
  void givesTheSameAsOftenAsWanted() throws Exception {
    Recording recording = new Recording();
    long[] data = {9, 1, 2, 3, 4, 9};
    recording.put(PAIR, data, 1, 2);
    Arrays.fill(data, 0);
    recording.put(PAIR, new long[] {5, 6}, 0, 1);
    try (MemoryPrepStore store = new MemoryPrepStore()) {
      recording.replay(store);
      recording.replay(store);
      assertEquals(6, store.available(PAIR));
      for (int time = 0; time < 2; time++) {
        Lease lease = store.lease(PAIR, 3);
        long[] items = Arrays.copyOfRange(lease.data(), lease.offset(), lease.offset() + 6);
        assertArrayEquals(new long[] {1, 2, 3, 4, 5, 6}, items);
      }
    }
  }
}
