package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;
import static org.schurmpc.core.prep.disk.TestStores.range;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;

/** What is in a store or beside it that no store makes: links, folders, devices, pipes. */
class StoreLinksTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String PRECIOUS = "years of work\n";

  @TempDir Path home;
  private TestStores stores;
  private Path victim;
  private Path documents;

  @BeforeEach
  void make() throws Exception {
    assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("unix"));
    stores = new TestStores(home.resolve("own"), true);
    stores.make(10);
    stores.useFirst(2);
    victim = Files.writeString(home.resolve("victim"), PRECIOUS);
    documents = Files.createDirectory(home.resolve("documents"));
    Files.writeString(documents.resolve("keys"), PRECIOUS);
    Files.writeString(documents.resolve("portion-0-kind-0"), PRECIOUS);
  }

  /** All files of the test's, with what is in them. */
  private Map<Path, byte[]> all() throws Exception {
    Map<Path, byte[]> content = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(home)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        boolean plain = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
        boolean small = plain && Files.size(path) < 1 << 20;
        content.put(path, small ? Files.readAllBytes(path) : new byte[0]);
      }
    }
    return content;
  }

  /** Whatever is done with the store ends with one sentence on this path, and changes nothing. */
  private void assertLeftAlone(Path path, String... texts) throws Exception {
    List<Executable> all =
        List.of(
            () -> stores.open().close(),
            () -> stores.create().close(),
            () -> StoreDirectory.adopt(stores.folder, stores.access).close(),
            () -> StoreDirectory.look(stores.folder, stores.access).close(),
            () -> StoreSummary.of(stores.folder, stores.records));
    assertLeftAlone(all, path, texts);
  }

  private void assertDestroyLeavesAlone(Path path, String... texts) throws Exception {
    assertLeftAlone(
        List.of(() -> StoreDirectory.destroy(stores.folder, stores.records)), path, texts);
  }

  private void assertLeftAlone(List<Executable> calls, Path path, String... texts)
      throws Exception {
    Map<Path, byte[]> before = all();
    String[] said = Arrays.copyOf(texts, texts.length + 1);
    said[texts.length] = path.toString();
    for (Executable call : calls) {
      assertTimeoutPreemptively(LIMIT, () -> assertEnds(BadFile.class, call, said));
      Map<Path, byte[]> after = all();
      assertEquals(before.keySet(), after.keySet());
      before.forEach((file, content) -> assertArrayEquals(content, after.get(file), "" + file));
    }
  }

  private void assertGoesOn() throws Exception {
    assertEquals(range(2, 4), stores.useOnce(SMALL, 2));
  }

  @Test
  void linksInABatch() throws Exception {
    for (String name : new String[] {"portion-77-kind-0", "readme"}) {
      Path link = stores.batch().resolve(name);
      Files.createSymbolicLink(link, victim);
      assertLeftAlone(link, "is a symbolic link", "nothing was touched");
      assertDestroyLeavesAlone(link, "is a symbolic link");
      Files.delete(link);
      Files.createSymbolicLink(link, home.resolve("nowhere"));
      assertLeftAlone(link, "is a symbolic link");
      Files.delete(link);
      Files.createLink(link, victim);
      assertLeftAlone(link, "has another name");
      assertDestroyLeavesAlone(link, "has another name");
      Files.delete(link);
    }
    assertGoesOn();
  }

  @Test
  void filesOfABatchThatAreElsewhere() throws Exception {
    for (String name : new String[] {"header", "journal", "keys", "portion-0-kind-0"}) {
      Path file = stores.batch().resolve(name);
      Path elsewhere = home.resolve("elsewhere " + name);
      Files.move(file, elsewhere);
      Files.createSymbolicLink(file, elsewhere);
      assertLeftAlone(file, "is a symbolic link");
      assertDestroyLeavesAlone(file, "is a symbolic link");
      Files.delete(file);
      Files.createLink(file, elsewhere);
      assertLeftAlone(file, "has another name");
      assertDestroyLeavesAlone(file, "has another name");
      Files.delete(elsewhere);
    }
    assertGoesOn();
  }

  @Test
  void foldersThatAreLinks() throws Exception {
    for (String name : new String[] {"batch-000009.0123456789abcdef.new", "batch-000009"}) {
      Path link = stores.folder.resolve(name);
      Files.createSymbolicLink(link, documents);
      assertLeftAlone(link, "is a link, or no folder");
      assertDestroyLeavesAlone(link, "is a link, or no folder");
      Files.delete(link);
    }
    Path moved = home.resolve("moved");
    Files.move(stores.batch(), moved);
    Files.createSymbolicLink(stores.batch(), moved);
    assertLeftAlone(stores.batch(), "is a link, or no folder");
    Files.delete(stores.batch());
    Files.move(moved, stores.batch());
    assertGoesOn();
  }

  @Test
  void linksInADraft() throws Exception {
    Path draft = stores.folder.resolve("batch-000009.0123456789abcdef.new");
    Files.createDirectory(draft);
    Files.createLink(draft.resolve("keys"), victim);
    assertLeftAlone(draft.resolve("keys"), "has another name");
    assertDestroyLeavesAlone(draft.resolve("keys"), "has another name");
    Files.delete(draft.resolve("keys"));
    assertGoesOn();
    assertFalse(Files.exists(draft));
    assertEquals(PRECIOUS, Files.readString(victim));
  }

  @Test
  void locksRecordsAndMarksThatAreLinks() throws Exception {
    Path record = stores.record();
    Path mark = VerdictMark.file(stores.records, record.getFileName().toString());
    for (Path file : List.of(stores.folder.resolve(FolderLock.FILE), record, mark)) {
      Path elsewhere = home.resolve("elsewhere");
      Files.move(file, elsewhere);
      Files.createSymbolicLink(file, elsewhere);
      assertLeftAlone(file, "is a symbolic link");
      assertDestroyLeavesAlone(file, "is a symbolic link");
      Files.delete(file);
      Files.createLink(file, elsewhere);
      assertLeftAlone(file, "has another name");
      Files.delete(elsewhere);
    }
    assertGoesOn();
  }

  /** Nothing is made for the store, or done to its first batch, before they are found. */
  @Test
  void recordsAndMarksOfTheSecondBatch() throws Exception {
    try (StoreDirectory store = stores.open()) {
      TestStores.begin(store, 2);
    }
    Path second = stores.folder.resolve("batch-000002");
    String name = BatchOpening.recordName(StoreHeader.read(second));
    Files.delete(stores.folder.resolve(FolderLock.FILE)); // whoever opens the store makes it
    for (Path file :
        List.of(stores.records.resolve(name), VerdictMark.file(stores.records, name))) {
      Path elsewhere = home.resolve("elsewhere");
      Files.move(file, elsewhere);
      Files.createSymbolicLink(file, elsewhere);
      assertLeftAlone(file, "is a symbolic link");
      assertDestroyLeavesAlone(file, "is a symbolic link");
      Files.delete(file);
      Files.move(elsewhere, file);
    }
    assertGoesOn();
  }

  /** Neither a lock is made, nor is a batch of the key destroyed, before they are found. */
  @Test
  void recordsAndMarksOfAKey() throws Exception {
    String key = "5e".repeat(32);
    stores = new TestStores(home.resolve("keyed"), true);
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch =
          store.begin(TestStores.PURPOSE, Optional.of(key), TestStores.id(1), "test", false);
      batch.keys(TestStores.MATERIAL, new long[] {77, 78});
      batch.setup(new long[] {1});
      TestStores.put(batch, SMALL, 0, 4);
      batch.commit();
    }
    Files.delete(stores.folder.resolve(FolderLock.FILE)); // whoever opens the store makes it
    String name = KeyRecord.name(key, 0);
    for (Path file :
        List.of(stores.records.resolve(name), VerdictMark.file(stores.records, name))) {
      Path elsewhere = home.resolve("elsewhere");
      Files.move(file, elsewhere);
      Files.createSymbolicLink(file, elsewhere);
      assertLeftAlone(
          List.of(
              () -> stores.open().close(),
              () -> stores.create().close(),
              () -> StoreDirectory.adopt(stores.folder, stores.access).close(),
              () -> StoreDirectory.look(stores.folder, stores.access).close()),
          file,
          "is a symbolic link");
      assertDestroyLeavesAlone(file, "is a symbolic link");
      Files.delete(file);
      Files.move(elsewhere, file);
    }
    assertEquals(range(0, 2), stores.useOnce(SMALL, 2));
  }

  /** As /var is one on some systems. */
  @Test
  void aStoreThatIsReachedThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(home.resolve("link"), stores.folder);
    try (StoreDirectory store = StoreDirectory.open(link, stores.access)) {
      assertEquals(range(2, 3), TestStores.use(store.batches().get(0), SMALL, 1));
    }
    assertEquals(range(3, 4), stores.useOnce(SMALL, 1));
  }

  @Test
  void pipesFoldersAndDevices() throws Exception {
    Path record = stores.record();
    Path mark = VerdictMark.file(stores.records, record.getFileName().toString());
    List<Path> files =
        List.of(
            stores.batch().resolve("header"),
            stores.journal(),
            stores.batch().resolve("keys"),
            stores.folder.resolve(FolderLock.FILE),
            record,
            mark);
    for (Path file : files) {
      Path kept = home.resolve("kept");
      Files.move(file, kept);
      assertEquals(0, new ProcessBuilder("mkfifo", file.toString()).start().waitFor());
      assertLeftAlone(file, "is no regular file");
      Files.delete(file);
      Files.createDirectory(file);
      assertLeftAlone(file, "is no regular file");
      Files.delete(file);
      Files.createSymbolicLink(file, Path.of("/dev/zero"));
      assertLeftAlone(file, "is a symbolic link");
      Files.delete(file);
      Files.move(kept, file);
    }
    assertGoesOn();
  }

  /** As long as a file can be, with nothing in it that takes room on disk. */
  @Test
  void filesThatAreTooLong() throws Exception {
    for (String name : new String[] {"header", "journal", "keys"}) {
      Path file = stores.batch().resolve(name);
      byte[] kept = Files.readAllBytes(file);
      for (long length : new long[] {kept.length + (1L << 17), 1L << 32, 1L << 40}) {
        try (RandomAccessFile longer = new RandomAccessFile(file.toFile(), "rw")) {
          longer.setLength(length);
        }
        assertTimeoutPreemptively(
            LIMIT,
            () -> assertEnds(BadFile.class, () -> stores.useOnce(SMALL, 1), file.toString()));
      }
      Files.write(file, kept);
    }
    try (RandomAccessFile record = new RandomAccessFile(stores.record().toFile(), "rw")) {
      record.setLength(1L << 40);
    }
    assertTimeoutPreemptively(
        LIMIT, () -> assertEnds(BadFile.class, () -> stores.open().close(), "is no record"));
  }

  /** What is said has no names of classes in it. */
  @Test
  void sentencesAreForPeople() throws Exception {
    try (StoreDirectory store = stores.open()) {
      BurnOrderTest.breakJournal(store.batches().get(0));
      assertEnds(
          BadFile.class, () -> store.batches().get(0).lease(SMALL, 1), "journal", "was closed");
    }
    Path file = home.resolve("file");
    for (IOException failure :
        List.of(
            new IOException(),
            new IOException("Input/output error"),
            new FileSystemException("x", null, "Too many levels of symbolic links"),
            new ClosedByInterruptException(),
            new DirectoryNotEmptyException("x"))) {
      String said = DiskFiles.failed(file, failure).getMessage();
      assertTrue(said.startsWith(file + " "), said);
      assertFalse(said.contains("Exception") || said.contains("java."), said);
    }
  }
}
