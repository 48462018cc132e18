package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.KeptKey;

/** Used-up batches of a store that stays open are deleted once nobody needs them or their keys. */
class RetiredBatchTest {
  private static final String KEY = "5e".repeat(32);
  private static final int ITEMS = 10;

  @TempDir Path home;
  private TestStores stores;

  @BeforeEach
  void make() throws Exception {
    stores = new TestStores(home, true);
  }

  private static DiskPrepStore commit(DiskPrepStore batch) throws MpcException {
    TestStores.put(batch, SMALL, 0, ITEMS);
    batch.commit();
    return batch;
  }

  private static DiskPrepStore shared(StoreDirectory store, int number) throws MpcException {
    DiskPrepStore batch =
        store.begin(TestStores.PURPOSE, Optional.of(KEY), TestStores.id(number), "test", false);
    batch.keys(TestStores.MATERIAL, new long[] {77, 78});
    batch.setup(new long[] {1, 2});
    return commit(batch);
  }

  private static KeyName key(DiskPrepStore batch) {
    return KeyName.ofBatch(batch.header().id());
  }

  private static void assertStays(StoreDirectory store, DiskPrepStore batch, Set<KeyName> needed)
      throws MpcException {
    store.retire(needed);
    assertTrue(store.batches().contains(batch));
    assertTrue(Files.exists(batch.folder()));
  }

  private static void assertGoes(StoreDirectory store, DiskPrepStore batch) throws MpcException {
    store.retire(Set.of());
    assertFalse(store.batches().contains(batch));
    assertFalse(Files.exists(batch.folder()));
  }

  @Test
  void aBatchGoesOnceNobodyNeedsIt() throws Exception {
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch = commit(TestStores.begin(store, 1));
      TestStores.use(batch, SMALL, ITEMS - 1);
      assertStays(store, batch, Set.of());
      TestStores.use(batch, SMALL, 1);
      assertStays(store, batch, Set.of(key(batch)));
      batch.hold();
      assertStays(store, batch, Set.of());
      batch.letGo();
      batch.acquire();
      assertStays(store, batch, Set.of());
      batch.release();
      store.verdicts().pending();
      assertStays(store, batch, Set.of());
      store.verdicts().passed();
      TestStores.put(batch, SMALL, ITEMS, 1);
      assertStays(store, batch, Set.of());
      batch.commit();
      assertStays(store, batch, Set.of());
      TestStores.use(batch, SMALL, 1);
      assertGoes(store, batch);
      DiskPrepStore next = commit(TestStores.begin(store, 2));
      assertEquals("batch-000002", next.folder().getFileName().toString());
    }
    try (StoreDirectory store = stores.open()) {
      assertEquals(1, store.batches().size());
      assertEquals(ITEMS, store.batches().get(0).available(SMALL));
    }
  }

  /** Peers go on under the key. */
  @Test
  void theLastHolderOfAKeyStays() throws Exception {
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore first = shared(store, 1);
      TestStores.use(first, SMALL, ITEMS);
      assertStays(store, first, Set.of());
      DiskPrepStore second = shared(store, 2);
      TestStores.use(second, SMALL, ITEMS);
      store.retire(Set.of());
      assertEquals(List.of(second), store.batches());
      assertStays(store, second, Set.of());
      assertFalse(Files.exists(first.folder()));
      try (KeptKey kept = store.keys().read(KEY)) {
        assertEquals(KEY, kept.id());
      }
    }
    try (StoreDirectory store = stores.open()) {
      assertEquals(Optional.of(KEY), store.key());
    }
  }

  @Test
  void aDestroyedBatchStaysToSayWhy() throws Exception {
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch = commit(TestStores.begin(store, 1));
      TestStores.use(batch, SMALL, ITEMS);
      store.burn();
      assertStays(store, batch, Set.of());
    }
  }

  /** What it holds was used on this machine, which has its record. */
  @Test
  void anOlderCopyOfARetiredBatchIsRefused() throws Exception {
    Path copy = home.resolve("copy");
    Path end = home.resolve("end");
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch = commit(TestStores.begin(store, 1));
      TestStores.copy(stores.batch(), copy);
      TestStores.use(batch, SMALL, ITEMS);
      TestStores.copy(stores.batch(), end);
      assertGoes(store, batch);
    }
    TestStores.copy(copy, stores.batch());
    TestStores.assertEnds(BadFile.class, stores::open, "further back", "used already");
    TestStores.restore(end, stores.batch());
    try (StoreDirectory store = stores.open()) {
      assertEquals(0, store.batches().get(0).available(SMALL), "a copy of its last state");
    }
  }

  /** The program that deleted it was killed meanwhile. */
  @Test
  void aKillWhileABatchIsRetired() throws Exception {
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch = commit(TestStores.begin(store, 1));
      commit(TestStores.begin(store, 2));
      TestStores.use(batch, SMALL, ITEMS);
      Path draft =
          stores.folder.resolve("batch-000001." + batch.header().id().substring(0, 16) + ".new");
      Files.createDirectory(draft);
      Files.createFile(draft.resolve("full"));
      assertThrows(BadFile.class, () -> store.retire(Set.of()));
      TestStores.delete(draft);
      Files.move(stores.batch(), draft);
    }
    try (StoreDirectory store = stores.open()) {
      assertEquals(1, store.batches().size());
      assertFalse(Files.exists(stores.batch()));
    }
  }

  /** Another program reads what a store has while its batches come and go. */
  @Test
  void aSummaryLeavesOutWhatGoesMeanwhile() throws Exception {
    try (StoreDirectory store = stores.create()) {
      commit(TestStores.begin(store, 0));
      AtomicBoolean done = new AtomicBoolean();
      CompletableFuture<Integer> reader =
          CompletableFuture.supplyAsync(
              () -> {
                int fewer = 0;
                while (!done.get()) {
                  try {
                    List<StoreSummary> read = StoreSummary.of(stores.folder, stores.records);
                    assertEquals(ITEMS, read.get(0).kinds().get(SMALL).made());
                    fewer += read.size() == 1 ? 1 : 0;
                  } catch (BadFile e) {
                    throw new IllegalStateException(e);
                  }
                }
                return fewer;
              });
      for (int number = 1; number <= 60 && !reader.isDone(); number++) {
        DiskPrepStore batch = commit(TestStores.begin(store, number));
        TestStores.use(batch, SMALL, ITEMS);
        store.retire(Set.of());
      }
      done.set(true);
      assertTrue(reader.get(1, TimeUnit.MINUTES) > 0);
    }
  }
}
