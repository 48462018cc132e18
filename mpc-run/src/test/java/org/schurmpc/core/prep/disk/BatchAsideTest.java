package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;

/** A batch that is made beside a store in use is in it as a whole or not at all. */
class BatchAsideTest {
  @TempDir Path home;
  private TestStores stores;
  private Path making;

  @BeforeEach
  void begin() {
    making = home.resolve("store").resolve(BatchAside.FOLDER);
  }

  private StoreDirectory store(boolean encrypted) throws Exception {
    stores = new TestStores(home, encrypted);
    stores.make(5);
    StoreDirectory store = stores.open();
    store.batches().get(0).openKeys();
    return store;
  }

  private static DiskPrepStore make(BatchAside aside, int number) throws MpcException {
    DiskPrepStore batch = TestStores.begin(aside.store(), number);
    TestStores.put(batch, TestStores.SMALL, 100, 7);
    batch.commit();
    return batch;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aWholeBatchIsTaken(boolean encrypted) throws Exception {
    try (StoreDirectory store = store(encrypted)) {
      for (int number = 2; number < 4; number++) {
        try (BatchAside aside = BatchAside.begin(store)) {
          make(aside, number);
          assertEquals(number - 1, store.batches().size(), "before it is whole");
          aside.take();
        }
        assertFalse(Files.exists(making));
      }
      DiskPrepStore made = store.batches().get(1);
      made.openKeys();
      assertEquals(
          TestStores.range(100, 103), TestStores.use(made, TestStores.SMALL, 3), "at once");
    }
    try (StoreDirectory again = stores.open()) {
      assertEquals(3, again.batches().size());
      assertEquals(4, again.batches().get(1).available(TestStores.SMALL), "used stays used");
      assertEquals(7, again.batches().get(2).available(TestStores.SMALL));
    }
  }

  /** Killed in a check of its session: the batch is gone, and the store goes on. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPendingVerdictCostsTheBatchAlone(boolean encrypted) throws Exception {
    Path copies = home.resolve("copies");
    try (StoreDirectory store = store(encrypted);
        BatchAside aside = BatchAside.begin(store)) {
      make(aside, 2);
      aside.store().verdicts().pending();
      TestStores.copy(stores.folder, copies.resolve("store"));
      TestStores.copy(stores.records, copies.resolve("records"));
    }
    TestStores killed = new TestStores(copies, encrypted);
    try (StoreDirectory again = killed.open()) {
      assertEquals(1, again.batches().size());
      assertFalse(again.batches().get(0).burnt(), "its keys were in no check");
      assertFalse(Files.exists(killed.folder.resolve(BatchAside.FOLDER)));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBatchWhoseCheckFailedIsNotTaken(boolean encrypted) throws Exception {
    try (StoreDirectory store = store(encrypted);
        BatchAside aside = BatchAside.begin(store)) {
      make(aside, 2);
      aside.store().burn();
      aside.take();
      assertEquals(1, store.batches().size());
      assertFalse(store.batches().get(0).burnt());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStoreThatWasBurntMeanwhileTakesNothing(boolean encrypted) throws Exception {
    try (StoreDirectory store = store(encrypted);
        BatchAside aside = BatchAside.begin(store)) {
      make(aside, 2);
      store.burn();
      TestStores.assertEnds(Exhausted.class, aside::take);
      assertEquals(1, store.batches().size());
    }
    assertFalse(Files.exists(making));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "a folder", "a store"})
  void whatWasLeftIsDestroyedWithTheStore(String left) throws Exception {
    try (StoreDirectory store = store(false)) {
      if (left.equals("a folder")) {
        Files.createDirectory(making);
      } else if (left.equals("a store")) {
        Path aside = home.resolve("aside");
        try (BatchAside of = BatchAside.begin(store)) {
          make(of, 2);
          TestStores.copy(making, aside);
        }
        TestStores.copy(aside, making);
      }
    }
    StoreDirectory.destroy(stores.folder, stores.records);
    assertFalse(Files.exists(stores.folder));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingElseIsDeleted(boolean link) throws Exception {
    store(false).close();
    Path other = home.resolve("other");
    Files.createDirectory(other);
    Files.writeString(other.resolve("store.lock"), "");
    if (link) {
      Files.createSymbolicLink(making, other);
    } else {
      Files.writeString(making, "a file");
    }
    TestStores.assertEnds(BadFile.class, stores::open, "making", "take it away");
    assertTrue(Files.exists(other.resolve("store.lock")));
    assertTrue(Files.exists(making));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRestIsSkippedForGood(boolean reopened) throws Exception {
    try (StoreDirectory store = store(false)) {
      store.batches().get(0).exclude();
      assertEquals(0, store.batches().get(0).available(TestStores.SMALL), "until they agree");
      if (reopened) {
        store.batches().get(0).skipRest();
      }
    }
    try (StoreDirectory again = stores.open()) {
      assertEquals(reopened ? 0 : 5, again.batches().get(0).available(TestStores.SMALL));
    }
  }
}
