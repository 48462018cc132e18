package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;
import static org.schurmpc.core.prep.disk.TestStores.range;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.session.SessionPairs;

/** A program keeps a store open for long, and the machine goes down while it checks nothing. */
class RestTest {
  private static final Optional<String> BOOT = Optional.of("0b001");
  private static final Optional<String> NEXT_BOOT = Optional.of("0b002");
  private static final String KEY = "5e".repeat(32);
  private static final String PENDING = "while the verdict of a check was pending";
  private static final String RESTARTED = "before this machine was started anew";

  @TempDir Path home;
  private TestStores stores;

  /** A batch under a key that the store keeps, and one with keys of its own. */
  @BeforeEach
  void make() throws Exception {
    stores = new TestStores(home, true);
    try (StoreDirectory store = stores.create()) {
      for (Optional<String> key : List.of(Optional.of(KEY), Optional.<String>empty())) {
        int number = key.isPresent() ? 1 : 2;
        DiskPrepStore batch =
            store.begin(TestStores.PURPOSE, key, TestStores.id(number), "test", false);
        batch.keys(TestStores.MATERIAL, new long[] {77, 78});
        batch.setup(new long[] {1, 2});
        TestStores.put(batch, SMALL, 0, 10);
        batch.commit();
      }
    }
  }

  private StoreDirectory open(Optional<String> boot) throws MpcException {
    return StoreDirectory.open(stores.folder, stores.access, false, boot);
  }

  private StoreDirectory use() throws MpcException {
    StoreDirectory store = open(BOOT);
    for (DiskPrepStore batch : store.batches()) {
      batch.openKeys();
    }
    return store;
  }

  private static void check(StoreDirectory store) throws MpcException {
    store.verdicts().pending();
    store.verdicts().passed();
  }

  /** The machine goes down now, and the store is opened in another boot. */
  private StoreDirectory restart(StoreDirectory store) throws Exception {
    return kill(store, NEXT_BOOT);
  }

  private StoreDirectory kill(StoreDirectory store, Optional<String> boot) throws Exception {
    TestStores.Moment moment = stores.moment("down " + System.nanoTime());
    store.close();
    moment.restoreAll();
    return open(boot);
  }

  private static void assertServes(StoreDirectory opened) throws Exception {
    try (StoreDirectory store = opened) {
      assertEquals(Optional.of(KEY), store.key());
      for (DiskPrepStore batch : store.batches()) {
        assertFalse(batch.burnt());
        batch.openKeys();
        assertEquals(range(0, 2), TestStores.use(batch, SMALL, 2));
      }
    }
  }

  private static void assertDestroyed(StoreDirectory opened, String reason) throws Exception {
    try (StoreDirectory store = opened) {
      assertEquals(Optional.empty(), store.key());
      for (DiskPrepStore batch : store.batches()) {
        assertEnds(MpcException.class, batch::openKeys, reason);
      }
    }
  }

  @Test
  void aMachineThatGoesDownAtRestCostsNothing() throws Exception {
    StoreDirectory store = use();
    check(store);
    check(store);
    store.rest();
    assertServes(restart(store));
  }

  @Test
  void withoutRestItCostsTheKeys() throws Exception {
    StoreDirectory store = use();
    check(store);
    assertDestroyed(restart(store), RESTARTED);
  }

  /** Nothing in the journal says that no verdict is pending, be the mark on the disk or not. */
  @ParameterizedTest(name = "the mark is on the disk: {0}")
  @ValueSource(booleans = {false, true})
  void noRestWhileAVerdictIsPending(boolean marked) throws Exception {
    StoreDirectory store = use();
    store.verdicts().pending();
    store.rest();
    if (!marked) {
      loseMarks();
    }
    assertDestroyed(restart(store), marked ? PENDING : RESTARTED);
  }

  @Test
  void theMachineGoesDownInACheckAfterTheRest() throws Exception {
    StoreDirectory store = use();
    check(store);
    store.rest();
    store.verdicts().pending();
    loseMarks();
    assertDestroyed(restart(store), RESTARTED);
  }

  /** What is on the disk if the pages were not written since they were made. */
  private void loseMarks() throws Exception {
    for (Path mark : marks()) {
      Files.write(mark, new byte[] {'c'}, StandardOpenOption.WRITE);
    }
  }

  private List<Path> marks() throws Exception {
    try (Stream<Path> files = Files.list(stores.records)) {
      return files.filter(file -> file.toString().endsWith(VerdictMark.SUFFIX)).toList();
    }
  }

  @Test
  void noRestWhileAVerdictOfAnotherSessionIsPending() throws Exception {
    StoreDirectory store = use();
    store.verdicts().pending();
    check(store);
    store.rest();
    assertDestroyed(restart(store), PENDING);
  }

  /** A check after the rest is noted as the first one was, and so is a kill in it. */
  @ParameterizedTest(name = "killed in the check: {0}")
  @ValueSource(booleans = {false, true})
  void aCheckEndsTheRest(boolean killed) throws Exception {
    StoreDirectory store = use();
    check(store);
    store.rest();
    if (killed) {
      store.verdicts().pending();
      assertDestroyed(kill(store, BOOT), PENDING);
    } else {
      check(store);
      assertDestroyed(restart(store), RESTARTED);
    }
  }

  /** Two lines for a rest and the check after it, none for a rest after which nothing came. */
  @Test
  void aRestWithoutACheckWritesNothing() throws Exception {
    Path journal = stores.journal();
    try (StoreDirectory store = use()) {
      long lines = Files.readAllLines(journal).size();
      store.rest();
      assertEquals(lines, Files.readAllLines(journal).size());
      check(store);
      store.rest();
      store.rest();
      assertEquals(lines + 2, Files.readAllLines(journal).size());
      check(store);
      assertEquals(lines + 3, Files.readAllLines(journal).size());
      store.rest();
    }
    try (StoreDirectory looked = StoreDirectory.look(stores.folder, stores.access)) {
      looked.rest();
    }
    StoreDirectory closed = use();
    check(closed);
    closed.close();
    closed.rest();
    assertServes(open(NEXT_BOOT));
  }

  /** The mark on the disk may be that of an earlier check until the page is written. */
  @Test
  void theMarksAreOnTheDiskBeforeTheRestIsNoted() throws Exception {
    assumeTrue(Set.of("ext4", "xfs", "btrfs").contains(Files.getFileStore(home).type()));
    assumeTrue(Files.isReadable(Path.of("/proc/self/smaps")));
    try (StoreDirectory store = use()) {
      boolean dirty = false;
      for (int i = 0; i < 20 && !dirty; i++) { // the system may write a page at any moment
        check(store);
        dirty = marks().stream().allMatch(RestTest::isDirty);
      }
      assumeTrue(dirty);
      store.rest();
      assertTrue(marks().stream().noneMatch(RestTest::isDirty));
    }
  }

  /** Returns whether a page of a file is in memory in another state than on the disk. */
  private static boolean isDirty(Path file) {
    try {
      boolean within = false;
      for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
        if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
          within = line.endsWith(" " + file.toRealPath());
        } else if (within && line.matches("(Shared|Private)_Dirty: +[1-9][0-9]* kB")) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rest is noted in part, or not at all: the next check does not rely on either. */
  @ParameterizedTest(name = "the journal: {0}")
  @ValueSource(booleans = {false, true})
  void aRestThatCannotBeNoted(boolean journal) throws Exception {
    StoreDirectory store = use();
    check(store);
    if (journal) {
      BurnOrderTest.breakJournal(store.batches().get(1));
    } else {
      BurnOrderTest.breakRecord(store.batches().get(1));
    }
    store.rest();
    assertThrows(BadFile.class, () -> store.verdicts().pending());
    assertFalse(store.verdicts().arePending());
    store.close();
  }

  /** A session that outlives its store: its mark would be nothing that a restart finds. */
  @Test
  void aCheckWithAKeptKeyAfterTheStoreWasClosed() throws Exception {
    StoreDirectory store = use();
    check(store);
    store.close();
    assertThrows(BadFile.class, () -> store.verdicts().pending());
    assertServes(open(NEXT_BOOT));
  }

  /** If an interrupted thread wrote to the journal, the JVM would close it. */
  @Test
  void anInterruptedThread() throws Exception {
    StoreDirectory store = use();
    check(store);
    Thread.currentThread().interrupt();
    store.rest();
    assertTrue(Thread.interrupted());
    check(store);
    store.rest();
    assertServes(restart(store));
  }

  /** Another program, which has opened the store since, found a check failed. */
  @Test
  void whatAnotherProgramMarksAsBurnt() throws Exception {
    StoreDirectory store = use();
    check(store);
    for (Path mark : marks()) {
      VerdictMark.open(mark, VerdictMark.State.UNKNOWN).burn();
    }
    long lines = Files.readAllLines(stores.journal()).size();
    store.rest();
    assertEquals(lines, Files.readAllLines(stores.journal()).size());
    assertDestroyed(restart(store), "a check of the protocol failed");
  }

  @Test
  void aBurntStoreStaysBurnt() throws Exception {
    StoreDirectory store = use();
    check(store);
    store.burn();
    long lines = Files.readAllLines(stores.journal()).size();
    store.rest();
    assertEquals(lines, Files.readAllLines(stores.journal()).size());
    store.close();
    try (StoreDirectory again = open(BOOT)) {
      assertTrue(again.batches().stream().allMatch(DiskPrepStore::burnt));
    }
  }

  private enum Memory {
    AT_REST,
    CHECKED,
    PENDING
  }

  /** Memory of a program, which listens to the checks of a session. */
  private Path memory(KeptParties parties, Memory how, boolean interrupted) throws Exception {
    Path[] moment = new Path[1];
    SessionPairs.run(
        session -> {
          int party = session.party();
          try (KeptState memory =
              KeptState.open(
                  parties.folder(party), parties.access(party), parties.binding(party), BOOT)) {
            KeptState.agree(session, memory, OptionalLong.empty());
            memory.listener().pending();
            if (how != Memory.PENDING) {
              memory.listener().passed();
            }
            if (how != Memory.CHECKED) {
              if (interrupted) {
                Thread.currentThread().interrupt();
              }
              memory.rest();
              assertEquals(interrupted, Thread.interrupted());
            }
            if (party == 0) {
              moment[0] = parties.moment(0, how.name());
            }
            if (how == Memory.PENDING) {
              memory.listener().passed();
            }
          }
          return null;
        });
    return moment[0];
  }

  @Test
  void memoryThatIsKeptRestsAsWell() throws Exception {
    KeptParties parties = new KeptParties(home.resolve("memory"), 2, true);
    parties.run(parties::whole);
    for (Memory how : Memory.values()) {
      for (boolean interrupted : new boolean[] {false, true}) {
        Path fresh = parties.moment(0, "fresh");
        parties.restore(0, memory(parties, how, interrupted));
        if (how == Memory.AT_REST) {
          openMemory(parties).close();
        } else {
          assertThrows(BadFile.class, () -> openMemory(parties), how.name());
        }
        parties.restore(0, fresh);
      }
    }
    KeptState closed = openMemory(parties);
    closed.close();
    closed.rest();
  }

  private static KeptState openMemory(KeptParties parties) throws MpcException {
    return KeptState.open(parties.folder(0), parties.access(0), parties.binding(0), NEXT_BOOT);
  }
}
