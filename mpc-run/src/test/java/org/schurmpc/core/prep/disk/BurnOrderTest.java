package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;

import java.lang.reflect.Field;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.Refused;

/** What is down when, if a store is burnt while its disk or its process is failing. */
class BurnOrderTest {
  private static final int BATCHES = 3;

  @TempDir Path home;
  private TestStores stores;

  @BeforeEach
  void make() throws Exception {
    stores = new TestStores(home, true);
    try (StoreDirectory store = stores.create()) {
      for (int number = 1; number <= BATCHES; number++) {
        DiskPrepStore batch = TestStores.begin(store, number);
        TestStores.put(batch, SMALL, 0, 10);
        batch.commit();
      }
    }
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  /** Makes everything that is written to a batch's journal fail, as on a full disk. */
  static void breakJournal(DiskPrepStore batch) throws Exception {
    close(field(field(batch, "batch"), "journal"));
  }

  static void breakRecord(DiskPrepStore batch) throws Exception {
    close(field(field(batch, "batch"), "record"));
  }

  private static void close(Object lines) throws Exception {
    ((FileChannel) field(field(lines, "held"), "channel")).close();
  }

  private Path keys(int batch) {
    return stores.folder.resolve("batch-00000" + batch).resolve("keys");
  }

  private void assertAllBurnt(StoreDirectory store) {
    for (DiskPrepStore batch : store.batches()) {
      assertTrue(batch.burnt());
      assertEnds(Exhausted.class, () -> batch.lease(SMALL, 1), "destroyed");
    }
  }

  @Test
  void marksComeBeforeDeletions() throws Exception {
    StoreDirectory store = stores.open();
    store.burn();
    TestStores.Moment burnt = stores.moment("burnt");
    for (int batch = 1; batch <= BATCHES; batch++) {
      assertTrue(Files.exists(keys(batch)), "deleted later");
    }
    store.close();
    for (int batch = 1; batch <= BATCHES; batch++) {
      assertFalse(Files.exists(keys(batch)), "deleted when it is closed");
    }
    burnt.restoreAll(); // it was killed before
    try (StoreDirectory again = stores.open()) {
      assertAllBurnt(again);
      assertFalse(Files.exists(keys(1)), "deleted when it is opened next");
    }
  }

  @Test
  void aJournalThatFailsAndACopyThatIsPutBack() throws Exception {
    stores.useFirst(3);
    TestStores.Moment backup = stores.moment("backup");
    try (StoreDirectory store = stores.open()) {
      breakJournal(store.batches().get(0));
      store.burn();
    }
    assertEnds(BadFile.class, stores::open, "stands further back", "was destroyed");
    backup.restoreFolder();
    assertEnds(BadFile.class, stores::open, "stands further back", "was destroyed");
  }

  /** The mark alone, which needs no room on disk: all else fails, and the process is killed. */
  @Test
  void aJournalAndARecordThatFail() throws Exception {
    TestStores.Moment backup = stores.moment("backup");
    TestStores.Moment killed;
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore first = store.batches().get(0);
      first.markBurnt();
      assertTrue(first.burnt(), "whoever has it open");
      assertEnds(Exhausted.class, () -> first.lease(SMALL, 1), "destroyed");
      killed = stores.moment("killed");
    }
    killed.restoreAll();
    backup.restoreFolder();
    try (StoreDirectory store = stores.open()) {
      assertAllBurnt(store);
    }
  }

  /** Also a record that was closed says so: it is opened once more. */
  @Test
  void noBatchIsLeftOutWhenAnotherOneFails() throws Exception {
    TestStores.Moment backup = stores.moment("backup");
    try (StoreDirectory store = stores.open()) {
      for (DiskPrepStore batch : store.batches().subList(0, 2)) {
        breakJournal(batch);
        breakRecord(batch);
      }
      store.burn();
      assertAllBurnt(store);
    }
    backup.restoreFolder();
    for (int batch = 1; batch <= BATCHES; batch++) {
      Path folder = stores.folder.resolve("batch-00000" + batch);
      assertEnds(
          BadFile.class,
          () -> BatchOpening.open(folder, stores.access, false),
          folder.toString(),
          "was destroyed");
    }
  }

  /** An interrupted thread's files are closed under its hands. */
  @Test
  void anInterruptedThread() throws Exception {
    TestStores.Moment backup = stores.moment("backup");
    try (StoreDirectory store = stores.open()) {
      Thread.currentThread().interrupt();
      store.burn();
      assertTrue(Thread.interrupted(), "it still is");
    }
    try (StoreDirectory store = stores.open()) {
      assertAllBurnt(store);
    }
    backup.restoreFolder();
    assertEnds(BadFile.class, stores::open, "was destroyed");
  }

  @Test
  void noBatchIsBegunInABurntStore() throws Exception {
    try (StoreDirectory store = stores.open()) {
      store.burn();
      assertEnds(Exhausted.class, () -> TestStores.begin(store, 9), "destroyed", "MAKE_NEW_STORE");
      assertEquals(BATCHES, store.batches().size());
    }
  }

  /** A session outlived its store, and fails then; meanwhile nobody, or somebody else, has it. */
  @Test
  void burningAStoreThatWasClosed() throws Exception {
    StoreDirectory first = stores.open();
    first.close();
    TestStores.Moment backup = stores.moment("backup");
    try (StoreDirectory second = stores.open()) {
      List<Long> used = TestStores.use(second.batches().get(0), SMALL, 2);
      assertEquals(TestStores.range(0, 2), used);
      first.burn();
      assertAllBurnt(second);
      assertEnds(Refused.class, stores::open, "in use");
    }
    try (StoreDirectory store = stores.open()) {
      assertAllBurnt(store);
    }

    backup.restoreAll();
    StoreDirectory third = stores.open();
    third.close();
    TestStores.Moment copy = stores.moment("copy");
    third.burn();
    assertEnds(BadFile.class, stores::open, "was destroyed");
    copy.restoreFolder();
    assertEnds(BadFile.class, stores::open, "was destroyed");
  }
}
