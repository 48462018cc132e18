package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;
import static org.schurmpc.core.prep.disk.TestStores.range;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;

/**
 * Everything that a store refuses, and that nothing is lost by it: once the damage is undone the
 * store goes on where it was.
 */
class DiskRefusalTest {
  private static final int CHUNK = ItemFile.chunkItems(SMALL);

  @TempDir Path home;

  /** Two portions of three chunks and of one; ten items are used. */
  private TestStores used(boolean encrypted) throws Exception {
    TestStores stores = new TestStores(home, encrypted);
    stores.make(2 * CHUNK + 100, 50);
    assertEquals(range(0, 10), stores.useOnce(SMALL, 10));
    return stores;
  }

  private interface Damage {
    void make(Path file) throws Exception;
  }

  /** Damages a file, asserts that the store cannot be opened, undoes it. */
  private static <T extends MpcException> void assertNotOpened(
      TestStores stores, Path file, Damage damage, Class<T> type, String... texts)
      throws Exception {
    byte[] before = Files.readAllBytes(file);
    damage.make(file);
    byte[] damaged = Files.exists(file) ? Files.readAllBytes(file) : null;
    assertEnds(type, stores::open, texts);
    assertEnds(type, () -> StoreDirectory.look(stores.folder, stores.access), texts);
    assertEquals(damaged != null, Files.exists(file), "nothing is made or deleted");
    if (damaged != null) {
      assertEquals(0, Arrays.compare(damaged, Files.readAllBytes(file)), "nothing is changed");
    }
    Files.write(file, before);
  }

  private static void goesOn(TestStores stores) throws Exception {
    assertEquals(range(10, 20), stores.useOnce(SMALL, 10));
  }

  @Test
  void aCopyThatIsPutBackAfterUse() throws Exception {
    TestStores stores = used(false);
    TestStores.Moment old = stores.moment("old");
    assertEquals(range(10, 20), stores.useOnce(SMALL, 10));
    TestStores.Moment now = stores.moment("now");
    old.restoreFolder();
    assertEnds(BadFile.class, stores::open, stores.batch().toString(), "stands further back");
    assertEnds(
        BadFile.class,
        () -> StoreDirectory.adopt(stores.folder, stores.access),
        "stands further back");
    now.restoreFolder();
    assertEquals(range(20, 30), stores.useOnce(SMALL, 10));
  }

  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void aChangedJournal(boolean encrypted) throws Exception {
    TestStores stores = used(encrypted);
    Path journal = stores.journal();
    List<String> lines = Files.readAllLines(journal);
    assertEquals(5, lines.size(), "begun, kind, made, made, used");
    for (int i = 0; i < lines.size(); i++) {
      List<String> others = new ArrayList<>(lines);
      others.remove(i);
      boolean last = i == lines.size() - 1;
      assertNotOpened(
          stores,
          journal,
          file -> Files.write(file, others),
          BadFile.class,
          last ? "stands further back" : "journal was changed: its line " + (i + 1));
    }
    long length = Files.size(journal);
    for (long at = 0; at < length; at += 3) {
      long where = at;
      assertNotOpened(
          stores,
          journal,
          file -> TestStores.flip(file, where),
          BadFile.class,
          "journal was changed: its line");
    }
    assertNotOpened(stores, journal, Files::delete, BadFile.class, "journal is not there");
    goesOn(stores);
  }

  /** A journal that somebody wrote with all hashes right, and that cannot be. */
  @Test
  void aJournalThatMakesNoSense() throws Exception {
    TestStores stores = used(false);
    byte[] start = StoreHeader.read(stores.batch()).digest();
    for (String entry :
        new String[] {
          "made 2 0=9223372036854775807",
          "made 2 0=99999999999999",
          "made 2 0=0",
          "made 3 0=1",
          "made 2 7=1",
          "made",
          "kind 1 2147483647 huge\nmade 2 1=1",
          "kind 5 1 five",
          "kind 1 0 none",
          "kind 1",
          "used 0=1",
          "used 0=999999999",
          "used 0",
          "begun",
          "nonsense"
        }) {
      String[] more = entry.split("\n", -1);
      assertNotOpened(
          stores,
          stores.journal(),
          file -> {
            Journal journal = Journal.open(file, start);
            for (String line : more) {
              journal.append(line);
            }
            journal.close();
          },
          BadFile.class,
          "makes no sense: " + more[more.length - 1]);
    }
    goesOn(stores);
  }

  @Test
  void aChangedHeader() throws Exception {
    TestStores stores = used(true);
    Path header = stores.batch().resolve(StoreHeader.FILE);
    String text = Files.readString(header);
    for (int at = 0; at < text.length(); at += 11) {
      int where = at;
      assertNotOpened(
          stores, header, file -> TestStores.flip(file, where), BadFile.class, header.toString());
    }
    assertNotOpened(
        stores,
        header,
        file -> Files.writeString(file, text.replace("format 2", "format 4")),
        BadFile.class,
        "is of format 4",
        "knows formats 2 and 3");
    assertNotOpened(
        stores,
        header,
        file -> Files.writeString(file, text.replace("format 2", "format 1")),
        BadFile.class,
        "was made by an older version",
        "MAKE_NEW_STORE");
    assertNotOpened(
        stores,
        header,
        file -> Files.writeString(file, text.substring(0, text.length() - 1)),
        BadFile.class,
        "changed or cut short");
    assertNotOpened(
        stores, header, file -> Files.write(file, new byte[1 << 17]), BadFile.class, "too long");
    assertNotOpened(stores, header, file -> Files.write(file, new byte[0]), BadFile.class, "no he");
    assertNotOpened(stores, header, Files::delete, BadFile.class, "is not there");
    goesOn(stores);
  }

  /** Headers with a right digest that say what cannot be. */
  @Test
  void aHeaderThatMakesNoSense() throws Exception {
    TestStores stores = used(true);
    Path header = stores.batch().resolve(StoreHeader.FILE);
    String text = Files.readString(header);
    String body = text.substring(0, text.lastIndexOf("digest: "));
    for (String[] change :
        new String[][] {
          {"salt: [0-9a-f]*", "salt: abc"},
          {"salt: [0-9a-f]*\n", ""},
          {"key check: [0-9a-f]*\n", ""},
          {"id: [0-9a-f]*", "id: ../../other"},
          {"protocol: toy\n", ""},
          {"source: test\n", ""},
          {"party: 1 of 2", "party: 3 of 2"},
          {"party: 1 of 2", "party: 0 of 2"},
          {"party: 1 of 2", "party: one"},
          {"party: 1 of 2", "party: 1 of 1"},
          {"certificate 2: .*\n", ""},
          {"created: .*", "created: today"},
          {"insecure: no", "insecure no"}
        }) {
      String changed = body.replaceFirst(change[0], change[1]);
      assertFalse(changed.equals(body), change[0]);
      String digest = StoreHeaderText.digest(changed);
      assertNotOpened(
          stores,
          header,
          file -> Files.writeString(file, changed + "digest: " + digest + "\n"),
          BadFile.class,
          header.toString());
    }
    goesOn(stores);
  }

  /** What {@link StoreHeader} puts at the end of its text. */
  private static final class StoreHeaderText {
    static String digest(String text) {
      return HexFormat.of().formatHex(new FieldHash("store header").add(text).digest());
    }
  }

  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void dataFilesOfAnotherLength(boolean encrypted) throws Exception {
    TestStores stores = used(encrypted);
    for (int portion = 0; portion < 2; portion++) {
      Path file = stores.batch().resolve("portion-" + portion + "-kind-0");
      byte[] content = Files.readAllBytes(file);
      for (int length : new int[] {0, 1, content.length - 1, content.length + 1}) {
        assertNotOpened(
            stores,
            file,
            any -> Files.write(any, Arrays.copyOf(content, length)),
            BadFile.class,
            file.toString(),
            "bytes long and not");
      }
      assertNotOpened(stores, file, Files::delete, BadFile.class, file + " is not there");
      Path elsewhere = stores.batch().resolve("portion-9-kind-0");
      assertNotOpened(stores, file, any -> Files.move(any, elsewhere), BadFile.class, "not there");
      assertEquals(0, Arrays.compare(content, Files.readAllBytes(elsewhere)), "not deleted either");
      Files.delete(elsewhere);
    }
    goesOn(stores);
  }

  /** Found when it is read, before anything is marked as used. */
  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void changedDataFiles(boolean encrypted) throws Exception {
    TestStores stores = used(encrypted);
    Path file = stores.batch().resolve("portion-0-kind-0");
    int chunkBytes = CHUNK * SMALL.longsPerItem() * Long.BYTES + (encrypted ? 16 : 4);
    long length = Files.size(file);
    for (long at : new long[] {0, 99, chunkBytes - 1, chunkBytes, 2L * chunkBytes, length - 1}) {
      TestStores.flip(file, at);
      String journal = Files.readString(stores.journal());
      int items = 2 * CHUNK + 90;
      assertEnds(
          BadFile.class,
          () -> stores.useOnce(SMALL, items),
          file + " was changed: chunk " + at / chunkBytes,
          "nothing of it was used");
      assertEquals(journal, Files.readString(stores.journal()), "nothing is marked as used");
      TestStores.flip(file, at);
    }
    goesOn(stores);
  }

  /** The same length, all well-formed, but something else. */
  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void swappedFilesAndChunks(boolean encrypted) throws Exception {
    TestStores stores = new TestStores(home, encrypted);
    stores.make(2 * CHUNK, 2 * CHUNK);
    stores.useOnce(SMALL, 10);
    TestStores others = new TestStores(home.resolve("other"), encrypted);
    try (StoreDirectory store = others.create()) {
      DiskPrepStore batch = TestStores.begin(store, 2);
      TestStores.put(batch, SMALL, 0, 2 * CHUNK);
      batch.commit();
    }
    Path first = stores.batch().resolve("portion-0-kind-0");
    Path second = stores.batch().resolve("portion-1-kind-0");
    byte[] content = Files.readAllBytes(first);
    byte[] swapped = new byte[content.length];
    System.arraycopy(content, content.length / 2, swapped, 0, content.length / 2);
    System.arraycopy(content, 0, swapped, content.length / 2, content.length / 2);
    byte[] other = Files.readAllBytes(others.batch().resolve("portion-0-kind-0"));
    for (byte[] wrong : List.of(Files.readAllBytes(second), swapped, other)) {
      Files.write(first, wrong);
      assertEnds(BadFile.class, () -> stores.useOnce(SMALL, 10), "was changed: chunk 0");
      Files.write(first, content);
    }
    goesOn(stores);
  }

  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void changedKeys(boolean encrypted) throws Exception {
    TestStores stores = used(encrypted);
    Path keys = stores.batch().resolve("keys");
    byte[] content = Files.readAllBytes(keys);
    for (int at = 0; at < content.length; at++) {
      TestStores.flip(keys, at);
      assertEnds(BadFile.class, () -> stores.useOnce(SMALL, 10), keys + " was changed");
      Files.write(keys, content);
    }
    for (int length : new int[] {0, 3, content.length - 8, content.length + 1}) {
      Files.write(keys, Arrays.copyOf(content, length));
      assertEnds(BadFile.class, () -> stores.useOnce(SMALL, 10), keys.toString());
    }
    Files.delete(keys);
    assertEnds(BadFile.class, () -> stores.useOnce(SMALL, 10), keys + " is not there");
    Files.write(keys, content);
    goesOn(stores);
  }

  @Test
  void aMissingOrWrongKey() throws Exception {
    TestStores stores = used(true);
    StoreAccess none = new StoreAccess(stores.records, Optional.empty());
    StoreAccess wrong = new StoreAccess(stores.records, Optional.of(TestStores.key("5b")));
    assertEnds(
        Refused.class,
        () -> StoreDirectory.open(stores.folder, none),
        "encrypted",
        "GIVE_STORE_KEY");
    assertEnds(Refused.class, () -> StoreDirectory.open(stores.folder, wrong), "under another key");
    assertEnds(Refused.class, () -> StoreKey.parse("5a5a", "the file k"), "the file k");
    goesOn(stores);
  }

  @Test
  void filesThatMayNotBeRead() throws Exception {
    assumeFalse("root".equals(System.getProperty("user.name")), "root may read everything");
    TestStores stores = used(false);
    for (String name : new String[] {"header", "journal", "portion-1-kind-0"}) {
      Path file = stores.batch().resolve(name);
      var before = Files.getPosixFilePermissions(file);
      Files.setPosixFilePermissions(file, Set.of());
      assertEnds(BadFile.class, stores::open, file.toString(), "permission denied");
      Files.setPosixFilePermissions(file, before);
    }
    goesOn(stores);
  }

  @Test
  void aStoreThatIsOpen() throws Exception {
    TestStores stores = used(false);
    Path copy = home.resolve("copy");
    try (StoreDirectory store = stores.open()) {
      assertEnds(Refused.class, stores::open, "is in use", "one program at a time");
      TestStores.copy(stores.folder, copy);
      assertEnds(Refused.class, () -> StoreDirectory.open(copy, stores.access), "or a copy of it");
      assertEquals(range(10, 20), TestStores.use(store.batches().get(0), SMALL, 10));
    }
    assertEnds(
        BadFile.class, () -> StoreDirectory.open(copy, stores.access), "stands further back");
    assertEquals(range(20, 30), stores.useOnce(SMALL, 10));
  }

  /** The same batch twice in one store. */
  @Test
  void aCopyInTheSameStore() throws Exception {
    TestStores stores = used(false);
    Path copy = stores.folder.resolve("batch-000002");
    TestStores.copy(stores.batch(), copy);
    assertEnds(Refused.class, stores::open, "or a copy of it");
    TestStores.delete(copy);
    goesOn(stores); // nothing was left open
  }

  @Test
  void aUsedStoreWithoutRecordIsAdoptedOnce() throws Exception {
    TestStores stores = used(false);
    Files.delete(stores.record());
    assertEnds(BadFile.class, stores::open, stores.batch().toString(), "ADOPT_STORE");
    assertEnds(BadFile.class, stores::open, "ADOPT_STORE"); // also the second time
    TestStores.Moment moved = stores.moment("moved");
    try (StoreDirectory store = StoreDirectory.adopt(stores.folder, stores.access)) {
      assertEquals(range(10, 15), TestStores.use(store.batches().get(0), SMALL, 5));
    }
    assertEquals(range(15, 20), stores.useOnce(SMALL, 5));
    moved.restoreFolder();
    assertEnds(
        BadFile.class,
        () -> StoreDirectory.adopt(stores.folder, stores.access),
        "stands further back");
  }

  /** What was cut off may have said what was used. */
  @Test
  void aCutStoreWithoutRecordIsNotAdopted() throws Exception {
    TestStores stores = used(false);
    Files.delete(stores.record());
    byte[] journal = Files.readAllBytes(stores.journal());
    Files.write(stores.journal(), Arrays.copyOf(journal, journal.length - 1));
    assertEnds(
        BadFile.class,
        () -> StoreDirectory.adopt(stores.folder, stores.access),
        "journal was changed: its line 5");
  }

  /** It may be a copy of one that was used elsewhere since. */
  @Test
  void aFreshStoreWithoutRecordIsAdoptedOnce() throws Exception {
    for (String content : new String[] {"", "0 1234"}) {
      TestStores stores = new TestStores(home.resolve("record " + content), false);
      stores.make(20);
      Files.writeString(stores.record(), content);
      assertEnds(BadFile.class, stores::open, "was made, and this machine has no", "ADOPT_STORE");
      StoreDirectory.adopt(stores.folder, stores.access).close();
      assertEquals(range(0, 10), stores.useOnce(SMALL, 10));
      goesOn(stores);
    }
  }

  @Test
  void aRecordThatIsNone() throws Exception {
    TestStores stores = used(false);
    assertNotOpened(
        stores,
        stores.record(),
        file -> Files.writeString(file, "hello\n"),
        BadFile.class,
        "is no record of a store's use");
    goesOn(stores);
  }

  @Test
  void foldersThatAreNoStores() throws Exception {
    TestStores stores = new TestStores(home, false);
    assertEnds(BadFile.class, stores::open, "is not there", "MAKE_STORE");
    Files.createDirectory(stores.folder);
    assertEnds(BadFile.class, stores::open, "is no store");
    Files.writeString(stores.folder.resolve("notes"), "mine", StandardCharsets.UTF_8);
    assertEnds(BadFile.class, stores::create, "is no store");
    Path file = stores.folder.resolve("notes");
    assertEnds(BadFile.class, () -> StoreDirectory.open(file, stores.access), "is no folder");
    assertEnds(BadFile.class, () -> StoreDirectory.openOrCreate(file, stores.access), "no folder");
  }

  @Test
  void anotherPurpose() throws Exception {
    TestStores stores = used(false);
    StoreDirectory.Purpose right = TestStores.PURPOSE;
    List<String> certificates = right.certificates();
    try (StoreDirectory store = stores.open()) {
      store.requireFits(right);
      assertUnfit(store, "party 1", TestStores.purpose(1));
      assertUnfit(store, "protocol toy", with("other", right.material(), 2, null, certificates));
      assertUnfit(store, "'toy, lanes 64'", with("toy", "toy, lanes 1", 2, null, certificates));
      assertUnfit(store, "2 parties", with("toy", right.material(), 3, null, certificates));
      assertUnfit(store, "circuit (any)", with("toy", right.material(), 2, "ab", certificates));
      assertUnfit(
          store,
          "certificate of two of party 2, whose certificate now is another",
          with("toy", right.material(), 2, null, List.of(certificates.get(0), "another")));
      for (int sigma : new int[] {39, 40}) {
        store.requireFits(of(sigma));
      }
      assertUnfit(store, "σ = 40, and what is wanted is σ = 41", of(41));
      assertUnfit(store, "made over TLS", with("toy", right.material(), 2, null, List.of()));
      assertEnds(
          Refused.class,
          () -> store.begin(TestStores.purpose(1), TestStores.id(2), "test", false),
          "party 1");
    }
    goesOn(stores);
  }

  /** What the store is for, with so much statistical security. */
  private static StoreDirectory.Purpose of(int sigma) {
    StoreDirectory.Purpose right = TestStores.PURPOSE;
    return new StoreDirectory.Purpose(
        right.protocol(),
        right.material(),
        Map.of("sigma", Integer.toString(sigma)),
        right.party(),
        right.parties(),
        right.circuit(),
        right.certificates());
  }

  private static StoreDirectory.Purpose with(
      String protocol, String material, int parties, String circuit, List<String> certificates) {
    return new StoreDirectory.Purpose(
        protocol, material, Map.of(), 0, parties, Optional.ofNullable(circuit), certificates);
  }

  private static void assertUnfit(
      StoreDirectory store, String text, StoreDirectory.Purpose purpose) {
    assertEnds(Refused.class, () -> store.requireFits(purpose), text);
  }

  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void aBurntStore(boolean encrypted) throws Exception {
    TestStores stores = used(encrypted);
    TestStores.Moment before = stores.moment("before");
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = store.batches().get(0);
      batch.reserve(TestStores.demand(SMALL, 10));
      store.burn();
      assertBurnt(batch);
    }
    assertEquals(List.of("header", "journal"), files(stores), "deleted when it was closed");
    try (StoreDirectory store = stores.open()) {
      assertBurnt(store.batches().get(0));
      DiskPrepStore next = TestStores.begin(store, 2);
      TestStores.put(next, SMALL, 0, 5);
      next.commit();
      assertEquals(range(0, 5), TestStores.use(next, SMALL, 5));
    }
    TestStores.restore(home.resolve("moment before/store/batch-000001"), stores.batch());
    assertEnds(BadFile.class, stores::open, "stands further back");
    before.restoreFolder();
    assertEnds(BadFile.class, stores::open, "stands further back");
  }

  private static void assertBurnt(DiskPrepStore batch) {
    assertEquals(0, batch.available(SMALL));
    assertEnds(Exhausted.class, () -> batch.lease(SMALL, 1), "destroyed", "MAKE_NEW_STORE");
    assertEnds(Exhausted.class, () -> batch.reserve(TestStores.demand(SMALL, 1)), "destroyed");
    assertEnds(Exhausted.class, batch::openKeys, "destroyed");
  }

  private static List<String> files(TestStores stores) throws Exception {
    try (Stream<Path> files = Files.list(stores.batch())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** The journal is a copy from before the burning, the record is not. */
  @Test
  void aBurntStoreWhoseJournalIsPutBack() throws Exception {
    TestStores stores = used(false);
    Path kept = home.resolve("journal before");
    Files.copy(stores.journal(), kept);
    try (StoreDirectory store = stores.open()) {
      store.burn();
    }
    Files.copy(kept, stores.journal(), StandardCopyOption.REPLACE_EXISTING);
    assertEnds(BadFile.class, stores::open, "stands further back");
  }

  @Test
  void manyBatchesInOrder() throws Exception {
    TestStores stores = new TestStores(home, false);
    Map<Integer, Integer> made = new TreeMap<>();
    for (int number = 1; number <= 12; number++) {
      try (StoreDirectory store = stores.create()) {
        DiskPrepStore batch = TestStores.begin(store, number);
        TestStores.put(batch, SMALL, 100L * number, 1);
        batch.commit();
        made.put(number, 1);
      }
    }
    try (StoreDirectory store = stores.open()) {
      assertEquals(made.size(), store.batches().size());
      for (int i = 0; i < made.size(); i++) {
        long first = 100L * (i + 1);
        assertEquals(range(first, first + 1), TestStores.use(store.batches().get(i), SMALL, 1));
      }
    }
  }
}
