package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.MATERIAL;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.prep.Lease;

/** What a store read, or was about to write, does not stay in memory. */
class WipingTest {
  @TempDir Path home;

  private static boolean isZero(long[] words) {
    return Arrays.stream(words).allMatch(word -> word == 0);
  }

  private static boolean isZero(ByteBuffer buffer) {
    ByteBuffer all = buffer.duplicate().clear();
    return IntStream.range(0, all.capacity()).allMatch(i -> all.get(i) == 0);
  }

  private static Object io(DiskPrepStore batch) {
    return Leftovers.field(Leftovers.field(batch, "batch"), "io");
  }

  /** What was read from disk last, as it lies there. */
  private static ByteBuffer read(DiskPrepStore batch) {
    return (ByteBuffer) Leftovers.field(io(batch), "buffer");
  }

  /** What was made of items that were written, or of a chunk that was encrypted. */
  private static ByteBuffer guarded(DiskPrepStore batch) {
    return (ByteBuffer) Leftovers.field(Leftovers.field(io(batch), "guard"), "out");
  }

  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void whatWasLeasedAndWhatWaitsEndWithTheirConsumer(boolean encrypted) throws Exception {
    TestStores stores = new TestStores(home, encrypted);
    stores.make(5, 5);
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.openKeys();
      batch.acquire();
      batch.reserve(TestStores.demand(SMALL, 8));
      Lease first = batch.lease(SMALL, 5);
      Lease second = batch.lease(SMALL, 1);
      batch.release();
      assertTrue(isZero(first.data()) && isZero(second.data()));
      assertTrue(isZero(read(batch)) && isZero(guarded(batch)), "where they were read");
      assertEquals(2, batch.available(SMALL), "two that nobody reserved");
      assertEquals(8, batch.position(SMALL));
      assertArrayEquals(new long[] {77, 1}, batch.keys(MATERIAL), "for the next consumer");
    }
  }

  /** Nobody has acquired it: it was opened to be looked at, or to be filled. */
  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void whatIsInMemoryEndsWithTheStore(boolean encrypted) throws Exception {
    for (boolean burn : new boolean[] {false, true}) {
      TestStores stores = new TestStores(home.resolve("burn " + burn), encrypted);
      stores.make(5);
      try (StoreDirectory store = stores.open()) {
        DiskPrepStore batch = store.batches().get(0);
        batch.openKeys();
        long[] keys = batch.keys(MATERIAL);
        Lease lease = batch.lease(SMALL, 2);
        assertFalse(isZero(read(batch)));
        assertEquals(encrypted, !isZero(guarded(batch)), "opened where it lies, or decrypted");
        if (burn) {
          batch.burn();
        } else {
          batch.close();
        }
        assertTrue(isZero(keys), "keys");
        assertTrue(isZero(lease.data()), "items");
        assertTrue(isZero(read(batch)), "what was read");
        assertTrue(isZero(guarded(batch)), "what was decrypted");
      }
    }
  }

  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void whatWasWritten(boolean encrypted) throws Exception {
    TestStores stores = new TestStores(home, encrypted);
    StoreDirectory store = stores.create();
    DiskPrepStore batch = TestStores.begin(store, 1);
    TestStores.put(batch, SMALL, 0, 5);
    batch.commit();
    assertFalse(isZero(guarded(batch)));
    assertFalse(isZero(read(batch)));
    store.close();
    assertTrue(isZero(guarded(batch)));
    assertTrue(isZero(read(batch)));
  }

  /** A larger buffer takes the place of one with the keys in it. */
  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void buffersThatAreTooSmall(boolean encrypted) throws Exception {
    TestStores stores = new TestStores(home, encrypted);
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch = TestStores.begin(store, 1);
      ByteBuffer plain = read(batch);
      ByteBuffer sealed = guarded(batch);
      assertFalse(isZero(plain) || isZero(sealed), "the keys");
      TestStores.put(batch, SMALL, 0, 5);
      batch.commit();
      assertTrue(isZero(plain) && isZero(sealed));
    }
  }

  @Test
  void theKeyOfKeptMemory() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.agree();
    KeptState memory = parties.open(0);
    Object parts = Leftovers.field(Leftovers.field(memory, "kept"), "parts");
    byte[] key = (byte[]) ((Optional<?>) Leftovers.field(parts, "key")).orElseThrow();
    assertFalse(isZero(ByteBuffer.wrap(key)));
    memory.close();
    assertTrue(isZero(ByteBuffer.wrap(key)));
  }

  /** Put down, or given up by whoever makes them. */
  @Test
  void itemsThatWaitToBeWritten() throws Exception {
    for (boolean commit : new boolean[] {true, false}) {
      TestStores stores = new TestStores(home.resolve("commit " + commit), false);
      try (StoreDirectory store = stores.create()) {
        DiskPrepStore batch = TestStores.begin(store, 1);
        TestStores.put(batch, SMALL, 0, 5);
        Map<?, ?> writers =
            (Map<?, ?>) Leftovers.field(Leftovers.field(batch, "filler"), "writers");
        long[] chunk = (long[]) Leftovers.field(writers.values().iterator().next(), "chunk");
        assertFalse(isZero(chunk));
        if (commit) {
          batch.commit();
        } else {
          batch.burn();
        }
        assertTrue(isZero(chunk), "commit " + commit);
      }
    }
  }
}
