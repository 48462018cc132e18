package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.HUGE;
import static org.schurmpc.core.prep.disk.TestStores.LARGE;
import static org.schurmpc.core.prep.disk.TestStores.MATERIAL;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.range;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;

class DiskPrepStoreTest {
  @TempDir Path home;

  /** A batch beside a queue for each kind of the numbers of the items in it. */
  private static final class Model {
    final MaterialKind[] kinds;
    final List<ArrayDeque<Long>> committed = new ArrayList<>();
    final List<ArrayDeque<Long>> put = new ArrayList<>();
    final long[] next;
    final long[] reserved;
    DiskPrepStore batch;
    boolean filling = true;

    Model(DiskPrepStore batch, MaterialKind... kinds) {
      this.batch = batch;
      this.kinds = kinds;
      this.next = new long[kinds.length];
      this.reserved = new long[kinds.length];
      for (int k = 0; k < kinds.length; k++) {
        committed.add(new ArrayDeque<>());
        put.add(new ArrayDeque<>());
      }
    }

    void put(int k, int items) throws MpcException {
      TestStores.put(batch, kinds[k], next[k], items);
      for (int i = 0; i < items; i++) {
        put.get(k).addLast(next[k]++);
      }
    }

    void commit() throws MpcException {
      batch.commit();
      for (int k = 0; k < kinds.length; k++) {
        committed.get(k).addAll(put.get(k));
        put.get(k).clear();
      }
    }

    void reserve(int k, int items) throws MpcException {
      if (items > committed.get(k).size()) {
        assertThrows(
            Exhausted.class, () -> batch.reserve(TestStores.demand(kinds[k], items)), "reserve");
        return;
      }
      batch.reserve(TestStores.demand(kinds[k], items));
      reserved[k] = Math.max(reserved[k], items);
    }

    void lease(int k, int most) throws MpcException {
      if (committed.get(k).isEmpty()) {
        assertThrows(Exhausted.class, () -> batch.lease(kinds[k], most));
        return;
      }
      Lease lease = batch.lease(kinds[k], most);
      assertTrue(lease.items() >= 1 && lease.items() <= most);
      for (long number : TestStores.numbers(lease, kinds[k])) {
        assertEquals(committed.get(k).removeFirst(), number);
      }
      // Without a reservation the rest of what was read stays set apart: up to the whole request.
      reserved[k] = Math.max(reserved[k] - lease.items(), 0);
    }

    /** What was set apart and not leased, and what was put and not committed, is gone. */
    void reopened(DiskPrepStore again, boolean[] unsure) {
      batch = again;
      filling = false;
      for (int k = 0; k < kinds.length; k++) {
        put.get(k).clear();
        long left = again.available(kinds[k]);
        long gone = committed.get(k).size() - left;
        assertTrue(gone >= reserved[k], "what was reserved is not there again");
        assertTrue(unsure[k] || gone == reserved[k], "nothing else is lost");
        while (committed.get(k).size() > left) {
          committed.get(k).removeFirst();
        }
        reserved[k] = 0;
      }
    }

    void check() {
      for (int k = 0; k < kinds.length; k++) {
        assertEquals(committed.get(k).size(), batch.available(kinds[k]), kinds[k].name());
      }
    }
  }

  @ParameterizedTest(name = "encrypted {0}, seed {1}, {2}")
  @CsvSource({"false,1,false", "true,2,false", "false,3,true", "true,4,true"})
  void everyItemIsLeasedOnceInOrder(boolean encrypted, long seed, boolean large) throws Exception {
    TestStores stores = new TestStores(home, encrypted);
    MaterialKind other = new MaterialKind("other", 2);
    MaterialKind[] kinds =
        large ? new MaterialKind[] {LARGE, HUGE} : new MaterialKind[] {SMALL, other};
    int most = large ? 7 : 90_000; // several chunks of either kind
    Random random = new Random(seed);
    StoreDirectory store = stores.create();
    List<Model> models = new ArrayList<>();
    models.add(new Model(TestStores.begin(store, 1), kinds));
    boolean[][] unsure = new boolean[100][kinds.length];
    for (int step = 0; step < (large ? 80 : 150); step++) {
      int m = random.nextInt(models.size());
      Model model = models.get(m);
      int k = random.nextInt(kinds.length);
      int items = 1 + random.nextInt(random.nextBoolean() ? most : Math.min(most, 50));
      int what = random.nextInt(20);
      if (what < 6 && model.filling) {
        model.put(k, items);
      } else if (what < 9 && model.filling) {
        model.commit();
      } else if (what < 13) {
        model.reserve(k, items);
      } else if (what < 19) {
        unsure[m][k] |= items > model.reserved[k]; // then some are read that nobody reserved
        model.lease(k, items);
      } else {
        for (Model each : models) {
          if (!each.batch.committed()) { // the next opening would delete it
            each.put(0, 1);
            each.commit();
          }
        }
        store.close();
        store = stores.open();
        for (int i = 0; i < models.size(); i++) {
          models.get(i).reopened(store.batches().get(i), unsure[i]);
          Arrays.fill(unsure[i], false);
        }
        models.add(new Model(TestStores.begin(store, models.size() + 1), kinds));
      }
      for (Model each : models) {
        each.check();
      }
    }
    store.close();
  }

  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void itemsAtTheEndsOfChunks(boolean encrypted) throws Exception {
    TestStores stores = new TestStores(home, encrypted);
    int chunk = ItemFile.chunkItems(SMALL);
    stores.make(chunk - 1, 1, chunk, chunk + 1, 2 * chunk, 3);
    long at = 0;
    for (int items : new int[] {1, chunk - 2, 1, 1, chunk, 2 * chunk, chunk, 2}) {
      assertEquals(range(at, at + items), stores.useOnce(SMALL, items));
      at += items;
    }
    assertEquals(5L * chunk + 4, at + 1);
    assertEquals(range(at, at + 1), stores.useOnce(SMALL, 1));
    try (StoreDirectory store = stores.open()) {
      assertEquals(0, store.batches().get(0).available(SMALL));
    }
    assertFalse(Files.exists(stores.batch().resolve("keys")), "the keys of a spent batch");
  }

  @Test
  void aLeaseStaysUntilMoreOfItsKindIsReserved() throws Exception {
    TestStores stores = new TestStores(home, false);
    stores.make(10);
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      Lease first = batch.lease(SMALL, 2);
      Lease second = batch.lease(SMALL, 3);
      assertEquals(range(0, 2), TestStores.numbers(first, SMALL));
      assertEquals(range(2, 5), TestStores.numbers(second, SMALL));
    }
  }

  @Test
  void nothingUncommittedIsThereAfterwards() throws Exception {
    TestStores stores = new TestStores(home, false);
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch = TestStores.begin(store, 1);
      TestStores.put(batch, SMALL, 0, 5);
      batch.commit();
      TestStores.put(batch, SMALL, 5, 100_000);
      assertEquals(5, batch.available(SMALL));
      assertEquals(List.of("portion-0-kind-0", "portion-1-kind-0"), portions(stores));
    }
    assertEquals(List.of("portion-0-kind-0"), portions(stores), "deleted when it was closed");
    assertEquals(range(0, 5), stores.useOnce(SMALL, 5));
  }

  private static List<String> portions(TestStores stores) throws Exception {
    try (Stream<Path> files = Files.list(stores.batch())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("portion"))
          .sorted()
          .toList();
    }
  }

  /** Places are nonces: nobody fills a batch that he does not know to the last chunk. */
  @Test
  void onlyItsMakerFillsABatch() throws Exception {
    TestStores stores = new TestStores(home, true);
    stores.make(5);
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      assertThrows(IllegalStateException.class, () -> TestStores.put(batch, SMALL, 5, 1));
      assertThrows(IllegalStateException.class, () -> batch.keys(MATERIAL, new long[2]));
      batch.openKeys();
      assertArrayEquals(new long[] {77, 1}, batch.keys(MATERIAL));
    }
  }

  /** A file is in the way where the second portion goes, as any failure to write. */
  @Test
  void afterAFailureNothingCanBePut() throws Exception {
    TestStores stores = new TestStores(home, true);
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch = TestStores.begin(store, 1);
      TestStores.put(batch, SMALL, 0, 5);
      batch.commit();
      Files.createFile(stores.batch().resolve("portion-1-kind-1"));
      TestStores.put(batch, SMALL, 5, 5);
      TestStores.assertEnds(
          BadFile.class,
          () -> TestStores.put(batch, LARGE, 0, 1),
          "portion-1-kind-1",
          "in the way");
      batch.commit();
      assertThrows(IllegalStateException.class, () -> TestStores.put(batch, SMALL, 5, 5));
      assertEquals(5, batch.available(SMALL));
    }
    assertEquals(List.of("portion-0-kind-0"), portions(stores), "the disk may be full");
    assertEquals(range(0, 5), stores.useOnce(SMALL, 5));
  }

  @Test
  void theKeysOfABatchWithNothingInItAreDeleted() throws Exception {
    TestStores stores = new TestStores(home, false);
    try (StoreDirectory store = stores.create()) {
      TestStores.put(TestStores.begin(store, 1), SMALL, 0, 5);
      assertTrue(Files.exists(stores.batch().resolve("keys")));
    }
    assertFalse(Files.exists(stores.batch().resolve("keys")));
    stores.open().close();
  }

  @Test
  void oneConsumerAtATime() throws Exception {
    TestStores stores = new TestStores(home, false);
    stores.make(5);
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.acquire();
      assertThrows(IllegalStateException.class, batch::acquire);
      batch.release();
      batch.acquire();
      batch.release();
    }
  }

  @Test
  void whatIsInUseIsWipedOnRelease() throws Exception {
    for (boolean burn : new boolean[] {true, false}) {
      TestStores stores = new TestStores(home.resolve("burn " + burn), false);
      stores.make(5);
      try (StoreDirectory store = stores.open()) {
        DiskPrepStore batch = store.batches().get(0);
        batch.openKeys();
        batch.acquire();
        long[] keys = batch.keys(MATERIAL);
        batch.reserve(TestStores.demand(SMALL, 3));
        Lease lease = batch.lease(SMALL, 2);
        if (burn) {
          batch.burn();
        } else {
          batch.close();
        }
        assertEquals(range(0, 2), TestStores.numbers(lease, SMALL));
        assertArrayEquals(new long[] {77, 1}, keys);
        assertEquals(0, batch.available(SMALL));
        assertThrows(Exception.class, () -> batch.lease(SMALL, 1));
        batch.release();
        assertTrue(Arrays.stream(lease.data()).allMatch(word -> word == 0), "items");
        assertArrayEquals(new long[2], keys, "keys");
      }
    }
  }

  @Test
  void exhaustionNamesTheKindAndTheNumberAndUsesNothing() throws Exception {
    TestStores stores = new TestStores(home, false);
    stores.make(5);
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      TestStores.assertEnds(
          Exhausted.class,
          () -> batch.reserve(TestStores.demand(SMALL, 12)),
          "7 more items of 'small kind'",
          "MAKE_MORE");
      assertEquals(0, batch.position(SMALL));
      assertEquals(5, batch.available(SMALL));
    }
    assertEquals(range(0, 5), stores.useOnce(SMALL, 5));
  }

  /** Encrypted, no content of material or keys lies on disk; words are easy to find otherwise. */
  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void encryptionHidesTheMaterial(boolean encrypted) throws Exception {
    TestStores stores = new TestStores(home, encrypted);
    stores.make(1000);
    byte[] items = Files.readAllBytes(stores.batch().resolve("portion-0-kind-0"));
    byte[] keys = Files.readAllBytes(stores.batch().resolve("keys"));
    int zeros = 0;
    for (byte b : items) {
      zeros += b == 0 ? 1 : 0;
    }
    assertEquals(!encrypted, zeros > items.length / 4, "zeros in the items: " + zeros);
    assertEquals(!encrypted, keys[0] == 77 && keys[1] == 0 && keys[2] == 0, "keys");
  }
}
