package org.schurmpc.core.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.progress.ProgressLog;

class CountedSinkTest {
  private static final MaterialKind GATE = new MaterialKind("gate", 1);
  private static final MaterialKind MASK = new MaterialKind("mask", 1);
  private static final MaterialKind PAIR = new MaterialKind("pair", 1);

  private final long[] millis = {0};
  private final List<String> said = new ArrayList<>();

  private CountedSink sink(Demand demand, MaterialSink to) {
    return new CountedSink(demand, to, new ProgressLog(() -> millis[0] * 1_000_000, said::add));
  }

  @Test
  void saysEveryThreeSecondsHowMuchThereIs() throws Exception {
    MemoryPrepStore store = new MemoryPrepStore();
    Demand demand = Demand.of("toy").add(GATE, 5_000).add(MASK, 70).add(PAIR, 300).build();
    MaterialSink sink = sink(demand, store);
    sink.keys("toy", new long[] {9});
    for (int at : new int[] {1_000, 2_000, 3_000, 4_000}) {
      millis[0] = at;
      sink.put(GATE, new long[1_200], 0, 1_200);
    }
    sink.put(GATE, new long[200], 0, 200);
    millis[0] = 5_000;
    sink.put(MASK, new long[7], 0, 7);
    millis[0] = 10_000;
    sink.put(MASK, new long[7], 0, 7);
    sink.put(MASK, new long[56], 0, 56);
    sink.put(PAIR, new long[300], 0, 300);
    assertEquals(
        List.of(
            "made 3,600 of 5,000 of 'gate', 1,200 a second, about 2 s left, about 2 s for all"
                + " material",
            "made 5,000 of 5,000 of 'gate', 1,250 a second, about 1 s for all material",
            // 300 of a kind of which there is none, as long each as 14 of this one in 6 s.
            "made 14 of 70 of 'mask', 2 a second, about 24 s left, about 3 min for all material",
            "made 70 of 70 of 'mask', 12 a second, about 26 s for all material"),
        said);
    assertEquals(5_000, store.available(GATE));
    assertEquals(70, store.available(MASK));
    assertArrayEquals(new long[] {9}, store.keys("toy"));
  }

  /** Material that is there after a moment is no progress that anybody needs to see. */
  @Test
  void saysNothingOfShortWork() throws Exception {
    MaterialSink sink = sink(Demand.of("toy").add(GATE, 50).build(), new MemoryPrepStore());
    millis[0] = 2_900;
    sink.put(GATE, new long[50], 0, 50);
    assertEquals(List.of(), said);
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
    sink(Demand.of("toy").build(), to).setup(new long[] {5});
    assertEquals(1, kept.size());
    assertArrayEquals(new long[] {5}, kept.get(0));
  }
}
