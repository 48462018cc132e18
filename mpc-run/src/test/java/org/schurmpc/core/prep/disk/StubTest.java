package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.KeptKey;

/** Batches that never got any material, since their session was broken off before. */
class StubTest {
  private static final String KEY = "5e".repeat(32);
  private static final String OTHER = "07".repeat(32);
  private static final long[] ALPHA = {77, 78};

  @TempDir Path home;
  private TestStores stores;

  @BeforeEach
  void make() throws Exception {
    stores = new TestStores(home, true);
  }

  private static DiskPrepStore begin(StoreDirectory store, String key, int number)
      throws MpcException {
    DiskPrepStore batch =
        store.begin(TestStores.PURPOSE, Optional.of(key), TestStores.id(number), "test", false);
    batch.keys(TestStores.MATERIAL, ALPHA);
    return batch;
  }

  private static DiskPrepStore stub(StoreDirectory store, String key, int number)
      throws MpcException {
    DiskPrepStore batch = begin(store, key, number);
    batch.setup(new long[] {1, 2});
    return batch;
  }

  private static void commit(DiskPrepStore batch) throws MpcException {
    TestStores.put(batch, SMALL, 0, 10);
    batch.commit();
  }

  private List<String> folders() throws Exception {
    try (Stream<Path> all = Files.list(stores.folder)) {
      return all.map(each -> each.getFileName().toString())
          .filter(name -> name.startsWith("batch-"))
          .sorted()
          .toList();
    }
  }

  private void assertKeeps(String key) throws Exception {
    try (StoreDirectory store = stores.open();
        KeptKey kept = store.keys().read(store.key().orElseThrow())) {
      assertEquals(key, kept.id());
      assertArrayEquals(ALPHA, kept.keys());
    }
  }

  @Test
  void stubsBesideMaterialUnderTheirKeyAreDeleted() throws Exception {
    try (StoreDirectory store = stores.create()) {
      stub(store, KEY, 1);
      commit(stub(store, KEY, 2));
      begin(store, KEY, 3); // without set-up
      TestStores.begin(store, 4); // with keys of its own
      stub(store, KEY, 5);
    }
    try (StoreDirectory store = stores.open()) {
      assertEquals(List.of("batch-000002"), folders());
      assertEquals(1, store.batches().size());
      commit(stub(store, KEY, 6));
    }
    assertEquals(List.of("batch-000002", "batch-000006"), folders());
    assertKeeps(KEY);
    assertEquals(List.of("batch-000002", "batch-000006"), folders(), "both have material");
  }

  /** Its items are all used: it keeps the key. */
  @Test
  void aBatchThatIsUsedUpIsNoStub() throws Exception {
    try (StoreDirectory store = stores.create()) {
      commit(stub(store, KEY, 1));
      commit(TestStores.begin(store, 2));
      TestStores.use(store.batches().get(0), SMALL, 10);
      TestStores.use(store.batches().get(1), SMALL, 10);
    }
    assertKeeps(KEY);
    assertEquals(List.of("batch-000001", "batch-000002"), folders());
  }

  /** A peer may have material under the key: one holder of it stays. */
  @Test
  void theOnlyHolderOfAKeyStays() throws Exception {
    try (StoreDirectory store = stores.create()) {
      stub(store, KEY, 1);
      stub(store, KEY, 2);
    }
    for (int opening = 0; opening < 2; opening++) {
      assertKeeps(KEY);
      assertEquals(List.of("batch-000001"), folders());
    }
  }

  @Test
  void aDestroyedStubStaysToSayWhy() throws Exception {
    try (StoreDirectory store = stores.create()) {
      stub(store, KEY, 1);
      store.burn();
    }
    try (StoreDirectory store = stores.open()) {
      assertTrue(store.destruction().isPresent());
    }
  }

  /** Another program is about to complete the first portion. */
  @Test
  void aBatchThatIsBeingMadeIsNotDeleted() throws Exception {
    try (StoreDirectory store = stores.create()) {
      commit(stub(store, KEY, 1));
      DiskPrepStore second = stub(store, KEY, 2);
      assertThrows(Refused.class, stores::open);
      assertEquals(List.of("batch-000001", "batch-000002"), folders());
      commit(second);
    }
    assertKeeps(KEY);
    assertEquals(List.of("batch-000001", "batch-000002"), folders());
  }

  @Test
  void aReaderDeletesNothing() throws Exception {
    try (StoreDirectory store = stores.create()) {
      commit(stub(store, KEY, 1));
      stub(store, KEY, 2);
    }
    try (StoreDirectory store = StoreDirectory.look(stores.folder, stores.access)) {
      assertEquals(2, store.batches().size());
    }
    assertEquals(List.of("batch-000001", "batch-000002"), folders());
  }

  /** The program that deleted it was killed when the header was gone, and the journal was not. */
  @Test
  void aKillWhileAStubIsDeleted() throws Exception {
    try (StoreDirectory store = stores.create()) {
      commit(stub(store, KEY, 1));
      stub(store, KEY, 2);
    }
    Path second = stores.folder.resolve("batch-000002");
    StoreHeader header = StoreHeader.read(second);
    Path draft = stores.folder.resolve("batch-000002." + header.id().substring(0, 16) + ".new");
    Files.createDirectory(draft);
    Files.createFile(draft.resolve("full"));
    assertThrows(BadFile.class, () -> BatchOpening.discard(second, header));
    assertTrue(Files.exists(second.resolve("keys")), "it keeps its files as long as its name");
    TestStores.delete(draft);
    Files.move(second, draft);
    Files.delete(draft.resolve(StoreHeader.FILE));
    assertKeeps(KEY);
    assertEquals(List.of("batch-000001"), folders());
  }

  /** Somebody put back a batch whose key was destroyed, since nobody had material under it. */
  @Test
  void aForgottenKeyThatIsPutBackIsNoSecondKey() throws Exception {
    Path copy = home.resolve("copy");
    try (StoreDirectory store = stores.create()) {
      stub(store, OTHER, 1);
    }
    TestStores.copy(stores.batch(), copy);
    try (StoreDirectory store = stores.open()) {
      store.keys().forget(Optional.empty());
      assertEquals(Optional.empty(), store.key());
      commit(stub(store, KEY, 2));
    }
    assertKeeps(KEY);
    assertEquals(List.of("batch-000002"), folders());
    TestStores.copy(copy, stores.batch());
    assertKeeps(KEY);
    assertEquals(List.of("batch-000001", "batch-000002"), folders());
    try (StoreDirectory store = stores.open()) {
      store.keys().forget(Optional.of(KEY)); // as at each agreement
      assertFalse(Files.exists(stores.batch().resolve("keys")));
    }
    assertKeeps(KEY);
    assertEquals(List.of("batch-000002"), folders());
  }
}
