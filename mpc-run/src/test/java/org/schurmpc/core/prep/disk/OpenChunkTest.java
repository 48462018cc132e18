package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;

/** A chunk from which several uses take items one after the other is read once. */
class OpenChunkTest {
  private static final int CHUNK = (1 << 20) / 24; // items

  @TempDir Path home;

  private static void take(DiskPrepStore batch, int first, int items) throws Exception {
    batch.acquire();
    batch.reserve(TestStores.demand(SMALL, items));
    List<Long> expected = LongStream.range(first, first + items).boxed().toList();
    assertEquals(expected, TestStores.numbers(batch.lease(SMALL, items), SMALL));
    batch.release();
  }

  /** Changes a byte of the file of items, or changes it back. */
  private static void change(TestStores stores, int item) throws IOException {
    Path file = stores.batch().resolve(ItemFile.name(0, 0));
    byte[] content = Files.readAllBytes(file);
    content[24 * item] ^= 1;
    Files.write(file, content);
  }

  @Test
  void isReadOnce() throws Exception {
    TestStores stores = new TestStores(home, true);
    stores.make(CHUNK + 30_000);
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      take(batch, 0, 5);
      change(stores, 50);
      take(batch, 5, 100); // of the same chunk
      change(stores, 50);
      change(stores, CHUNK + 50);
      batch.acquire();
      assertThrows(BadFile.class, () -> batch.reserve(TestStores.demand(SMALL, CHUNK)));
      batch.release();
      take(batch, 105, 7); // nothing was taken then
    }
  }

  @Test
  void isReadAgainAfterItWasGivenBack() throws Exception {
    TestStores stores = new TestStores(home, true);
    stores.make(CHUNK);
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      take(batch, 0, 5);
      store.giveBack();
      take(batch, 5, 5);
      batch.acquire();
      store.giveBack(); // not while it is in use
      change(stores, 50);
      batch.release();
      take(batch, 10, 5);
      store.giveBack();
      assertThrows(BadFile.class, () -> take(batch, 15, 5));
    }
  }

  @Test
  void isReadAgainAfterItWasNotUsedForAWhile() throws Exception {
    TestStores stores = new TestStores(home, true);
    stores.make(CHUNK);
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      take(batch, 0, 5);
      change(stores, 50);
      store.giveBackUnused(); // it was used before
      take(batch, 5, 5);
      store.giveBackUnused();
      store.giveBackUnused();
      assertThrows(BadFile.class, () -> take(batch, 10, 5));
    }
  }
}
