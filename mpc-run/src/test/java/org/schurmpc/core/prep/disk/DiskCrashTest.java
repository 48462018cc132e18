package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.LARGE;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.range;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;

/** What is left when a process ends at once, at every step of what it does. */
class DiskCrashTest {
  private static final String FURTHER_BACK = "stands further back";

  @TempDir Path home;
  private TestStores stores;

  @BeforeEach
  void begin() throws Exception {
    stores = new TestStores(home, true);
  }

  private long available() throws Exception {
    try (StoreDirectory store = stores.open()) {
      return store.batches().get(0).available(SMALL);
    }
  }

  @Test
  void whatWasReservedIsNotThereAgain() throws Exception {
    stores.make(10);
    TestStores.Moment reserved;
    TestStores.Moment leased;
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.reserve(TestStores.demand(SMALL, 3));
      reserved = stores.moment("reserved");
      batch.lease(SMALL, 2);
      leased = stores.moment("leased");
    }
    reserved.restoreAll();
    assertEquals(7, available());
    leased.restoreAll();
    assertEquals(range(3, 7), stores.useOnce(SMALL, 4));
  }

  /** The record follows the journal: one entry behind it is no going back. */
  @Test
  void betweenJournalAndRecord() throws Exception {
    stores.make(10);
    TestStores.Moment before = stores.moment("before");
    stores.useOnce(SMALL, 3);
    before.restoreRecords();
    assertEquals(range(3, 5), stores.useOnce(SMALL, 2));
    before.restoreFolder();
    TestStores.assertEnds(BadFile.class, stores::open, FURTHER_BACK);
  }

  /**
   * Cut at each byte: dropped if nobody acted on the line, and refused, not cut, if somebody did.
   */
  @Test
  void tornLinesInTheJournal() throws Exception {
    stores.make(10);
    TestStores.Moment before = stores.moment("before");
    long whole = Files.size(stores.journal());
    stores.useOnce(SMALL, 3);
    TestStores.Moment after = stores.moment("after");
    byte[] journal = Files.readAllBytes(stores.journal());
    for (int length = (int) whole; length < journal.length; length++) {
      byte[] torn = Arrays.copyOf(journal, length);
      after.restoreAll();
      Files.write(stores.journal(), torn);
      TestStores.assertEnds(BadFile.class, stores::open, stores.batch().toString());
      assertArrayEquals(torn, Files.readAllBytes(stores.journal()), "left as it is");
      Files.write(stores.journal(), journal);
      assertEquals(7, available(), "undone");

      before.restoreAll();
      Files.write(stores.journal(), torn);
      assertEquals(10, available(), "cut at " + length);
      assertEquals(range(0, 1), stores.useOnce(SMALL, 1));
      assertEquals(range(1, 2), stores.useOnce(SMALL, 1), "after what was appended");
    }
  }

  @Test
  void tornLinesInTheRecord() throws Exception {
    stores.make(10);
    long whole = Files.size(stores.record());
    stores.useOnce(SMALL, 3);
    byte[] record = Files.readAllBytes(stores.record());
    for (int length = (int) whole; length < record.length; length++) {
      Files.write(stores.record(), Arrays.copyOf(record, length));
      assertEquals(7, available(), "cut at " + length);
    }
    assertEquals(range(3, 4), stores.useOnce(SMALL, 1));
  }

  /** A portion half written, and one that is whole with its entry cut off. */
  @Test
  void halfAPortion() throws Exception {
    TestStores.Moment half;
    TestStores.Moment whole;
    byte[] before;
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch = TestStores.begin(store, 1);
      TestStores.put(batch, SMALL, 0, 5);
      batch.commit();
      TestStores.put(batch, SMALL, 5, 100_000);
      TestStores.put(batch, LARGE, 0, 4);
      half = stores.moment("half");
      before = Files.readAllBytes(stores.journal());
      batch.commit();
      whole = stores.moment("whole");
    }
    byte[] after = Files.readAllBytes(stores.journal());
    for (int cut = before.length; cut < after.length; cut += 7) {
      whole.restoreFolder();
      half.restoreRecords();
      Files.write(stores.journal(), Arrays.copyOf(after, cut));
      assertEquals(5, available());
      assertFalse(Files.exists(stores.batch().resolve("portion-1-kind-0")));
      assertFalse(Files.exists(stores.batch().resolve("portion-1-kind-1")));
    }
    half.restoreAll();
    assertEquals(range(0, 5), stores.useOnce(SMALL, 5));
    whole.restoreAll();
    assertEquals(range(0, 6), stores.useOnce(SMALL, 6));
    whole.restoreFolder();
    half.restoreRecords(); // between journal and record
    assertEquals(100_005, available());
  }

  /** A batch in the making has another name, and what a crash left of it is not in the way. */
  @Test
  void leftoversOfABatchThatWasBeginning() throws Exception {
    stores.make(5);
    Path draft = stores.folder.resolve("batch-000002.new");
    TestStores.copy(stores.batch(), draft);
    Files.delete(draft.resolve("keys"));
    Path withId = stores.folder.resolve("batch-000002.0123456789abcdef.new");
    Files.createDirectory(withId);
    try (StoreDirectory store = stores.open()) {
      assertEquals(1, store.batches().size());
      DiskPrepStore batch = TestStores.begin(store, 2);
      TestStores.put(batch, SMALL, 0, 1);
      batch.commit();
    }
    try (StoreDirectory store = stores.open()) {
      assertEquals(2, store.batches().size());
      assertEquals(range(0, 1), TestStores.use(store.batches().get(1), SMALL, 1));
    }
  }

  @Test
  void aFolderWithNothingButALeftover() throws Exception {
    Files.createDirectories(stores.folder.resolve("batch-000001.new"));
    stores.make(1);
    try (StoreDirectory store = stores.open()) {
      assertEquals(1, store.batches().size());
    }
  }

  /** It has its record, and no name yet: whatever has a name has a record. */
  @Test
  void aBatchThatHasJustBegun() throws Exception {
    try (StoreDirectory store = stores.create()) {
      Files.createDirectories(stores.batch().resolve("in the way"));
      assertThrows(
          BadFile.class, () -> store.begin(TestStores.PURPOSE, TestStores.id(1), "test", false));
    }
    assertTrue(Files.size(stores.record()) > 64, "recorded before it gets its name");
    TestStores.delete(stores.batch());
    try (StoreDirectory store = stores.open()) {
      assertEquals(0, store.batches().size());
      DiskPrepStore batch = TestStores.begin(store, 2);
      TestStores.put(batch, SMALL, 0, 1);
      batch.commit();
    }
    assertEquals(range(0, 1), stores.useOnce(SMALL, 1));
  }

  /** Whoever still has the file open, as the disk does, finds nothing in it. */
  @Test
  void whatIsSpentIsOverwritten() throws Exception {
    stores.make(5, 5);
    Path first = stores.batch().resolve("portion-0-kind-0");
    byte[] content = Files.readAllBytes(first);
    assertFalse(Arrays.equals(new byte[content.length], content));
    try (FileChannel open = FileChannel.open(first, StandardOpenOption.READ)) {
      stores.useOnce(SMALL, 5);
      assertFalse(Files.exists(first), "deleted when the store was closed, if not before");
      ByteBuffer left = ByteBuffer.allocate(content.length);
      assertEquals(content.length, open.read(left, 0));
      assertArrayEquals(new byte[content.length], left.array());
    }
  }

  /** It was read and used up, and the process ended before it was deleted. */
  @Test
  void whatIsSpentIsDeletedAtTheNextOpening() throws Exception {
    stores.make(5, 5);
    Path first = stores.batch().resolve("portion-0-kind-0");
    byte[] content = Files.readAllBytes(first);
    stores.useOnce(SMALL, 5);
    assertFalse(Files.exists(first), "deleted when the store was closed, if not before");
    Files.write(first, content);
    stores.open().close();
    assertFalse(Files.exists(first), "deleted when it was opened");
    assertEquals(range(5, 10), stores.useOnce(SMALL, 5));
  }
}
