package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.disk.StoreVerification.Outcome;
import org.schurmpc.core.prep.disk.StoreVerification.Violation;

/** Stores in real folders, of material whose one relation is that all parties have the same. */
class StoreVerificationTest {
  private static final String MATERIAL = "toy, wide";
  private static final MaterialKind SMALL = new MaterialKind("small", 3);

  /** Two of them in a chunk. */
  private static final MaterialKind LARGE = new MaterialKind("large", 1 << 16);

  private static final long[] KEYS = {77, 78};

  private static final List<String> NONE = List.of();

  @TempDir Path folder;

  private final List<StoreDirectory> open = new ArrayList<>();
  private Optional<StoreKey> key = Optional.empty();

  @AfterEach
  void close() {
    open.forEach(StoreDirectory::close);
  }

  private StoreAccess access() {
    return new StoreAccess(folder.resolve("records"), key);
  }

  private Path store(int party) {
    return folder.resolve("store-" + (party + 1));
  }

  private static StoreDirectory.Purpose purpose(int party, int parties, String circuit) {
    return new StoreDirectory.Purpose(
        "toy", MATERIAL, Map.of(), party, parties, Optional.of(circuit), List.of());
  }

  /** What a test puts into a batch. */
  private interface Content {
    void put(DiskPrepStore batch) throws MpcException;
  }

  /** Makes a batch of dealt material. */
  private void make(int party, int parties, int id, Content content) throws MpcException {
    make(store(party), purpose(party, parties, "c"), id, true, content);
  }

  private void make(
      Path store, StoreDirectory.Purpose purpose, int id, boolean dealt, Content content)
      throws MpcException {
    byte[] name = new byte[32];
    name[0] = (byte) id;
    try (StoreDirectory directory = StoreDirectory.openOrCreate(store, access())) {
      DiskPrepStore batch = directory.begin(purpose, name, "test", dealt);
      batch.keys(purpose.material(), KEYS);
      content.put(batch);
      batch.commit();
    }
  }

  /** Items that hold their position, from one on, and are equal at all parties. */
  private static void put(DiskPrepStore batch, MaterialKind kind, int from, int items)
      throws MpcException {
    long[] data = new long[items * kind.longsPerItem()];
    for (int i = 0; i < data.length; i++) {
      data[i] = (long) from + i / kind.longsPerItem();
    }
    batch.put(kind, data, 0, items);
  }

  /** One item that is another than it should be. */
  private static void putWrong(DiskPrepStore batch, MaterialKind kind) throws MpcException {
    batch.put(kind, new long[kind.longsPerItem()], 0, 1);
  }

  private StoreVerification verification(int parties) throws MpcException {
    for (int party = parties - 1; party >= 0; party--) { // in any order
      open.add(StoreDirectory.look(store(party), access()));
    }
    return StoreVerification.of(open, (header, keys) -> new Checker(parties, header, keys));
  }

  private Outcome run(StoreVerification verification) throws MpcException {
    List<Long> steps = new ArrayList<>(List.of(0L));
    Outcome outcome =
        verification.run(
            bytes -> {
              assertTrue(bytes > steps.get(steps.size() - 1), "some more: " + bytes);
              steps.add(bytes);
            });
    if (outcome.violation().isEmpty()) {
      assertEquals(verification.bytes(), steps.get(steps.size() - 1));
    }
    return outcome;
  }

  /** All parties' items are the same. */
  private static final class Checker implements MaterialChecker {
    Checker(int parties, StoreHeader header, List<long[]> keys) {
      assertEquals(MATERIAL, header.material());
      assertEquals(parties, keys.size());
      keys.forEach(each -> assertEquals(List.of(77L, 78L), List.of(each[0], each[1])));
    }

    @Override
    public List<MaterialKind> kinds() {
      return List.of(SMALL, LARGE);
    }

    @Override
    public Optional<String> check(MaterialKind kind, long[][] data, int[] offsets) {
      for (int party = 1; party < data.length; party++) {
        for (int i = 0; i < kind.longsPerItem(); i++) {
          if (data[party][offsets[party] + i] != data[0][offsets[0] + i]) {
            return Optional.of("party %d has another".formatted(party + 1));
          }
        }
      }
      return Optional.empty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void checksAllThatIsLeft(int parties) throws Exception {
    for (int party = 0; party < parties; party++) {
      int cut = 2 + party; // portions need not be the same
      for (int id = 0; id < 2; id++) {
        make(
            party,
            parties,
            id,
            batch -> {
              put(batch, LARGE, 0, cut);
              put(batch, SMALL, 0, 100);
              batch.commit();
              put(batch, LARGE, cut, 11 - cut);
            });
      }
    }
    StoreVerification verification = verification(parties);
    assertEquals(List.of(), verification.unmatched());
    assertEquals(Optional.empty(), verification.secret());
    assertEquals(2 * 8 * (11L * (1 << 16) + 300), verification.bytes());
    assertEquals(
        new Outcome(2, Map.of(LARGE, 22L, SMALL, 200L), NONE, Optional.empty()), run(verification));
  }

  @Test
  void readsEncryptedStores() throws Exception {
    key = Optional.of(StoreKey.parse("5a".repeat(StoreKey.BYTES), "test"));
    make(0, 2, 1, batch -> put(batch, SMALL, 0, 5));
    make(1, 2, 1, batch -> put(batch, SMALL, 0, 5));
    assertEquals(new Outcome(1, Map.of(SMALL, 5L), NONE, Optional.empty()), run(verification(2)));
    key = Optional.empty();
    assertThrows(Refused.class, () -> StoreDirectory.look(store(0), access()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5, 6})
  void namesTheFirstItemThatIsWrong(int wrong) throws Exception {
    make(0, 2, 1, batch -> put(batch, LARGE, 1, 7));
    make(
        1,
        2,
        1,
        batch -> {
          if (wrong > 0) {
            put(batch, LARGE, 1, wrong);
          }
          putWrong(batch, LARGE);
          for (int i = wrong + 1; i < 7; i++) {
            putWrong(batch, LARGE);
          }
        });
    Outcome outcome = run(verification(2));
    List<Path> batches =
        List.of(store(0).resolve("batch-000001"), store(1).resolve("batch-000001"));
    assertEquals(
        Optional.of(new Violation(batches, LARGE, wrong, "party 2 has another")),
        outcome.violation());
    assertEquals(Map.of(LARGE, (long) wrong), outcome.checked());
    assertEquals(
        "%s and %s: 'large', item %d: party 2 has another"
            .formatted(batches.get(0), batches.get(1), wrong),
        outcome.violation().orElseThrow().toString());
  }

  private void use(int party, MaterialKind kind, int items) throws MpcException {
    try (StoreDirectory store = StoreDirectory.open(store(party), access())) {
      DiskPrepStore batch = store.batches().get(0);
      batch.acquire();
      for (int done = 0; done < items; ) {
        done += batch.lease(kind, items - done).items();
      }
      batch.release();
    }
  }

  /** All files below, with what is in them. */
  private Map<Path, String> files() throws IOException {
    Map<Path, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) all::iterator) {
        files.put(
            file,
            Files.isRegularFile(file)
                ? HexFormat.of().formatHex(Files.readAllBytes(file))
                : "folder");
      }
    }
    return files;
  }

  @Test
  void looksAtWhatIsUnusedAndChangesNothing() throws Exception {
    make(
        0,
        2,
        1,
        batch -> {
          putWrong(batch, SMALL);
          put(batch, SMALL, 2, 4);
          put(batch, LARGE, 1, 3);
        });
    make(
        1,
        2,
        1,
        batch -> {
          put(batch, SMALL, 1, 5);
          put(batch, LARGE, 1, 2);
        });
    use(1, SMALL, 2);
    use(0, SMALL, 1);
    Map<Path, String> before = files();
    StoreVerification verification = verification(2);
    assertEquals(
        List.of(
            "1 items of 'small' in %s have no counterpart left"
                .formatted(store(0).resolve("batch-000001")),
            "1 items of 'large' in %s have no counterpart left"
                .formatted(store(0).resolve("batch-000001"))),
        verification.unmatched());
    assertEquals(
        new Outcome(1, Map.of(SMALL, 3L, LARGE, 2L), NONE, Optional.empty()), run(verification));
    DiskPrepStore looked = open.get(0).batches().get(0);
    assertThrows(IllegalStateException.class, () -> looked.lease(SMALL, 1));
    open.forEach(StoreDirectory::close);
    assertEquals(before, files());
    use(0, SMALL, 4);
    use(1, LARGE, 2);
  }

  @Test
  void whatIsUsedUpIsLeftAlone() throws Exception {
    make(0, 2, 1, batch -> put(batch, SMALL, 0, 5));
    make(1, 2, 1, batch -> put(batch, SMALL, 0, 5));
    use(0, SMALL, 5);
    StoreVerification verification = verification(2);
    assertEquals(1, verification.unmatched().size());
    assertEquals(new Outcome(0, Map.of(), NONE, Optional.empty()), run(verification));
  }

  @Test
  void saysWhichBatchesHaveNoCounterpart() throws Exception {
    make(0, 2, 1, batch -> put(batch, SMALL, 0, 5));
    make(0, 2, 2, batch -> put(batch, SMALL, 0, 6));
    make(0, 2, 3, batch -> put(batch, SMALL, 0, 7));
    make(1, 2, 3, batch -> put(batch, SMALL, 0, 7));
    make(1, 2, 2, batch -> put(batch, SMALL, 0, 6));
    make(1, 2, 4, batch -> put(batch, SMALL, 0, 8));
    try (StoreDirectory first = StoreDirectory.open(store(0), access())) {
      first.batches().get(1).burn();
    }
    StoreVerification verification = verification(2);
    List<String> notes = new ArrayList<>(verification.unmatched());
    notes.sort(null);
    assertEquals(
        List.of(
            store(0).resolve("batch-000001") + " has no counterpart in " + store(1),
            store(0).resolve("batch-000002") + " was destroyed",
            store(1).resolve("batch-000003") + " has no counterpart in " + store(0)),
        notes);
    assertEquals(new Outcome(1, Map.of(SMALL, 7L), NONE, Optional.empty()), run(verification));
  }

  @Test
  void refusesStoresThatDoNotBelongTogether() throws Exception {
    make(0, 2, 1, batch -> put(batch, SMALL, 0, 5));
    make(1, 2, 2, batch -> put(batch, SMALL, 0, 5));
    assertSays(Refused.class, "have no batch in common", () -> verification(2));
  }

  @Test
  void refusesOtherNumbersOfParties() throws Exception {
    for (int party = 0; party < 3; party++) {
      make(party, 3, 1, batch -> put(batch, SMALL, 0, 5));
    }
    assertSays(Refused.class, "is for 3 parties", () -> verification(2));
  }

  @Test
  void refusesOnePartyTwice() throws Exception {
    make(0, 2, 1, batch -> put(batch, SMALL, 0, 5));
    copy(store(0), store(1));
    assertSays(Refused.class, "both are party 1's", () -> verification(2));
  }

  private interface Call {
    void run() throws Exception;
  }

  private static void assertSays(Class<? extends Exception> type, String what, Call call) {
    Exception e = assertThrows(type, call::run);
    assertTrue(e.getMessage().contains(what), e.getMessage());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : (Iterable<Path>) all::iterator) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  @Test
  void findsHeadersThatDiffer() throws Exception {
    assertHeadersDiffer("protocol", "other", MATERIAL, "c", List.of());
    assertHeadersDiffer("material", "toy", "toy, narrow", "c", List.of());
    assertHeadersDiffer("certificates", "toy", MATERIAL, "c", List.of("one", "two"));
    assertHeadersDiffer("circuit", "toy", MATERIAL, "other", List.of());
  }

  private void assertHeadersDiffer(
      String in, String protocol, String material, String circuit, List<String> certificates)
      throws Exception {
    StoreDirectory.Purpose second =
        new StoreDirectory.Purpose(
            protocol, material, Map.of(), 1, 2, Optional.of(circuit), certificates);
    folder = Files.createDirectory(folder.resolve(in));
    make(0, 2, 1, batch -> put(batch, SMALL, 0, 5));
    make(store(1), second, 1, true, batch -> put(batch, SMALL, 0, 5));
    assertSays(BadFile.class, "headers differ in " + in, () -> verification(2));
    open.forEach(StoreDirectory::close);
    open.clear();
  }

  private void makeKept(int party, String keyId, int id, long... keys) throws MpcException {
    byte[] name = new byte[32];
    name[0] = (byte) id;
    try (StoreDirectory directory = StoreDirectory.openOrCreate(store(party), access())) {
      DiskPrepStore batch =
          directory.begin(purpose(party, 2, "c"), Optional.of(keyId), name, "test", true);
      batch.keys(MATERIAL, keys);
      batch.setup(new long[] {1});
      put(batch, SMALL, 0, 5);
      batch.commit();
    }
  }

  @Test
  void findsHeadersThatNameOtherKeys() throws Exception {
    makeKept(0, "5e".repeat(32), 1, KEYS);
    makeKept(1, "07".repeat(32), 1, KEYS);
    assertSays(BadFile.class, "headers differ in key", () -> verification(2));
  }

  @ParameterizedTest(name = "used up: {0}")
  @ValueSource(booleans = {false, true})
  void findsBatchesOfOneKeyThatHoldOtherKeys(boolean usedUp) throws Exception {
    for (int party = 0; party < 2; party++) {
      makeKept(party, "5e".repeat(32), 1, KEYS);
      makeKept(party, "5e".repeat(32), 2, 77, 78 + party);
      if (usedUp) {
        use(party, SMALL, 5);
      }
    }
    StoreVerification verification = verification(2);
    assertSays(BadFile.class, "name one key, but hold different ones", () -> run(verification));
  }

  @Test
  void checksBatchesOfOneKey() throws Exception {
    for (int party = 0; party < 2; party++) {
      makeKept(party, "5e".repeat(32), 1, KEYS);
      makeKept(party, "5e".repeat(32), 2, KEYS);
    }
    assertEquals(new Outcome(2, Map.of(SMALL, 10L), NONE, Optional.empty()), run(verification(2)));
  }

  @Test
  void knowsWhatNoDealerMade() throws Exception {
    for (int i = 0; i < 2; i++) {
      make(store(i), purpose(i, 2, "c"), 1, false, batch -> put(batch, SMALL, 0, 5));
      make(i, 2, 2, batch -> put(batch, SMALL, 0, 5));
    }
    assertEquals(Optional.of(store(0).resolve("batch-000001")), verification(2).secret());
  }

  /** The header is what everybody goes by, so that nobody can call material dealt that is not. */
  @Test
  void findsHeadersOfWhichOneSaysThatItWasDealt() throws Exception {
    make(0, 2, 1, batch -> put(batch, SMALL, 0, 5));
    make(store(1), purpose(1, 2, "c"), 1, false, batch -> put(batch, SMALL, 0, 5));
    assertSays(BadFile.class, "headers differ in insecure", () -> verification(2));
  }

  @Test
  void findsDamage() throws Exception {
    make(0, 2, 1, batch -> put(batch, LARGE, 0, 5));
    make(1, 2, 1, batch -> put(batch, LARGE, 0, 5));
    Path file = store(1).resolve("batch-000001").resolve("portion-0-kind-0");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 20] ^= 1;
    Files.write(file, bytes);
    StoreVerification verification = verification(2);
    assertSays(BadFile.class, "chunk 2 is not what was written", () -> run(verification));
  }

  @Test
  void findsMaterialThatTheProtocolDoesNotHave() throws Exception {
    MaterialKind other = new MaterialKind("other", 1);
    make(0, 2, 1, batch -> put(batch, other, 0, 5));
    make(1, 2, 1, batch -> put(batch, other, 0, 5));
    StoreVerification verification = verification(2);
    assertSays(BadFile.class, "hold 'other', which is no material", () -> run(verification));
  }

  /** Of a peer's store that was used on the peer's machine there is no record here. */
  @Test
  void looksAtStoresOfOtherMachinesAndNotAtThosePutBack() throws Exception {
    make(0, 2, 1, batch -> put(batch, SMALL, 0, 5));
    make(1, 2, 1, batch -> put(batch, SMALL, 0, 5));
    Path old = folder.resolve("old");
    copy(store(0), old);
    use(0, SMALL, 2);
    StoreAccess elsewhere = new StoreAccess(folder.resolve("other-records"), key);
    StoreDirectory.look(store(0), elsewhere).close();
    assertTrue(Files.notExists(elsewhere.records()));
    assertSays(BadFile.class, "further back", () -> StoreDirectory.look(old, access()));
  }
}
