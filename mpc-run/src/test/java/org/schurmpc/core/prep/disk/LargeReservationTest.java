package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.LARGE;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.Leases;

/** A reservation that is too large to be read at once is recorded at once, and read when leased. */
class LargeReservationTest {
  private static final int ITEMS = 60; // 20 chunks of a MiB, in two files
  private static final int FIRST = 27;

  @TempDir Path home;
  private TestStores stores;

  @BeforeEach
  void fill() throws Exception {
    stores = new TestStores(home, true);
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch = TestStores.begin(store, 1);
      TestStores.put(batch, LARGE, 0, FIRST);
      batch.commit();
      TestStores.put(batch, LARGE, FIRST, ITEMS - FIRST);
      batch.commit();
    }
  }

  private Path file(int portion) {
    return stores.batch().resolve(ItemFile.name(portion, 0));
  }

  /** What is used up is deleted by a thread of its own. */
  private static void awaitDeletion(Path file) throws InterruptedException {
    for (int i = 0; i < 1_000 && Files.exists(file); i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertFalse(Files.exists(file), "what is used up is deleted");
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "7, 5", "60, 20"})
  void isReadAsItIsLeased(int atOnce, int mostArrays) throws Exception {
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.acquire();
      batch.reserve(TestStores.demand(LARGE, ITEMS));
      assertEquals(ITEMS, batch.available(LARGE));
      Set<long[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
      Leases leases = new Leases(batch, LARGE);
      for (int item = 0; item < ITEMS; ) {
        assertTrue(Files.exists(file(1)), "what was not read is there");
        int now = Math.min(atOnce, ITEMS - item);
        leases.lease(now);
        for (int i = 0; i < now; i++, item++) {
          assertEquals(item + 1, leases.data(i)[leases.offset(i)]);
          arrays.add(leases.data(i));
        }
        leases.giveBack();
      }
      assertTrue(arrays.size() <= mostArrays, arrays.size() + " arrays");
      awaitDeletion(file(0));
      awaitDeletion(file(1));
      assertThrows(Exhausted.class, () -> batch.lease(LARGE, 1));
      batch.release();
    }
  }

  /** Leases that are not given back keep their items. */
  @Test
  void leasesStayAsTheyAre() throws Exception {
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.acquire();
      batch.reserve(TestStores.demand(LARGE, ITEMS));
      Lease first = batch.lease(LARGE, 2);
      Lease second = batch.lease(LARGE, 1);
      batch.giveBack(LARGE, second);
      for (int item = 3; item < ITEMS; ) {
        Lease next = batch.lease(LARGE, 3);
        assertEquals(item + 1, next.data()[next.offset()]);
        item += next.items();
        batch.giveBack(LARGE, next);
        assertEquals(1, first.data()[first.offset()]);
      }
      batch.release();
    }
  }

  @Test
  void isRecordedAsUsedAtOnce() throws Exception {
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.acquire();
      batch.reserve(TestStores.demand(LARGE, 50));
      batch.lease(LARGE, 3);
      batch.release();
    }
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      assertEquals(ITEMS - 50, batch.available(LARGE));
      assertFalse(Files.exists(file(0)));
      batch.acquire();
      batch.reserve(TestStores.demand(LARGE, 1));
      Lease next = batch.lease(LARGE, 1);
      assertEquals(51, next.data()[next.offset()]);
      batch.release();
    }
  }

  /** Reservations that follow a large one are leased after it. */
  @Test
  void keepsTheOrder() throws Exception {
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.acquire();
      batch.reserve(TestStores.demand(LARGE, 51));
      for (int item = 0; item < 50; ) {
        item += batch.lease(LARGE, 50 - item).items();
      }
      batch.reserve(TestStores.demand(LARGE, 3));
      for (int item = 50; item < 53; ) {
        Lease next = batch.lease(LARGE, 1);
        assertEquals(item + 1, next.data()[next.offset()]);
        item += next.items();
      }
      assertEquals(ITEMS - 53, batch.available(LARGE));
      batch.release();
    }
  }

  @Test
  void damageShowsWhenItIsLeased() throws Exception {
    byte[] content = Files.readAllBytes(file(1));
    content[content.length - 1] ^= 1;
    Files.write(file(1), content);
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.acquire();
      batch.reserve(TestStores.demand(LARGE, ITEMS));
      Leases leases = new Leases(batch, LARGE);
      leases.lease(ITEMS - 3);
      assertThrows(BadFile.class, () -> leases.lease(3));
      batch.release();
    }
  }

  /** An item is leased once, even if one that was to be read with it is damaged. */
  @Test
  void nothingIsLeasedTwiceAfterDamage() throws Exception {
    Path damaged = file(1);
    byte[] good = Files.readAllBytes(damaged);
    byte[] bad = good.clone();
    bad[0] ^= 1;
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.acquire();
      batch.reserve(TestStores.demand(LARGE, 1)); // so that the range begins within a chunk
      batch.reserve(TestStores.demand(LARGE, ITEMS - 2));
      Leases leases = new Leases(batch, LARGE);
      leases.lease(FIRST - 2);
      Files.write(damaged, bad);
      assertThrows(BadFile.class, () -> leases.lease(4));
      long left = batch.available(LARGE);
      assertEquals(ITEMS - batch.position(LARGE), left);
      Files.write(damaged, good);
      for (long item = ITEMS - left; item < ITEMS - 2; ) {
        Lease next = batch.lease(LARGE, 1);
        assertEquals(item + 1, next.data()[next.offset()]);
        item += next.items();
      }
      batch.release();
    }
  }

  /** What is dropped is not read, and its files are deleted. */
  @Test
  void isDroppedUnread() throws Exception {
    byte[] content = Files.readAllBytes(file(1));
    content[0] ^= 1;
    Files.write(file(1), content);
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.acquire();
      batch.reserve(TestStores.demand(LARGE, ITEMS - 3));
      batch.lease(LARGE, 2);
      batch.drop(LARGE, ITEMS - 3 - 2);
      assertEquals(ITEMS - 3, batch.position(LARGE));
      awaitDeletion(file(0));
      batch.drop(LARGE, 3); // of which none was reserved
      assertEquals(0, batch.available(LARGE));
      assertThrows(Exhausted.class, () -> batch.drop(LARGE, 1));
      awaitDeletion(file(1));
      batch.release();
    }
  }

  /** Files of what was reserved and not read are deleted when the store is released. */
  @Test
  void isDeletedOnRelease() throws Exception {
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.acquire();
      batch.reserve(TestStores.demand(LARGE, ITEMS));
      batch.lease(LARGE, 1);
      assertTrue(Files.exists(file(0)));
      batch.release();
      awaitDeletion(file(0));
      awaitDeletion(file(1));
    }
  }

  /** A lease that has ended frees nothing. */
  @Test
  void endedLeasesAreNotGivenBack() throws Exception {
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.acquire();
      batch.reserve(TestStores.demand(LARGE, 50));
      Lease ended = batch.lease(LARGE, 1);
      batch.reserve(TestStores.demand(LARGE, 50));
      Lease next = batch.lease(LARGE, 2);
      batch.giveBack(LARGE, ended);
      batch.giveBack(LARGE, ended);
      for (int item = 3; item < 20; ) {
        Lease later = batch.lease(LARGE, 3);
        item += later.items();
        batch.giveBack(LARGE, later);
      }
      assertEquals(2, next.data()[next.offset()]);
      batch.release();
    }
  }
}
