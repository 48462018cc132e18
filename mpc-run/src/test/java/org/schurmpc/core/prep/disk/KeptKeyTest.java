package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.KeptKey;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Batches under one key, and what a process that ends in a check leaves of the key. */
class KeptKeyTest {
  private static final String KEY = "5e".repeat(32);
  private static final String OTHER = "07".repeat(32);
  private static final long[] ALPHA = {77, 78};
  private static final long[] SETUP = {1, 2, 3, 4};

  @TempDir Path home;
  private TestStores stores;

  @BeforeEach
  void make() throws Exception {
    stores = new TestStores(home, true);
    try (StoreDirectory store = stores.create()) {
      add(store, KEY, 1);
    }
  }

  private static DiskPrepStore begin(StoreDirectory store, String key, int number)
      throws MpcException {
    return store.begin(TestStores.PURPOSE, Optional.of(key), TestStores.id(number), "test", false);
  }

  private static void add(StoreDirectory store, String key, int number) throws MpcException {
    DiskPrepStore batch = begin(store, key, number);
    batch.keys(TestStores.MATERIAL, ALPHA);
    batch.setup(SETUP);
    TestStores.put(batch, SMALL, 0, 10);
    batch.commit();
  }

  private static void assertKept(StoreDirectory store) throws MpcException {
    assertEquals(Optional.of(KEY), store.key());
    try (KeptKey key = store.keys().read(KEY)) {
      assertArrayEquals(ALPHA, key.keys());
      assertArrayEquals(SETUP, key.setup());
    }
  }

  @Test
  void theKeyOutlivesTheMaterial() throws Exception {
    stores.useOnce(SMALL, 10);
    try (StoreDirectory store = stores.open()) {
      assertEquals(0, store.batches().get(0).available(SMALL));
      assertKept(store);
      add(store, KEY, 2);
    }
    try (StoreDirectory store = stores.open()) {
      assertKept(store);
      assertEquals(Optional.of(KEY), store.batches().get(1).header().key());
    }
  }

  @Test
  void aFailedCheckDestroysKeyAndSetup() throws Exception {
    try (StoreDirectory store = stores.open()) {
      store.burn();
    }
    for (String secret : new String[] {"keys", "setup"}) {
      assertFalse(Files.exists(stores.batch().resolve(secret)), secret);
    }
    try (StoreDirectory store = stores.open()) {
      assertEquals(Optional.empty(), store.key());
      assertThrows(Exhausted.class, () -> store.batches().get(0).keptKey());
      add(store, OTHER, 2); // a new key
    }
    for (int opening = 0; opening < 2; opening++) {
      try (StoreDirectory store = stores.open()) {
        assertTrue(store.batches().get(0).burnt());
        assertFalse(store.batches().get(1).burnt());
        assertEquals(Optional.of(OTHER), store.key());
      }
    }
  }

  /** The store that is opened after the kill has no batch left that the verdict concerns. */
  @Test
  void aLostVerdictIsFoundBesideADestroyedBatch() throws Exception {
    try (StoreDirectory store = stores.open()) {
      add(store, KEY, 2);
    }
    TestStores.copy(stores.folder, home.resolve("copy"));
    TestStores.delete(home.resolve("copy").resolve("batch-000001"));
    TestStores.delete(stores.folder.resolve("batch-000002"));
    StoreDirectory store = stores.open();
    store.batches().get(0).openKeys();
    store.verdicts().pending();
    store.batches().get(0).burn();
    TestStores.Moment killed = stores.moment("killed");
    store.close();
    killed.restoreAll();
    Files.delete(VerdictMark.file(stores.records, KeyRecord.name(KEY, 0)));
    try (StoreDirectory first = stores.open()) {
      assertTrue(first.batches().get(0).burnt());
    }
    try (StoreDirectory copy = StoreDirectory.open(home.resolve("copy"), stores.access)) {
      assertTrue(copy.batches().get(0).burnt());
    }
  }

  @Test
  void aChangedSetupIsRefused() throws Exception {
    TestStores.flip(stores.batch().resolve("setup"), 5);
    try (StoreDirectory store = stores.open()) {
      assertThrows(BadFile.class, () -> store.keys().read(KEY));
    }
  }

  /** Keys and set-up have places of their own: a file in the place of the other one is changed. */
  @Test
  void keysAreNoSetup() throws Exception {
    Files.copy(
        stores.batch().resolve("keys"),
        stores.batch().resolve("setup"),
        StandardCopyOption.REPLACE_EXISTING);
    try (StoreDirectory store = stores.open()) {
      assertThrows(BadFile.class, () -> store.keys().read(KEY));
    }
  }

  @Test
  void aStoreKeepsOneKey() throws Exception {
    try (StoreDirectory store = stores.open()) {
      assertThrows(IllegalStateException.class, () -> begin(store, OTHER, 2));
    }
  }

  /** A kill in a check of a session that used the second batch alone. */
  private void killInACheckOfTheSecondBatch() throws Exception {
    try (StoreDirectory store = stores.open()) {
      add(store, KEY, 2);
    }
    StoreDirectory store = stores.open();
    store.batches().get(1).openKeys();
    store.verdicts().pending();
    TestStores.Moment moment = stores.moment("killed");
    store.close();
    moment.restoreAll();
  }

  @Test
  void aCopyFromBeforeTheSecondBatchIsOfNoUse() throws Exception {
    TestStores.Moment before = stores.moment("before");
    killInACheckOfTheSecondBatch();
    before.restoreFolder();
    try (StoreDirectory store = stores.open()) {
      assertEquals(1, store.batches().size());
      assertTrue(store.batches().get(0).burnt());
      assertEquals(Optional.empty(), store.key());
    }
  }

  /** Neither is one that a copy is made of from there on, nor after it was found destroyed. */
  @Test
  void noCopyIsOfUseAfterTheDestruction() throws Exception {
    TestStores.Moment before = stores.moment("before");
    killInACheckOfTheSecondBatch();
    try (StoreDirectory store = stores.open()) {
      assertTrue(store.batches().stream().allMatch(DiskPrepStore::burnt));
    }
    before.restoreFolder();
    assertEnds(BadFile.class, stores::open, "it was destroyed");
  }

  /** A folder put together of one batch, which no check ever used. */
  @Test
  void aFolderOfAnotherBatchAloneIsOfNoUse() throws Exception {
    try (StoreDirectory store = stores.open()) {
      add(store, KEY, 2);
    }
    TestStores.Moment both = stores.moment("both");
    StoreDirectory store = stores.open();
    store.batches().get(0).openKeys();
    store.verdicts().pending();
    TestStores.Moment killed = stores.moment("killed");
    store.close();
    killed.restoreAll();
    both.restoreFolder();
    TestStores.delete(stores.batch());
    try (StoreDirectory second = stores.open()) {
      assertEquals(1, second.batches().size());
      assertTrue(second.batches().get(0).burnt());
    }
  }

  /** More material is made under the key, without any batch in use, and a check is pending. */
  @Test
  void readingTheKeyIsAUseOfIt() throws Exception {
    StoreDirectory store = stores.open();
    store.verdicts().pending();
    store.keys().read(KEY).close();
    TestStores.Moment moment = stores.moment("killed");
    store.close();
    moment.restoreAll();
    try (StoreDirectory again = stores.open()) {
      assertTrue(again.batches().get(0).burnt());
    }
  }

  /** The folder says by itself that a verdict was pending: the records remain behind. */
  @ParameterizedTest(name = "pending first: {0}")
  @ValueSource(booleans = {false, true})
  void aFolderMovedAfterAKillInACheckOfNewMaterialIsOfNoUse(boolean pendingFirst) throws Exception {
    StoreDirectory store = stores.open();
    if (pendingFirst) {
      store.verdicts().pending();
    }
    store.keys().read(KEY).close();
    if (!pendingFirst) {
      store.verdicts().pending();
    }
    TestStores.Moment killed = stores.moment("killed");
    store.close();
    killed.restoreFolder();
    TestStores.delete(stores.records);
    try (StoreDirectory moved = StoreDirectory.adopt(stores.folder, stores.access)) {
      assertTrue(moved.batches().get(0).burnt());
      assertEquals(Optional.empty(), moved.key());
    }
  }

  @Test
  void aCheckThatPassedLeavesTheKey() throws Exception {
    try (StoreDirectory store = stores.open()) {
      store.keys().read(KEY).close();
      store.verdicts().pending();
      store.verdicts().passed();
    }
    try (StoreDirectory store = stores.open()) {
      assertKept(store);
    }
  }

  @Test
  void copiesDoNotShareAKeyAtOneTime() throws Exception {
    try (StoreDirectory store = stores.open()) {
      add(store, KEY, 2);
    }
    TestStores.copy(stores.folder, home.resolve("copy"));
    TestStores.delete(home.resolve("copy").resolve("batch-000001"));
    TestStores.delete(stores.folder.resolve("batch-000002"));
    try (StoreDirectory store = stores.open()) {
      assertEquals(1, store.batches().size());
      assertEnds(
          Refused.class,
          () -> StoreDirectory.open(home.resolve("copy"), stores.access),
          "another program uses");
    }
  }

  @Test
  void whoDestroysAStoreDestroysItsKey() throws Exception {
    try (StoreDirectory store = stores.open()) {
      add(store, KEY, 2);
    }
    TestStores.copy(stores.folder, home.resolve("copy"));
    TestStores.delete(stores.folder.resolve("batch-000002"));
    StoreDirectory.destroy(stores.folder, stores.records);
    TestStores.delete(home.resolve("copy").resolve("batch-000001"));
    try (StoreDirectory copy = StoreDirectory.open(home.resolve("copy"), stores.access)) {
      assertTrue(copy.batches().get(0).burnt());
    }
  }

  /** The key's record says so as well as its mark. */
  @ParameterizedTest(name = "mark lost: {0}")
  @ValueSource(booleans = {false, true})
  void aFailedCheckDestroysTheKeyOfFoldersOfOtherBatches(boolean markLost) throws Exception {
    try (StoreDirectory store = stores.open()) {
      add(store, KEY, 2);
    }
    Path copy = home.resolve("copy");
    TestStores.copy(stores.folder, copy);
    TestStores.delete(copy.resolve("batch-000001"));
    TestStores.delete(stores.folder.resolve("batch-000002"));
    try (StoreDirectory store = stores.open()) {
      store.burn();
    }
    if (markLost) {
      Files.delete(keyMark());
    }
    try (StoreDirectory second = StoreDirectory.open(copy, stores.access)) {
      assertEquals(1, second.batches().size());
      assertTrue(second.batches().get(0).burnt());
      assertEquals(Optional.empty(), second.key());
    }
  }

  /** A session outlived its store, and another folder with the key is open by then. */
  @Test
  void aDestroyedKeyIsOfNoUseAtOnce() throws Exception {
    try (StoreDirectory store = stores.open()) {
      add(store, KEY, 2);
    }
    Path copy = home.resolve("copy");
    TestStores.copy(stores.folder, copy);
    TestStores.delete(copy.resolve("batch-000001"));
    TestStores.delete(stores.folder.resolve("batch-000002"));
    StoreDirectory closed = stores.open();
    closed.close();
    try (StoreDirectory second = StoreDirectory.open(copy, stores.access)) {
      assertFalse(second.batches().get(0).burnt());
      closed.burn();
      assertTrue(second.batches().get(0).burnt());
      assertThrows(Exhausted.class, () -> second.batches().get(0).openKeys());
    }
  }

  /** A check of a session that uses other material: the keys were not read. */
  @Test
  void aCheckDoesNotConcernKeysThatAreNotInUse() throws Exception {
    StoreDirectory store = stores.open();
    store.verdicts().pending();
    TestStores.Moment killed = stores.moment("killed");
    store.close();
    killed.restoreAll();
    try (StoreDirectory again = stores.open()) {
      assertKept(again);
    }
  }

  private StoreDirectory open(String boot) throws MpcException {
    return StoreDirectory.open(stores.folder, stores.access, false, Optional.of(boot));
  }

  /** A session used the second batch alone; when its machine went down, no check was pending. */
  private TestStores.Moment stopBetweenChecks() throws Exception {
    try (StoreDirectory store = stores.open()) {
      add(store, KEY, 2);
    }
    StoreDirectory store = open("boot1");
    store.batches().get(1).openKeys();
    store.verdicts().pending();
    store.verdicts().passed();
    TestStores.Moment stopped = stores.moment("stopped");
    store.close();
    return stopped;
  }

  @Test
  void aRestartDuringAUseIsFoundWithoutTheBatchInUse() throws Exception {
    stopBetweenChecks().restoreAll();
    TestStores.delete(stores.folder.resolve("batch-000002"));
    try (StoreDirectory store = open("boot2")) {
      assertTrue(store.batches().get(0).burnt());
      assertEquals(Optional.empty(), store.key());
    }
  }

  @Test
  void aRestartAfterAUseIsNone() throws Exception {
    TestStores.Moment stopped = stopBetweenChecks(); // and closed the store then
    try (StoreDirectory store = open("boot2")) {
      assertKept(store);
    }
    stopped.restoreAll();
    TestStores.delete(stores.folder.resolve("batch-000002"));
    for (String boot : new String[] {"boot1", "boot2"}) {
      try (StoreDirectory store = open(boot)) { // killed only, and opened before the restart
        assertFalse(store.batches().get(0).burnt(), boot);
      }
    }
  }

  /** One batch with keys of its own beside the one under the key: either was in use. */
  private void restartBeside(int used) throws Exception {
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore own = TestStores.begin(store, 2);
      TestStores.put(own, SMALL, 0, 10);
      own.commit();
    }
    StoreDirectory store = open("boot1");
    store.batches().get(used).openKeys();
    store.verdicts().pending();
    store.verdicts().passed();
    TestStores.Moment stopped = stores.moment("stopped");
    store.close();
    stopped.restoreAll();
  }

  private void assertBurnt(StoreDirectory store, int which) {
    assertTrue(store.batches().get(which).burnt());
    assertFalse(store.batches().get(1 - which).burnt());
  }

  @Test
  void aRestartDuringAUseOfABatchWithKeysOfItsOwnLeavesTheKey() throws Exception {
    restartBeside(1);
    try (StoreDirectory store = StoreDirectory.look(stores.folder, stores.access)) {
      assertBurnt(store, 1);
    }
    try (StoreDirectory store = open("boot2")) {
      assertBurnt(store, 1);
      assertKept(store);
      assertEquals(Optional.empty(), store.destruction(), "the store is of use");
    }
    try (StoreDirectory store = open("boot2")) {
      assertBurnt(store, 1);
      assertKept(store);
      assertEquals(10, store.batches().get(0).available(SMALL));
      TestStores.use(store.batches().get(0), SMALL, 1);
    }
  }

  @Test
  void aRestartDuringAUseOfTheKeyLeavesBatchesWithKeysOfTheirOwn() throws Exception {
    restartBeside(0);
    for (int opening = 0; opening < 2; opening++) {
      try (StoreDirectory store = open("boot2")) {
        assertBurnt(store, 0);
        assertEquals(Optional.empty(), store.key());
        TestStores.use(store.batches().get(1), SMALL, 1);
      }
    }
  }

  private Path keyRecord() {
    return stores.records.resolve(KeyRecord.name(KEY, 0));
  }

  private Path keyMark() {
    return VerdictMark.file(stores.records, KeyRecord.name(KEY, 0));
  }

  @ParameterizedTest(name = "mark, too: {0}")
  @ValueSource(booleans = {false, true})
  void aBatchWhoseKeyLostItsRecordIsOfNoUse(boolean mark) throws Exception {
    Files.delete(keyRecord());
    if (mark) {
      Files.delete(keyMark());
    }
    try (StoreDirectory store = StoreDirectory.look(stores.folder, stores.access)) {
      assertTrue(store.batches().get(0).burnt());
    }
    assertFalse(Files.exists(keyRecord()));
    try (StoreDirectory store = stores.open()) {
      assertTrue(store.batches().get(0).burnt());
    }
  }

  /** The record is there again, but whoever created it was killed before it said anything. */
  @Test
  void aLostRecordIsNotForgotten() throws Exception {
    Files.delete(keyRecord());
    KeyRecord.forget(stores.records, KeyRecord.name(KEY, 0));
    KeyRecord.open(stores.records, KeyRecord.name(KEY, 0)).close();
    try (StoreDirectory store = stores.open()) {
      assertTrue(store.batches().get(0).burnt());
    }
  }

  /** The batch without a record, which comes first, does not hide what the other one says. */
  @Test
  void aLostRecordIsNotCreatedByAnotherBatch() throws Exception {
    try (StoreDirectory store = stores.open()) {
      add(store, KEY, 2);
    }
    Files.delete(keyRecord());
    Files.delete(stores.records.resolve(HexFormat.of().formatHex(TestStores.id(1)) + "-1"));
    assertEnds(BadFile.class, stores::open, "ADOPT_STORE");
    try (StoreDirectory store = StoreDirectory.adopt(stores.folder, stores.access)) {
      assertTrue(store.batches().stream().allMatch(DiskPrepStore::burnt));
    }
  }

  /** A crash cut the record off while it was created. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 38})
  void anIncompleteRecordIsBegunAnew(int bytes) throws Exception {
    byte[] whole = Files.readAllBytes(keyRecord());
    TestStores.delete(stores.records);
    Files.createDirectory(stores.records);
    Files.write(keyRecord(), Arrays.copyOf(whole, bytes));
    StoreDirectory.look(stores.folder, stores.access).close();
    try (StoreDirectory store = StoreDirectory.adopt(stores.folder, stores.access)) {
      assertKept(store);
    }
    assertArrayEquals(whole, Arrays.copyOf(Files.readAllBytes(keyRecord()), whole.length));
  }

  @Test
  void anIncompleteRecordOfSomethingElseIsRefused() throws Exception {
    TestStores.delete(stores.records);
    Files.createDirectory(stores.records);
    Files.write(keyRecord(), new byte[] {'b', 'u'});
    assertThrows(BadFile.class, () -> StoreDirectory.adopt(stores.folder, stores.access));
    assertArrayEquals(new byte[] {'b', 'u'}, Files.readAllBytes(keyRecord()));
  }

  /** Another program is creating the record, and has not written anything yet. */
  @Test
  void aRecordThatIsHeldIsNotReplaced() throws Exception {
    TestStores.delete(stores.records);
    Files.createDirectory(stores.records);
    Files.createFile(keyRecord());
    try (HeldFile held = HeldFile.open(keyRecord()).orElseThrow()) {
      assertEnds(
          Refused.class,
          () -> StoreDirectory.adopt(stores.folder, stores.access),
          "another program uses");
      assertTrue(held.isStill(keyRecord()));
      assertEquals(0, held.length());
    }
  }

  @Test
  void aReaderSeesADestroyedKey() throws Exception {
    TestStores.Moment before = stores.moment("before");
    killInACheckOfTheSecondBatch();
    before.restoreFolder();
    try (StoreDirectory store = StoreDirectory.look(stores.folder, stores.access)) {
      assertTrue(store.batches().get(0).burnt());
    }
  }

  @Test
  void oneSessionAtATimeUsesAKey() throws Exception {
    try (StoreDirectory store = stores.open()) {
      atPartyOne(
          first -> {
            store.guard(first);
            store.guard(first);
            atPartyOne(
                second -> assertThrows(IllegalStateException.class, () -> store.guard(second)));
          });
      atPartyOne(store::guard);
    }
  }

  /** Both sessions would make a key: the second one is refused before there is any. */
  @Test
  void aSessionThatMakesAKeyIsAlone() throws Exception {
    Files.createDirectory(home.resolve("new"));
    try (StoreDirectory store = new TestStores(home.resolve("new"), true).create()) {
      SessionPairs.run(
          first -> {
            Session fork = first.fork("a fork");
            if (first.party() == 0) {
              store.guard(first, true);
              assertRefused(store, false);
              assertRefused(store, true);
              store.guard(fork, true);
              first.close();
              assertRefused(store, true); // the fork is open
              fork.close();
              atPartyOne(second -> store.guard(second, true));
            }
            return null;
          });
    }
  }

  private static void assertRefused(StoreDirectory store, boolean keepsKey) throws Exception {
    atPartyOne(
        second -> assertThrows(IllegalStateException.class, () -> store.guard(second, keepsKey)));
  }

  /** Both sessions began when the store had no key, and the later one ended first. */
  @Test
  void allSessionsThatAreOpenCount() throws Exception {
    Files.createDirectory(home.resolve("new"));
    try (StoreDirectory store = new TestStores(home.resolve("new"), true).create()) {
      atPartyOne(
          first -> {
            store.guard(first);
            assertRefused(store, true); // would make a key
            atPartyOne(store::guard);
            add(store, KEY, 7);
            assertRefused(store, false);
          });
      atPartyOne(store::guard);
    }
  }

  @Test
  void aVerdictThatASessionLeftPendingKeepsOthersOut() throws Exception {
    try (StoreDirectory store = stores.open()) {
      atPartyOne(store::guard);
      store.verdicts().pending();
      assertRefused(store, false);
      store.verdicts().passed();
      atPartyOne(store::guard);
    }
  }

  /** The sessions began when the store had no key yet. */
  @Test
  void aFailedCheckEndsAllSessionsOfAStore() throws Exception {
    try (StoreDirectory store = stores.open()) {
      store.burn();
      atPartyOne(
          first -> {
            store.guard(first);
            atPartyOne(
                second -> {
                  store.guard(second);
                  second.require(true, Check.MAC, "the second");
                  assertThrows(
                      PeerCheated.class, () -> first.require(false, Check.MAC, "the first"));
                  assertThrows(
                      ConnectionLost.class, () -> second.require(true, Check.MAC, "the second"));
                  assertThrows(ConnectionLost.class, second::beginRound);
                });
          });
    }
  }

  private interface Use {
    void of(Session session) throws Exception;
  }

  private static void atPartyOne(Use use) throws Exception {
    SessionPairs.run(
        session -> {
          if (session.party() == 0) {
            use.of(session);
          }
          return null;
        });
  }

  @Test
  void setupComesBetweenKeysAndItems() throws Exception {
    try (StoreDirectory store = stores.open()) {
      DiskPrepStore batch = begin(store, KEY, 2);
      assertThrows(IllegalStateException.class, () -> batch.setup(SETUP));
      batch.keys(TestStores.MATERIAL, ALPHA);
      TestStores.put(batch, SMALL, 0, 1);
      assertThrows(IllegalStateException.class, () -> batch.setup(SETUP));
    }
  }

  @Test
  void aBatchWithKeysOfItsOwnIsOfTheFormerFormat() throws Exception {
    try (StoreDirectory store = stores.open()) {
      TestStores.begin(store, 2).setup(SETUP);
    }
    Path second = stores.folder.resolve("batch-000002");
    assertFalse(Files.exists(second.resolve("setup")));
    assertTrue(Files.readString(second.resolve("header")).contains("format 2\n"));
    assertTrue(Files.readString(stores.batch().resolve("header")).contains("format 3\n"));
  }
}
