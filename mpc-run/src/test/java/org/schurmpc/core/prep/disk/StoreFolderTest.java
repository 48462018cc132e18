package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;

/** What is in a store's folder besides its batches. */
class StoreFolderTest {
  @TempDir Path home;

  private TestStores stores;

  @BeforeEach
  void make() throws Exception {
    stores = new TestStores(home, false);
  }

  private static List<String> names(Path folder) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** As a crash leaves it that comes before a batch gets its name. */
  private Path draft(String number) throws Exception {
    Path draft = stores.folder.resolve("batch-" + number + ".0123456789abcdef.new");
    Files.createDirectories(draft);
    Files.writeString(draft.resolve("header"), "half a hea");
    Files.createFile(draft.resolve("journal"));
    return draft;
  }

  @Test
  void whatACrashLeftGoesWhenItIsOpenedForWriting() throws Exception {
    stores.make(5);
    Path draft = draft("000002");
    StoreDirectory.look(stores.folder, stores.access).close();
    StoreSummary.of(stores.folder, stores.records);
    assertEquals(List.of("header", "journal"), names(draft), "who looks changes nothing");
    assertEquals(TestStores.range(0, 2), stores.useOnce(TestStores.SMALL, 2));
    assertEquals(List.of("batch-000001", FolderLock.FILE), names(stores.folder));
  }

  @Test
  void aStoreOfWhichNothingElseWasMade() throws Exception {
    draft("000001");
    try (StoreDirectory store = stores.create()) {
      assertEquals(List.of(FolderLock.FILE), names(stores.folder));
      TestStores.begin(store, 1);
    }
    assertEquals(List.of("batch-000001", FolderLock.FILE), names(stores.folder));
  }

  @Test
  void anotherFolderIsLeftAsItIs() throws Exception {
    Files.createDirectories(stores.folder);
    Files.writeString(stores.folder.resolve("letters"), "Dear all");
    TestStores.assertEnds(BadFile.class, stores::create, "is no store");
    TestStores.assertEnds(BadFile.class, stores::open, "is no store");
    TestStores.assertEnds(
        BadFile.class, () -> StoreDirectory.destroy(stores.folder, stores.records), "is no store");
    assertEquals(List.of("letters"), names(stores.folder));
  }

  @Test
  void destroyingRemovesItAll() throws Exception {
    stores.make(5);
    draft("000002");
    StoreDirectory.destroy(stores.folder, stores.records);
    assertFalse(Files.exists(stores.folder));

    stores.create().close(); // with nothing in it
    assertEquals(List.of(FolderLock.FILE), names(stores.folder));
    StoreDirectory.destroy(stores.folder, stores.records);
    assertFalse(Files.exists(stores.folder));

    stores.create().close();
    Path other = Files.writeString(stores.folder.resolve("letters"), "Dear all");
    StoreDirectory.destroy(stores.folder, stores.records);
    assertEquals(List.of("letters"), names(stores.folder), "what is not the store's");
    assertEquals("Dear all", Files.readString(other));
  }

  /** The record says so to whoever puts a copy back, and the mark if the record is lost. */
  @Test
  void aCopyOfADestroyedStore() throws Exception {
    stores.make(5);
    TestStores.copy(stores.folder, home.resolve("copy"));
    StoreDirectory.destroy(stores.folder, stores.records);
    TestStores.copy(home.resolve("copy"), stores.folder);
    TestStores.assertEnds(BadFile.class, stores::open, "was destroyed");
    Files.delete(stores.record());
    TestStores.assertEnds(BadFile.class, stores::open, "has no record of it");
    try (StoreDirectory store = StoreDirectory.adopt(stores.folder, stores.access)) {
      assertTrue(store.batches().get(0).burnt());
    }
  }

  @Test
  void theFolderOfADestroyedStoreIsMadeAgain() throws Exception {
    stores.make(5);
    StoreDirectory.destroy(stores.folder, stores.records);
    try (StoreDirectory store = stores.create()) {
      TestStores.begin(store, 2);
      assertEquals(List.of("batch-000001", FolderLock.FILE), names(stores.folder));
    }
  }

  /** Memory has a lock of the name of a store's, but is no store, whatever else is there. */
  @Test
  void memoryIsNoStore() throws Exception {
    KeptParties parties = new KeptParties(home, 2, false);
    parties.run(parties::whole);
    Path memory = parties.folder(0);
    List<String> before = names(memory);
    assertEquals(List.of("memory", FolderLock.FILE), before);
    for (Executable use : uses(memory)) {
      TestStores.assertEnds(BadFile.class, use, "name another folder", "the memory of a program");
      assertEquals(before, names(memory));
    }
    assertEquals(List.of(1L, 1L), parties.run(parties::whole), "the version that is there");

    Files.move(memory.resolve("memory"), memory.resolve("memory.new")); // as a crash leaves it
    for (Executable use : uses(memory)) {
      TestStores.assertEnds(BadFile.class, use, memory.resolve("memory.new").toString());
    }
  }

  private List<Executable> uses(Path folder) {
    return List.of(
        () -> StoreDirectory.destroy(folder, stores.records),
        () -> StoreDirectory.openOrCreate(folder, stores.access),
        () -> StoreDirectory.adopt(folder, stores.access),
        () -> StoreDirectory.look(folder, stores.access),
        () -> StoreSummary.of(folder, stores.records));
  }

  /** An operator may name a place of memory so, in the folder of a store. */
  @Test
  void aPlaceOfMemoryInAStoreRemains() throws Exception {
    stores.make(5);
    Path place = stores.folder.resolve("memory");
    KeptParties parties = new KeptParties(home, 2, false);
    KeptState.openOrCreate(place, parties.access(0), parties.binding(0)).close();
    assertEquals(TestStores.range(0, 2), stores.useOnce(TestStores.SMALL, 2));
    StoreDirectory.destroy(stores.folder, stores.records);
    assertEquals(List.of("memory"), names(stores.folder));
    KeptState.openOrCreate(place, parties.access(0), parties.binding(0)).close();
  }

  private Path foreign(String name) throws Exception {
    Path folder = stores.folder.resolve(name);
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("table.csv"), "three weeks of work");
    return folder.resolve("table.csv");
  }

  @Test
  void foldersOfOthersRemain() throws Exception {
    stores.make(5);
    List<Path> files =
        List.of(foreign("batch-results"), foreign("batch-2024"), foreign("batch-0000001"));
    assertEquals(TestStores.range(0, 2), stores.useOnce(TestStores.SMALL, 2));
    StoreDirectory.destroy(stores.folder, stores.records);
    assertEquals(List.of("batch-0000001", "batch-2024", "batch-results"), names(stores.folder));
    for (Path file : files) {
      assertEquals("three weeks of work", Files.readString(file));
    }
  }

  private void requireUntouched(Path file, String... message) throws Exception {
    List<String> before = names(stores.folder);
    TestStores.assertEnds(
        BadFile.class, () -> StoreDirectory.destroy(stores.folder, stores.records), message);
    assertEquals("three weeks of work", Files.readString(file));
    assertEquals(before, names(stores.folder));
  }

  @Test
  void aFolderThatNeverWasAStoreIsNotTouched() throws Exception {
    requireUntouched(foreign("batch-2024"), "is no store");
    requireUntouched(foreign("batch-000001"), "table.csv is not of a store");
    Path half = foreign("batch-000001");
    Path named = Files.move(half, half.resolveSibling("keys"));
    requireUntouched(named, "has no header of a store");
    Files.writeString(named.resolveSibling("header"), "From: me");
    requireUntouched(named, "neither a lock nor a batch with a header");
  }

  @Test
  void filesOfOthersInABatchAreNotTouched() throws Exception {
    stores.make(5);
    requireUntouched(foreign("batch-000001"), "table.csv is not of a store");
    Files.delete(stores.folder.resolve("batch-000001/table.csv"));
    requireUntouched(foreign("batch-000003.0123456789abcdef.new"), "is not of a store");
    Files.delete(stores.folder.resolve("batch-000003.0123456789abcdef.new/table.csv"));
    StoreDirectory.destroy(stores.folder, stores.records);
    assertFalse(Files.exists(stores.folder));
  }

  @Test
  void whatACrashDidNotLeaveIsNotDeleted() throws Exception {
    stores.make(5);
    Path file = foreign("batch-000003.0123456789abcdef.new");
    TestStores.assertEnds(BadFile.class, stores::open, "table.csv is not of a store");
    TestStores.assertEnds(BadFile.class, stores::create, "table.csv is not of a store");
    assertEquals("three weeks of work", Files.readString(file));
  }

  /** With its lock, a damaged batch is still known. */
  @Test
  void aDamagedBatchIsDestroyed() throws Exception {
    stores.make(5);
    Files.writeString(stores.folder.resolve("batch-000001/header"), "damaged");
    StoreDirectory.destroy(stores.folder, stores.records);
    assertFalse(Files.exists(stores.folder));
  }
}
