package org.schurmpc.core.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;

class MemoryPrepStoreTest {
  private static final MaterialKind SMALL = new MaterialKind("small", 3);

  /** Three items to a chunk, and words to spare. */
  private static final MaterialKind LARGE =
      new MaterialKind("large", MemoryPrepStore.CHUNK_LONGS / 3 - 1);

  /** One item to a chunk. */
  private static final MaterialKind HUGE =
      new MaterialKind("huge", MemoryPrepStore.CHUNK_LONGS + 1);

  /** The store beside a queue for each kind of the numbers of the items in it. */
  private static final class Model {
    final MemoryPrepStore store = new MemoryPrepStore();
    final MaterialKind[] kinds;
    final ArrayDeque<Long>[] queues;
    final Random random;
    long next = 1;

    @SuppressWarnings({"unchecked", "rawtypes"})
    Model(Random random, MaterialKind... kinds) {
      this.random = random;
      this.kinds = kinds;
      this.queues = new ArrayDeque[kinds.length];
      Arrays.setAll(queues, i -> new ArrayDeque<>());
    }

    void put(int k, int items) {
      int longs = kinds[k].longsPerItem();
      int offset = random.nextInt(3);
      long[] data = new long[offset + items * longs];
      for (int i = 0; i < items; i++) {
        // First and last word name the item.
        data[offset + i * longs] = next;
        data[offset + (i + 1) * longs - 1] = -next;
        queues[k].addLast(next++);
      }
      store.put(kinds[k], data, offset, items);
      Arrays.fill(data, 0xbad);
    }

    void lease(int k, int most) throws Exhausted {
      if (queues[k].isEmpty()) {
        assertThrows(Exhausted.class, () -> store.lease(kinds[k], most));
        return;
      }
      Lease lease = store.lease(kinds[k], most);
      assertTrue(lease.items() >= 1 && lease.items() <= most);
      int longs = kinds[k].longsPerItem();
      for (int i = 0; i < lease.items(); i++) {
        long expected = queues[k].removeFirst();
        int at = lease.offset() + i * longs;
        assertEquals(expected, lease.data()[at], "first word");
        assertEquals(-expected, lease.data()[at + longs - 1], "last word");
      }
    }

    void step(int most) throws Exhausted {
      int k = random.nextInt(kinds.length);
      int items = 1 + random.nextInt(most);
      if (random.nextBoolean()) {
        put(k, items);
      } else {
        lease(k, items);
      }
      for (int i = 0; i < kinds.length; i++) {
        assertEquals(queues[i].size(), store.available(kinds[i]));
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void everyItemIsLeasedOnceInOrder(long seed) throws Exception {
    Model model = new Model(new Random(seed), SMALL, new MaterialKind("other", 2));
    for (int step = 0; step < 3000; step++) {
      model.step(seed % 2 == 0 ? 5 : 200);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2})
  void itemsDoNotStraddleChunks(long seed) throws Exception {
    Model model = new Model(new Random(seed), LARGE, HUGE);
    for (int step = 0; step < 40; step++) {
      model.step(7);
    }
  }

  @Test
  void aLeaseEndsAtItsChunk() throws Exception {
    MemoryPrepStore store = new MemoryPrepStore();
    store.put(LARGE, new long[7 * LARGE.longsPerItem()], 0, 7);
    assertEquals(3, store.lease(LARGE, 7).items());
    assertEquals(2, store.lease(LARGE, 2).items());
    assertEquals(1, store.lease(LARGE, 2).items());
    assertEquals(1, store.lease(LARGE, 2).items());
  }

  @Test
  void aLeaseStaysUntilMoreOfItsKindIsPut() throws Exception {
    MemoryPrepStore store = new MemoryPrepStore();
    store.put(SMALL, new long[] {1, 2, 3, 4, 5, 6}, 0, 2);
    Lease first = store.lease(SMALL, 1);
    store.put(new MaterialKind("other", 3), new long[] {7, 8, 9}, 0, 1);
    Lease second = store.lease(SMALL, 1);
    assertArrayEquals(new long[] {1, 2, 3}, content(first, 3));
    assertArrayEquals(new long[] {4, 5, 6}, content(second, 3));
  }

  private static long[] content(Lease lease, int longs) {
    return Arrays.copyOfRange(lease.data(), lease.offset(), lease.offset() + longs);
  }

  @Test
  void exhaustionNamesTheKindAndTheNumber() {
    MemoryPrepStore store = new MemoryPrepStore();
    Exhausted never = assertThrows(Exhausted.class, () -> store.lease(SMALL, 12));
    assertTrue(never.getMessage().contains("12 more items of 'small'"), never.getMessage());
    assertThrows(IllegalArgumentException.class, () -> store.lease(SMALL, 0));
  }

  @Test
  void keysAreGivenOnce() {
    MemoryPrepStore store = new MemoryPrepStore();
    assertThrows(IllegalStateException.class, () -> store.keys("toy"));
    long[] keys = {1, 2};
    store.keys("toy", keys);
    keys[0] = 9;
    assertArrayEquals(new long[] {1, 2}, store.keys("toy"));
    assertThrows(IllegalStateException.class, () -> store.keys("toy", new long[] {3}));
  }

  @Test
  void aBurntStoreSaysSoAndIsWiped() throws Exception {
    MemoryPrepStore store = filled();
    long[] keys = store.keys("toy");
    Lease lease = store.lease(SMALL, 1);
    store.burn();
    assertWiped(lease, keys);
    assertEquals(0, store.available(SMALL));
    Exhausted gone = assertThrows(Exhausted.class, () -> store.lease(SMALL, 1));
    assertTrue(gone.getMessage().contains("destroyed after a failed check"), gone.getMessage());
    for (var call :
        new Executable[] {
          () -> store.keys("toy"),
          () -> store.keys("toy", new long[1]),
          () -> store.put(SMALL, new long[3], 0, 1)
        }) {
      String message = assertThrows(IllegalStateException.class, call).getMessage();
      assertTrue(message.contains("destroyed after a failed check"), message);
    }
  }

  @Test
  void aClosedStoreIsWipedAndUnusable() throws Exception {
    MemoryPrepStore store = filled();
    long[] keys = store.keys("toy");
    Lease lease = store.lease(SMALL, 3);
    store.close();
    assertWiped(lease, keys);
    assertThrows(IllegalStateException.class, () -> store.lease(SMALL, 1));
    assertThrows(IllegalStateException.class, () -> store.put(SMALL, new long[3], 0, 1));
    assertThrows(IllegalStateException.class, () -> store.keys("toy"));
    store.close();
  }

  @Test
  void keysAreForOneProtocol() {
    MemoryPrepStore store = filled();
    String message =
        assertThrows(IllegalStateException.class, () -> store.keys("other")).getMessage();
    assertTrue(message.contains("'toy', not for 'other'"), message);
  }

  @Test
  void oneConsumerAtATime() {
    MemoryPrepStore store = filled();
    store.acquire();
    assertThrows(IllegalStateException.class, store::acquire);
    store.release();
    store.acquire();
  }

  @Test
  void whatIsInUseIsWipedOnRelease() throws Exception {
    for (boolean burn : new boolean[] {true, false}) {
      MemoryPrepStore store = filled();
      store.acquire();
      long[] keys = store.keys("toy");
      Lease lease = store.lease(SMALL, 1);
      if (burn) {
        store.burn();
      } else {
        store.close();
      }
      assertArrayEquals(new long[] {7, 7, 7}, content(lease, 3));
      assertArrayEquals(new long[] {5, 6}, keys);
      assertEquals(0, store.available(SMALL));
      assertThrows(Exception.class, () -> store.lease(SMALL, 1));
      store.release();
      assertWiped(lease, keys);
    }
  }

  @Test
  void thePositionCountsWhatWasLeased() throws Exception {
    MemoryPrepStore store = filled();
    assertEquals(0, store.position(SMALL));
    store.lease(SMALL, 2);
    assertEquals(2, store.position(SMALL));
    store.lease(SMALL, 5);
    assertEquals(3, store.position(SMALL));
  }

  private static MemoryPrepStore filled() {
    MemoryPrepStore store = new MemoryPrepStore();
    store.keys("toy", new long[] {5, 6});
    long[] data = new long[9];
    Arrays.fill(data, 7);
    store.put(SMALL, data, 0, 3);
    return store;
  }

  private static void assertWiped(Lease lease, long[] keys) {
    assertTrue(Arrays.stream(lease.data()).allMatch(word -> word == 0), "items");
    assertArrayEquals(new long[2], keys, "keys");
  }

  /** Masks of one evaluation fit no tables of another. */
  @Test
  void materialForACircuitIsReservedByWholeEvaluations() throws Exception {
    MaterialKind other = new MaterialKind("other", 1);
    LayeredCircuit circuit = LayeredCircuit.of(RandomCircuits.of(1));
    Demand apart = Demand.of("p").add(SMALL, 2).add(other, 1).build();
    Demand together = Demand.of("p").add(SMALL, 2).add(other, 1).dependsOn(circuit).build();
    MemoryPrepStore store = new MemoryPrepStore();
    store.put(SMALL, new long[8 * SMALL.longsPerItem()], 0, 8);
    store.put(other, new long[4], 0, 4);
    store.reserve(together);
    store.lease(SMALL, 2);
    store.reserve(apart);
    assertThrows(IllegalStateException.class, () -> store.reserve(together));
    store.lease(other, 1);
    store.reserve(together);
    store.lease(SMALL, 1);
    assertThrows(IllegalStateException.class, () -> store.reserve(together));
  }

  @Test
  void whoeverComesAfterItsEndIsTold() {
    MemoryPrepStore closed = new MemoryPrepStore();
    closed.close();
    String message = assertThrows(IllegalStateException.class, closed::acquire).getMessage();
    assertEquals("the store is closed", message);
    MemoryPrepStore burnt = new MemoryPrepStore();
    burnt.burn();
    message = assertThrows(IllegalStateException.class, burnt::acquire).getMessage();
    assertTrue(message.contains("destroyed after a failed check"), message);
  }
}
