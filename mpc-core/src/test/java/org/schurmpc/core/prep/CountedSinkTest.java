package org.schurmpc.core.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountedSinkTest {
  private static final MaterialKind GATE = new MaterialKind("gate", 1);
  private static final MaterialKind MASK = new MaterialKind("mask", 1);

  @Test
  void saysOnceASecondHowMuchThereIs() throws Exception {
    long[] millis = {0};
    List<String> said = new ArrayList<>();
    MemoryPrepStore store = new MemoryPrepStore();
    MaterialSink sink =
        new CountedSink(
            Demand.of("toy").add(GATE, 5_000).add(MASK, 7).build(),
            store,
            () -> millis[0] * 1_000_000,
            said::add);
    sink.keys("toy", new long[] {9});
    for (int at : new int[] {900, 1_000, 1_900, 2_000}) {
      millis[0] = at;
      sink.put(GATE, new long[1_200], 0, 1_200);
    }
    sink.put(GATE, new long[200], 0, 200);
    sink.put(MASK, new long[7], 0, 7);
    assertEquals(
        List.of(
            "made 2,400 of 5,000 of 'gate'",
            "made 4,800 of 5,000 of 'gate'",
            "made 5,000 of 5,000 of 'gate'"),
        said);
    assertEquals(5_000, store.available(GATE));
    assertEquals(7, store.available(MASK));
    assertArrayEquals(new long[] {9}, store.keys("toy"));
  }

  /** A store that does not get the set-up cannot be continued. */
  @Test
  void passesTheSetupOn() throws Exception {
    List<long[]> kept = new ArrayList<>();
    MaterialSink to =
        new MaterialSink() {
          @Override
          public void keys(String protocol, long[] keys) {}

          @Override
          public void setup(long[] words) {
            kept.add(words);
          }

          @Override
          public void put(MaterialKind kind, long[] data, int offset, int items) {}
        };
    new CountedSink(Demand.of("toy").build(), to, () -> 0, said -> {}).setup(new long[] {5});
    assertEquals(1, kept.size());
    assertArrayEquals(new long[] {5}, kept.get(0));
  }
}
