package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.LARGE;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.demand;
import static org.schurmpc.core.prep.disk.TestStores.numbers;
import static org.schurmpc.core.prep.disk.TestStores.range;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.SplitStore;

/** Parts of a store on disk, whose items name themselves. */
class SplitStoreTest {
  private static final int ITEMS = 20;

  @TempDir Path home;
  private TestStores stores;
  private StoreDirectory directory;
  private DiskPrepStore whole;

  @BeforeEach
  void make() throws Exception {
    stores = new TestStores(home, true);
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch = TestStores.begin(store, 1);
      TestStores.put(batch, SMALL, 0, ITEMS);
      TestStores.put(batch, LARGE, 0, 5);
      batch.commit();
    }
    reopen();
  }

  private void reopen() throws MpcException {
    directory = stores.open();
    whole = directory.batches().get(0);
    whole.openKeys();
    whole.acquire();
  }

  @AfterEach
  void close() {
    directory.close();
  }

  private static List<Long> use(PrepStore part, MaterialKind kind, int items) throws MpcException {
    List<Long> used = new ArrayList<>();
    while (used.size() < items) {
      Lease lease = part.lease(kind, items - used.size());
      used.addAll(numbers(lease, kind));
    }
    return used;
  }

  private static Demand both(long small, long large) {
    return Demand.of(TestStores.MATERIAL).add(SMALL, small).add(LARGE, large).build();
  }

  @Test
  void partsShareNoItem() throws Exception {
    SplitStore first = whole.split(both(7, 4)); // large items are in two chunks
    SplitStore second = whole.split(demand(SMALL, 6));
    first.acquire();
    second.acquire();
    assertEquals(range(7, 10), use(second, SMALL, 3));
    assertEquals(range(0, 7), use(first, SMALL, 7));
    assertEquals(range(10, 13), use(second, SMALL, 3));
    assertEquals(range(0, 4), use(first, LARGE, 4));
    assertThrows(Exhausted.class, () -> first.lease(SMALL, 1));
    assertThrows(Exhausted.class, () -> second.lease(LARGE, 1));
    assertEquals(7, whole.available(SMALL));
    assertArrayEquals(whole.keys(TestStores.MATERIAL), second.keys(TestStores.MATERIAL));
  }

  @Test
  void aPartIsExtended() throws Exception {
    SplitStore part = whole.split(demand(SMALL, 2));
    SplitStore other = whole.split(demand(SMALL, 2));
    assertEquals(range(0, 2), use(part, SMALL, 2));
    part.extend(demand(SMALL, 3));
    assertEquals(3, part.available(SMALL));
    part.reserve(demand(SMALL, 3));
    assertThrows(Exhausted.class, () -> part.reserve(demand(SMALL, 4)));
    assertEquals(range(4, 7), use(part, SMALL, 3));
    assertEquals(range(2, 4), use(other, SMALL, 2));
  }

  /** What is in a part counts as used, whether or not it was. */
  @Test
  void itemsAreReservedBeforeTheyAreCopied() throws Exception {
    whole.split(demand(SMALL, 7));
    TestStores.Moment killed = stores.moment("killed");
    directory.close();
    killed.restoreAll();
    reopen();
    assertEquals(range(7, 10), use(whole.split(demand(SMALL, 3)), SMALL, 3));
  }

  @Test
  void nothingIsReservedIfAnythingLacks() throws Exception {
    Exhausted lacks = assertThrows(Exhausted.class, () -> whole.split(both(3, 6)));
    assertTrue(lacks.getMessage().contains("1 more items of 'large'"), lacks.getMessage());
    assertEquals(ITEMS, whole.available(SMALL));
  }

  @Test
  void aBurntStoreEndsItsParts() throws Exception {
    SplitStore part = whole.split(demand(SMALL, 5));
    part.acquire();
    directory.burn();
    assertTrue(part.burnt());
    assertEquals(0, part.available(SMALL));
    assertThrows(Exhausted.class, () -> part.lease(SMALL, 1));
    assertThrows(Exhausted.class, () -> part.reserve(demand(SMALL, 1)));
    assertThrows(MpcException.class, () -> part.extend(demand(SMALL, 1)));
    assertThrows(IllegalStateException.class, () -> part.keys(TestStores.MATERIAL));
  }

  @Test
  void aBurntPartEndsTheStore() throws Exception {
    SplitStore part = whole.split(demand(SMALL, 5));
    part.burn();
    assertTrue(whole.burnt());
    assertThrows(IllegalStateException.class, part::acquire);
  }

  @Test
  void aReleasedPartIsWiped() throws Exception {
    SplitStore part = whole.split(demand(SMALL, 5));
    part.acquire();
    assertThrows(IllegalStateException.class, part::acquire);
    Lease lease = part.lease(SMALL, 1);
    part.close();
    assertEquals(range(0, 1), numbers(lease, SMALL)); // in use
    part.release();
    assertArrayEquals(new long[lease.data().length], lease.data());
    part.release();
    assertThrows(IllegalStateException.class, () -> part.lease(SMALL, 1));
  }

  /** Items are moved: they are in one place. */
  @Test
  void whatIsMovedIsWipedInTheOtherStore() throws Exception {
    MemoryPrepStore other = new MemoryPrepStore();
    other.keys(TestStores.MATERIAL, new long[2]);
    other.acquire();
    long[] items = new long[5 * SMALL.longsPerItem()];
    Arrays.setAll(items, i -> i + 1);
    other.put(SMALL, items, 0, 5);
    Lease first = other.lease(SMALL, 1);
    SplitStore part = other.split(demand(SMALL, 3));
    long[] left = items.clone();
    Arrays.fill(left, SMALL.longsPerItem(), 4 * SMALL.longsPerItem(), 0);
    assertArrayEquals(
        left, Arrays.copyOfRange(first.data(), first.offset(), first.offset() + left.length));
    Lease moved = part.lease(SMALL, 3);
    assertEquals(SMALL.longsPerItem() + 1, moved.data()[moved.offset()]);
  }

  @Test
  void nothingIsPutIntoAPart() throws Exception {
    SplitStore part = whole.split(demand(SMALL, 5));
    assertThrows(IllegalStateException.class, () -> part.put(SMALL, new long[3], 0, 1));
    assertThrows(IllegalStateException.class, () -> part.keys(TestStores.MATERIAL, new long[2]));
    assertThrows(
        IllegalArgumentException.class,
        () -> part.extend(Demand.of("another").add(SMALL, 1).build()));
  }
}
