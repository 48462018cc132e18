package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.schurmpc.core.prep.disk.TestLedger.note;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;

/** Ledgers that are copied, put back, moved or of somebody else, and their blobs. */
class LedgerPutBackTest {
  private static final String BACK = "a copy of an earlier version was put back";

  @TempDir Path home;
  private TestLedger ledger;

  @BeforeEach
  void begin() throws Exception {
    ledger = new TestLedger(home.resolve("mine"), true);
  }

  private void use(String... entries) throws Exception {
    try (Ledger open = ledger.open(new TestLedger.Entries())) {
      for (String entry : entries) {
        note(open, entry);
      }
    }
  }

  private Path copy(Path of, String name) throws Exception {
    Path copy = home.resolve(name);
    TestStores.copy(of, copy);
    return copy;
  }

  @Test
  void anOlderCopyIsRefused() throws Exception {
    use();
    Path unused = copy(ledger.place, "unused");
    use("first");
    Path first = copy(ledger.place, "first");
    use("second");
    Path second = copy(ledger.place, "second");
    for (Path old : List.of(unused, first)) {
      TestStores.restore(old, ledger.place);
      assertEnds(BadFile.class, ledger::read, BACK);
    }
    TestStores.restore(second, ledger.place);
    assertEquals(List.of("first", "second"), ledger.read());
    try (Ledger open = ledger.open(new TestLedger.Entries())) {
      open.checkpoint();
    }
    TestStores.restore(second, ledger.place); // from before the checkpoint
    assertEnds(BadFile.class, ledger::read, BACK);
  }

  /** Another branch of a history, of equal length, is no later state of this one. */
  @Test
  void anotherBranchIsRefused() throws Exception {
    use("first");
    Path all = copy(ledger.home, "all");
    use("second");
    Path branch = copy(ledger.place, "branch");
    TestStores.restore(all, ledger.home);
    use("other");
    TestStores.restore(branch, ledger.place);
    assertEnds(BadFile.class, ledger::read, BACK);
  }

  /** The journal is ahead of a record that was put back: what it says still holds. */
  @Test
  void anOlderRecordTakesNothingBack() throws Exception {
    use("first");
    Path records = copy(ledger.records, "records");
    use("second", "third");
    TestStores.restore(records, ledger.records);
    assertEquals(List.of("first", "second", "third"), ledger.read());
    assertEquals(List.of("first", "second", "third"), ledger.read());
  }

  @Test
  void aUsedLedgerWithoutARecordIsRefused() throws Exception {
    use("first");
    TestStores.delete(ledger.records);
    for (int time = 0; time < 2; time++) {
      assertEnds(BadFile.class, ledger::read, "this machine has no record of it");
    }
    TestLedger other = new TestLedger(home.resolve("other"), true);
    try (Ledger open = other.open(new TestLedger.Entries())) {
      open.checkpoint();
    }
    TestStores.delete(other.records);
    assertEnds(BadFile.class, other::read, "this machine has no record of it");
    Files.move(other.segment(2), other.segment(1)); // of a journal whose state is empty
    assertThrows(BadFile.class, other::read);
  }

  @Test
  void copiesAreNotOpenAtOneTime() throws Exception {
    use("first");
    Path copy = copy(ledger.place, "copy");
    try (Ledger open = ledger.open(new TestLedger.Entries())) {
      assertEnds(Refused.class, ledger::read, "one program at a time uses its ledger");
      assertEnds(
          Refused.class,
          () -> Ledger.openOrCreate(copy, ledger.header(), ledger.access, new TestLedger.Entries()),
          "or a copy of it");
      note(open, "second");
    }
    assertEquals(2, ledger.read().size());
  }

  @Test
  void aDestroyedLedgerAndItsCopiesAreRefused() throws Exception {
    use("first");
    Path copy = copy(ledger.place, "copy");
    TestLedger.Entries entries = new TestLedger.Entries();
    try (Ledger open = ledger.open(entries)) {
      entries.kept = open.blobs().write("a value", new long[] {1, 2});
      open.destroy();
      assertThrows(BadFile.class, () -> note(open, "more"));
      byte[] slots = Files.readAllBytes(ledger.place.resolve("ledger/blobs"));
      assertArrayEquals(new byte[slots.length], slots);
    }
    assertEnds(BadFile.class, ledger::read, "was destroyed");
    TestStores.restore(copy, ledger.place);
    assertEnds(BadFile.class, ledger::read, "was destroyed");
    Path record = ledger.record(LedgerHeader.read(ledger.place.resolve("ledger")));
    for (int slot = 0; slot < 2; slot++) { // each of them says so
      byte[] right = Files.readAllBytes(record);
      TestStores.flip(record, slot * SlotRecord.SLOT_BYTES + 9);
      assertEnds(BadFile.class, ledger::read, "was destroyed");
      Files.write(record, right);
    }
  }

  @Test
  void theKeyAndTheOwnerAreThoseOfTheLedger() throws Exception {
    use("first");
    TestLedger.Entries entries = new TestLedger.Entries();
    for (Optional<StoreKey> key :
        List.of(Optional.<StoreKey>empty(), Optional.of(TestStores.key("5b")))) {
      StoreAccess access = new StoreAccess(ledger.records, key);
      assertEnds(
          Refused.class,
          () -> Ledger.openOrCreate(ledger.place, ledger.header(), access, entries),
          "is encrypted");
    }
    LedgerHeader is = ledger.header();
    for (LedgerHeader wanted :
        List.of(
            LedgerHeader.create("other", 0, 2, List.of(), ledger.access),
            LedgerHeader.create("test", 1, 2, List.of(), ledger.access),
            LedgerHeader.create("test", 0, 3, List.of(), ledger.access),
            LedgerHeader.create("test", 0, 2, List.of("a", "b"), ledger.access))) {
      assertEnds(
          Refused.class,
          () -> Ledger.openOrCreate(ledger.place, wanted, ledger.access, entries),
          "is a ledger of test, party 1 of 2, over plaintext lines");
    }
    TestLedger clear = new TestLedger(home.resolve("clear"), false);
    clear.open(entries).close();
    assertEnds(
        Refused.class,
        () -> Ledger.openOrCreate(clear.place, is, ledger.access, entries),
        "is not encrypted");
  }

  @Test
  void somethingElseInTheFolderIsLeftAlone() throws Exception {
    Files.createDirectories(ledger.place);
    Files.writeString(ledger.place.resolve("letter"), "hello");
    assertEnds(BadFile.class, ledger::read, "letter");
    Files.delete(ledger.place.resolve("letter"));
    Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
    Files.createSymbolicLink(ledger.place.resolve("ledger"), elsewhere);
    assertThrows(BadFile.class, ledger::read);
    try (Stream<Path> files = Files.list(elsewhere)) {
      assertEquals(0, files.count());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void blobsAreBound(boolean encrypted) throws Exception {
    TestLedger here = new TestLedger(home.resolve("blobs"), encrypted);
    TestLedger.Entries entries = new TestLedger.Entries();
    try (Ledger open = here.open(entries)) {
      LedgerBlobs blobs = open.blobs();
      for (int words : new int[] {4092, 1 << 17, (1 << 17) + 1}) {
        long[] value = new long[words];
        Arrays.setAll(value, i -> i * 0x9e3779b97f4a7c15L);
        String name = blobs.write("value", value);
        assertArrayEquals(value, blobs.readWords(name, "value"));
        assertThrows(BadFile.class, () -> blobs.readWords(name, "other value"));
        Path file = here.place.resolve("ledger/blob-" + name);
        byte[] right = Files.readAllBytes(file);
        for (int length : new int[] {0, right.length / 2, right.length - 8, right.length - 1}) {
          Files.write(file, Arrays.copyOf(right, Math.max(0, length)));
          assertThrows(BadFile.class, () -> blobs.readWords(name, "value"), words + ": " + length);
        }
        Files.write(file, right);
        TestStores.flip(file, right.length - 1);
        assertThrows(BadFile.class, () -> blobs.readWords(name, "value"));
        blobs.delete(name);
        assertFalse(Files.exists(file));
      }
      for (int bytes = 0; bytes < 20; bytes++) {
        byte[] value = "a text of some length".substring(0, bytes).getBytes(StandardCharsets.UTF_8);
        assertArrayEquals(value, blobs.readBytes(blobs.write("text", value), "text"));
      }
      String kept = blobs.write("kept", new long[] {3});
      String same = blobs.write("kept", new long[] {3});
      assertNotEquals(kept, same, "each blob has a key of its own");
      note(open, "kept " + kept);
      entries.kept = kept;
    }
    TestLedger.Entries again = new TestLedger.Entries();
    again.kept = entries.kept;
    try (Ledger open = here.open(again)) {
      assertArrayEquals(new long[] {3}, open.blobs().readWords(again.kept, "kept"));
      assertEquals(List.of(again.kept), open.blobs().names());
      assertEquals(open.blobs().hide("x", new byte[1]), open.blobs().hide("x", new byte[1]));
      assertNotEquals(open.blobs().hide("x", new byte[1]), open.blobs().hide("y", new byte[1]));
      assertNotEquals(open.blobs().hide("x", new byte[1]), open.blobs().hide("x", new byte[2]));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void smallBlobsAreBound(boolean encrypted) throws Exception {
    TestLedger here = new TestLedger(home.resolve("small"), encrypted);
    TestLedger.Entries entries = new TestLedger.Entries();
    try (Ledger open = here.open(entries)) {
      LedgerBlobs blobs = open.blobs();
      for (int words : new int[] {0, 1, 5, 503, 512, 1015, 4085}) {
        int pages = words < 512 ? 1 : words < 1024 ? 2 : 8;
        Path file = BlobSlots.file(here.place.resolve("ledger"), pages);
        int slot = pages * BlobSlots.PAGE;
        long[] value = new long[words];
        Arrays.setAll(value, i -> i * 0x9e3779b97f4a7c15L);
        String name = blobs.write("value", value);
        String other = blobs.write("value", value);
        assertEquals(Set.of(name, other), Set.copyOf(blobs.names()));
        assertArrayEquals(value, blobs.readWords(name, "value"));
        assertThrows(BadFile.class, () -> blobs.readWords(name, "other value"));
        byte[] right = Files.readAllBytes(file);
        byte[] wrong = right.clone();
        System.arraycopy(right, slot + 32, wrong, 32, slot - 32);
        Files.write(file, wrong); // another blob under this name
        assertThrows(BadFile.class, () -> blobs.readWords(name, "value"));
        assertArrayEquals(value, blobs.readWords(other, "value"));
        int end = 36 + ByteBuffer.wrap(right).getInt(32);
        for (int at : new int[] {0, 31, 32, 33, 34, 35, 36, end - 1}) {
          Files.write(file, right);
          TestStores.flip(file, at);
          assertThrows(BadFile.class, () -> blobs.readWords(name, "value"), words + ": " + at);
        }
        Files.write(file, right);
        assertArrayEquals(value, blobs.readWords(name, "value"));
        blobs.delete(name);
        assertThrows(BadFile.class, () -> blobs.readWords(name, "value"));
        blobs.delete(other);
        assertArrayEquals(new byte[right.length], Files.readAllBytes(file));
      }
    }
  }

  /** Whoever has the disk and not the key cannot tell which of a few values was hidden. */
  @Test
  void hiddenValuesDependOnTheKey() throws Exception {
    use("first");
    String mine;
    try (Ledger open = ledger.open(new TestLedger.Entries())) {
      mine = open.blobs().hide("amount", new byte[] {7});
    }
    LedgerBlobs guessing =
        new LedgerBlobs(
            ledger.place.resolve("ledger"),
            LedgerHeader.read(ledger.place.resolve("ledger")).digest(),
            Optional.of(new byte[StoreKey.BYTES]));
    assertNotEquals(mine, guessing.hide("amount", new byte[] {7}));
  }
}
