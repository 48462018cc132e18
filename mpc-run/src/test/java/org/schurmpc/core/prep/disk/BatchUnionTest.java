package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.LARGE;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;
import static org.schurmpc.core.prep.disk.TestStores.demand;
import static org.schurmpc.core.prep.disk.TestStores.numbers;
import static org.schurmpc.core.prep.disk.TestStores.range;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;

/** Three batches of ten small items, which name themselves, under one key. */
class BatchUnionTest {
  private static final String KEY = "5e".repeat(32);
  private static final long[] ALPHA = {77, 78};

  @TempDir Path home;
  private TestStores stores;
  private StoreDirectory directory;
  private BatchUnion union;

  @BeforeEach
  void make() throws Exception {
    stores = new TestStores(home, true);
    try (StoreDirectory store = stores.create()) {
      for (int number = 0; number < 3; number++) {
        DiskPrepStore batch = begin(store, number, ALPHA);
        TestStores.put(batch, SMALL, 10L * number, 10);
        TestStores.put(batch, LARGE, number, number); // none in the first batch
        batch.commit();
      }
    }
    reopen();
  }

  private static DiskPrepStore begin(StoreDirectory store, int number, long[] keys)
      throws MpcException {
    DiskPrepStore batch =
        store.begin(TestStores.PURPOSE, Optional.of(KEY), TestStores.id(number), "test", false);
    batch.keys(TestStores.MATERIAL, keys);
    batch.setup(new long[] {1});
    return batch;
  }

  private void reopen() throws MpcException {
    directory = stores.open();
    union = BatchUnion.of(directory, TestStores.MATERIAL, directory.batches());
  }

  @AfterEach
  void close() {
    directory.close();
  }

  private void kill(String name) throws Exception {
    TestStores.Moment killed = stores.moment(name);
    directory.close();
    killed.restoreAll();
  }

  private static List<Long> use(PrepStore store, MaterialKind kind, int items) throws MpcException {
    List<Long> used = new ArrayList<>();
    while (used.size() < items) {
      used.addAll(numbers(store.lease(kind, items - used.size()), kind));
    }
    return used;
  }

  private static Demand both(long small, long large) {
    return Demand.of(TestStores.MATERIAL).add(SMALL, small).add(LARGE, large).build();
  }

  private List<Long> positions(MaterialKind kind) {
    return directory.batches().stream().map(batch -> batch.position(kind)).toList();
  }

  @Test
  void itemsComeFromTheFirstBatchThatHasAny() throws Exception {
    assertEquals(30, union.available(SMALL));
    assertEquals(3, union.available(LARGE));
    PrepStore first = union.split(both(7, 2));
    PrepStore second = union.split(demand(SMALL, 15));
    assertEquals(List.of(10L, 10L, 2L), positions(SMALL));
    assertEquals(List.of(0L, 1L, 1L), positions(LARGE));
    assertEquals(range(7, 22), use(second, SMALL, 15));
    assertEquals(range(0, 7), use(first, SMALL, 7));
    assertEquals(List.of(1L, 2L), use(first, LARGE, 2));
    assertEquals(8, union.available(SMALL));
    assertEquals(22, union.position(SMALL));
    assertArrayEquals(ALPHA, first.keys(TestStores.MATERIAL));
  }

  @Test
  void allOfADemandIsReservedBeforeAnyIsUsed() throws Exception {
    union.reserve(both(25, 1));
    kill("killed");
    reopen();
    assertEquals(List.of(10L, 10L, 5L), positions(SMALL));
    assertEquals(List.of(0L, 1L, 0L), positions(LARGE));
    assertEquals(range(25, 30), use(union, SMALL, 5));
  }

  @Test
  void nothingIsReservedIfAnythingLacks() throws Exception {
    assertEnds(Exhausted.class, () -> union.reserve(both(25, 4)), "1 more items of 'large'");
    assertEquals(List.of(0L, 0L, 0L), positions(SMALL));
    assertEnds(Exhausted.class, () -> union.reserve(demand(SMALL, 31)), "1 more items of 'small");
    kill("killed");
    reopen();
    assertEquals(range(0, 30), use(union, SMALL, 30));
    assertThrows(Exhausted.class, () -> union.lease(SMALL, 1));
  }

  /** What was reserved of the first batch is lost, and never used again. */
  @Test
  void anEndBetweenTwoReservationsRepeatsNothing() throws Exception {
    directory.close();
    TestStores.flip(stores.folder.resolve("batch-000002").resolve("portion-0-kind-0"), 5);
    reopen();
    assertThrows(BadFile.class, () -> union.reserve(demand(SMALL, 25)));
    kill("killed");
    reopen();
    assertEquals(List.of(10L, 0L, 0L), positions(SMALL));
  }

  @Test
  void aUnionIsInUseAsAWhole() throws Exception {
    List<DiskPrepStore> batches = directory.batches();
    batches.get(2).acquire();
    assertThrows(IllegalStateException.class, union::acquire);
    batches.get(0).acquire(); // which the failure left free
    batches.get(0).release();
    batches.get(2).release();
    union.acquire();
    assertThrows(IllegalStateException.class, union::acquire);
    batches.forEach(batch -> assertThrows(IllegalStateException.class, batch::acquire));
    union.release();
    union.release();
    batches.forEach(DiskPrepStore::acquire);
  }

  @Test
  void burningDestroysBatchesKeyAndMemory() throws Exception {
    MemoryPrepStore memory = memory(ALPHA);
    union.add(memory);
    PrepStore part = union.split(demand(SMALL, 3));
    part.burn();
    assertTrue(union.burnt());
    assertTrue(memory.burnt());
    assertEquals(0, union.available(SMALL));
    assertThrows(Exhausted.class, () -> union.lease(SMALL, 1));
    assertEnds(Exhausted.class, () -> union.reserve(demand(SMALL, 1)), "destroyed");
    directory.close();
    try (StoreDirectory store = stores.open()) {
      assertTrue(store.batches().stream().allMatch(DiskPrepStore::burnt));
      assertEquals(Optional.empty(), store.key());
    }
  }

  @Test
  void anyPartThatIsBurntEndsTheUnion() throws Exception {
    MemoryPrepStore memory = memory(ALPHA);
    union.add(memory);
    assertFalse(union.burnt());
    memory.burn();
    assertTrue(union.burnt());
    assertEquals(0, union.available(SMALL));
    assertThrows(Exhausted.class, () -> union.lease(SMALL, 1));
  }

  private static MemoryPrepStore memory(long[] keys) {
    MemoryPrepStore memory = new MemoryPrepStore();
    memory.keys(TestStores.MATERIAL, keys);
    memory.put(SMALL, new long[] {31, 0, ~30L}, 0, 1);
    return memory;
  }

  @Test
  void whatIsMadeIsUsedLast() throws Exception {
    union.acquire();
    MemoryPrepStore memory = memory(ALPHA);
    union.add(memory);
    assertThrows(IllegalStateException.class, memory::acquire); // with the union
    assertEquals(30, union.onDisk(SMALL));
    assertEquals(31, union.available(SMALL));
    assertEquals(range(0, 31), use(union.split(demand(SMALL, 31)), SMALL, 31));
    union.release();
    memory.acquire();
    assertThrows(IllegalStateException.class, () -> union.add(memory(ALPHA)));
  }

  @Test
  void allOfItIsUnderOneKey() throws Exception {
    assertEnds(BadFile.class, () -> union.add(memory(new long[] {77, 79})), "other keys");
    TestStores.put(begin(directory, 3, new long[] {77, 79}), SMALL, 30, 1);
    directory.batches().get(3).commit();
    directory.close();
    assertEnds(BadFile.class, this::reopen, "batch-000004 has other keys");
  }

  @Test
  void aUnionWithoutBatchesHasTheKeysOfWhatIsMade() throws Exception {
    BatchUnion empty = BatchUnion.of(directory, TestStores.MATERIAL, List.of());
    assertThrows(IllegalStateException.class, () -> empty.keys(TestStores.MATERIAL));
    empty.add(memory(ALPHA));
    assertArrayEquals(ALPHA, empty.keys(TestStores.MATERIAL));
    assertEquals(List.of(30L), use(empty, SMALL, 1));
  }

  @Test
  void nothingIsPutIntoAUnion() {
    assertThrows(IllegalStateException.class, () -> union.put(SMALL, new long[3], 0, 1));
    assertThrows(IllegalStateException.class, () -> union.keys(TestStores.MATERIAL, ALPHA));
  }
}
