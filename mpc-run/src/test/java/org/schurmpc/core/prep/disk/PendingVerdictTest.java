package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;
import static org.schurmpc.core.prep.disk.TestStores.range;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** A process that ends at once while a check is under way, and what it leaves of its store. */
class PendingVerdictTest {
  private static final long LIMIT_SECONDS = 60;
  private static final String PENDING = "while the verdict of a check was pending";
  private static final String RESTARTED = "before this machine was started anew";
  private static final Optional<String> BOOT = Optional.of("0b001");
  private static final Optional<String> NEXT_BOOT = Optional.of("0b002");

  @TempDir Path home;
  private TestStores stores;

  @BeforeEach
  void make() throws Exception {
    stores = new TestStores(home, true);
    try (StoreDirectory store = stores.create()) {
      for (int number = 1; number <= 2; number++) {
        DiskPrepStore batch = TestStores.begin(store, number);
        TestStores.put(batch, SMALL, 0, 10);
        batch.commit();
      }
    }
  }

  private StoreDirectory open(Optional<String> boot) throws MpcException {
    return StoreDirectory.open(stores.folder, stores.access, false, boot);
  }

  /** A store in use: the first batch's keys are read. */
  private StoreDirectory use(Optional<String> boot) throws MpcException {
    StoreDirectory store = open(boot);
    store.batches().get(0).openKeys();
    return store;
  }

  private Path journal(int batch) {
    return stores.folder.resolve("batch-00000" + batch).resolve(BatchFolder.JOURNAL);
  }

  private List<Path> outside(boolean marks) throws Exception {
    try (Stream<Path> files = Files.list(stores.records)) {
      return files
          .filter(file -> file.toString().endsWith(VerdictMark.SUFFIX) == marks)
          .sorted()
          .toList();
    }
  }

  /** What is on disk of the first batch, with the process as good as dead. */
  private TestStores.Moment kill(StoreDirectory store, String name) throws Exception {
    TestStores.Moment moment = stores.moment(name);
    store.close();
    moment.restoreAll();
    return moment;
  }

  /**
   * All batches are gone, by one sentence with a reason; a copy from before is of no use either.
   */
  private void assertDestroyed(StoreDirectory opened, String reason) throws Exception {
    try (StoreDirectory store = opened) {
      assertEquals(2, store.batches().size());
      assertTrue(store.destruction().orElseThrow().contains(reason), store.destruction().get());
      for (DiskPrepStore batch : store.batches()) {
        assertTrue(batch.burnt());
        assertEnds(Exhausted.class, batch::openKeys, "destroyed", reason, "MAKE_NEW_STORE");
        assertEnds(
            Exhausted.class, () -> batch.reserve(TestStores.demand(SMALL, 1)), "destroyed", reason);
        assertFalse(Files.exists(batch.folder().resolve("keys")));
        assertFalse(Files.exists(batch.folder().resolve("portion-0-kind-0")));
      }
    }
    try (StoreDirectory store = stores.open()) { // as any burnt store
      assertTrue(store.destruction().orElseThrow().contains(reason));
      TestStores.begin(store, 3);
    }
  }

  /** Begins a check with a store's keys, and waits to be killed. */
  static final class Checker {
    private Checker() {}

    public static void main(String[] arguments) throws Exception {
      StoreAccess access =
          new StoreAccess(Path.of(arguments[1]), Optional.of(TestStores.key("5a")));
      try (StoreDirectory store = StoreDirectory.open(Path.of(arguments[0]), access)) {
        store.batches().get(0).openKeys();
        store.verdicts().pending();
        if (arguments[2].equals("passed")) {
          store.verdicts().passed();
        }
        System.out.println("here");
        System.in.read();
      }
    }
  }

  /** Judges a check with a store's keys, which takes a second after it said that it began. */
  static final class Judge {
    private Judge() {}

    public static void main(String[] arguments) throws Exception {
      StoreAccess access =
          new StoreAccess(Path.of(arguments[1]), Optional.of(TestStores.key("5a")));
      try (StoreDirectory store = StoreDirectory.open(Path.of(arguments[0]), access)) {
        store.batches().get(0).openKeys();
        SessionPairs.run(
            session -> {
              if (session.party() == 1) {
                return null;
              }
              store.guard(session);
              session.judge(Check.MAC, "a check", () -> answerLate(arguments[2]));
              try {
                session.judge(Check.MAC, "a second check", () -> System.out.println("second"));
              } catch (ConnectionLost e) {
                System.out.println(e.getMessage());
              }
              Thread.sleep(LIMIT_SECONDS * 1000L);
              return null;
            });
      }
    }

    private static void answerLate(String how) throws ConnectionLost {
      System.out.println("here");
      try {
        Thread.sleep(how.equals("slow") ? LIMIT_SECONDS * 1000L : 1000);
      } catch (InterruptedException e) {
        throw new ConnectionLost("interrupted", e);
      }
    }
  }

  private String terminate(String how) throws Exception {
    Process process = start(Judge.class, how);
    process.destroy(); // SIGTERM
    assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it has ended");
    return Files.readString(home.resolve("said"));
  }

  @Test
  void aProcessThatIsAskedToEndWaitsForTheVerdict() throws Exception {
    String said = terminate("fast");
    assertFalse(said.contains("second"), said);
    assertEquals(range(0, 3), stores.useOnce(SMALL, 3));
  }

  /** The wait has a limit. */
  @Test
  @Tag("slow")
  void aVerdictThatDoesNotComeIsNotAwaitedForLong() throws Exception {
    terminate("slow");
    assertDestroyed(stores.open(), PENDING);
  }

  private void killProcess(String when) throws Exception {
    Process process = start(Checker.class, when);
    process.destroyForcibly();
    assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it is dead");
  }

  private Process start(Class<?> main, String how) throws Exception {
    Path out = home.resolve("said");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                stores.folder.toString(),
                stores.records.toString(),
                how)
            .redirectError(home.resolve("complaints").toFile())
            .redirectOutput(out.toFile())
            .start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!Files.readString(out).startsWith("here\n")) {
      assertTrue(process.isAlive(), Files.readString(home.resolve("complaints")));
      assertTrue(System.nanoTime() < deadline, "in time");
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    return process;
  }

  @Test
  void aProcessKilledWhileAVerdictIsPending() throws Exception {
    TestStores.Moment before = stores.moment("before");
    killProcess("pending");
    TestStores.Moment after = stores.moment("after");
    before.restoreFolder(); // a backup does not help
    assertEnds(BadFile.class, stores::open, "stands further back");
    after.restoreFolder();
    assertDestroyed(stores.open(), PENDING);
    before.restoreFolder();
    assertEnds(BadFile.class, stores::open, "stands further back", "was destroyed");
  }

  @Test
  void aProcessKilledBetweenChecks() throws Exception {
    killProcess("passed");
    if (BootId.present().isEmpty()) {
      assertDestroyed(stores.open(), RESTARTED);
      return;
    }
    assertEquals(range(0, 3), stores.useOnce(SMALL, 3));
    assertEquals(range(3, 5), stores.useOnce(SMALL, 2));
  }

  @ParameterizedTest(name = "at the next start: {0}")
  @ValueSource(booleans = {true, false})
  void aMachineThatIsStartedAnew(boolean known) throws Exception {
    StoreDirectory store = use(BOOT);
    store.verdicts().pending();
    store.verdicts().passed();
    kill(store, "off");
    assertDestroyed(open(known ? NEXT_BOOT : Optional.empty()), RESTARTED);
  }

  @Test
  void aMachineWhoseStartsCannotBeTold() throws Exception {
    StoreDirectory store = use(Optional.empty());
    store.verdicts().pending();
    store.verdicts().passed();
    kill(store, "unknown");
    assertDestroyed(open(Optional.empty()), RESTARTED);
  }

  @Test
  void aStoreThatWasClosedOutlastsTheMachinesStart() throws Exception {
    for (Optional<String> boot : List.of(BOOT, NEXT_BOOT, Optional.<String>empty(), BOOT)) {
      try (StoreDirectory store = use(boot)) {
        store.verdicts().pending();
        store.verdicts().passed();
        TestStores.use(store.batches().get(0), SMALL, 1);
      }
    }
    assertEquals(range(4, 5), stores.useOnce(SMALL, 1));
  }

  /** Nothing was checked with its keys: whatever became of the process costs nothing. */
  @Test
  void aStoreWhoseKeysWereInNoCheck() throws Exception {
    StoreDirectory store = open(BOOT);
    store.verdicts().pending();
    kill(store, "no keys");
    try (StoreDirectory again = use(NEXT_BOOT)) {
      TestStores.use(again.batches().get(0), SMALL, 1);
      kill(again, "no check");
    }
    open(BOOT).close();
    assertEquals(range(1, 2), stores.useOnce(SMALL, 1));
  }

  @Test
  void aMarkThatIsMissingOrCut() throws Exception {
    for (boolean cut : new boolean[] {true, false}) {
      TestStores.Moment fresh = stores.moment("fresh " + cut);
      StoreDirectory store = use(BOOT);
      store.verdicts().pending();
      store.verdicts().passed();
      kill(store, "marked " + cut);
      for (Path mark : outside(true)) {
        if (cut) {
          Files.write(mark, new byte[0]);
        } else {
          Files.delete(mark);
        }
      }
      assertDestroyed(open(BOOT), "is not known on this machine");
      fresh.restoreAll();
    }
  }

  /** Somebody kills the process that destroys it, right after it has made a mark for itself. */
  @Test
  void aMissingMarkIsNotMadeClear() throws Exception {
    StoreDirectory store = use(BOOT);
    store.verdicts().pending();
    store.verdicts().passed();
    kill(store, "marked");
    Path batch = stores.folder.resolve("batch-000001");
    String name = BatchOpening.recordName(StoreHeader.read(batch));
    Path mark = VerdictMark.file(stores.records, name);
    Files.delete(mark);
    BatchOpening.open(batch, stores.access, false).close();
    assertTrue(Files.exists(mark));
    assertDestroyed(open(BOOT), "is not known on this machine");
  }

  /** Moved to another machine after its program was killed. */
  @Test
  void anArmedStoreThatIsAdopted() throws Exception {
    StoreDirectory store = use(BOOT);
    TestStores.use(store.batches().get(0), SMALL, 1);
    store.verdicts().pending();
    store.verdicts().passed();
    kill(store, "moved");
    StoreAccess elsewhere = new StoreAccess(home.resolve("elsewhere"), stores.access.key());
    try (StoreDirectory adopted = StoreDirectory.open(stores.folder, elsewhere, true, BOOT)) {
      assertTrue(adopted.batches().get(0).burnt());
      assertTrue(adopted.batches().get(1).burnt());
    }
  }

  /** Once an opening two lines are forced to disk; after that a check is a byte in memory. */
  @Test
  void onlyTheFirstCheckWritesToDisk() throws Exception {
    try (StoreDirectory store = use(BOOT)) {
      long journal = Files.readAllLines(journal(1)).size();
      long other = Files.size(journal(2));
      List<Long> records = sizes(outside(false));
      store.verdicts().pending();
      assertEquals(journal + 1, Files.readAllLines(journal(1)).size());
      assertEquals(other, Files.size(journal(2)), "its keys are not in use");
      List<Long> armed = sizes(outside(false));
      long longer = armed.get(0) + armed.get(1) - records.get(0) - records.get(1);
      long line = Files.readString(outside(false).get(0)).lines().count();
      assertTrue(longer > 0 && longer < 100, "one line: " + longer + " bytes of " + line);
      store.verdicts().passed();
      for (int i = 0; i < 1000; i++) {
        store.verdicts().pending();
        store.verdicts().passed();
      }
      assertEquals(journal + 1, Files.readAllLines(journal(1)).size());
      assertEquals(armed, sizes(outside(false)));
    }
  }

  private static List<Long> sizes(List<Path> files) throws Exception {
    List<Long> sizes = new ArrayList<>();
    for (Path file : files) {
      sizes.add(Files.size(file));
    }
    return sizes;
  }

  /** Another thread's verdict is pending when keys are read, or made. */
  @ParameterizedTest(name = "made: {0}")
  @ValueSource(booleans = {false, true})
  void keysThatComeIntoUseMeanwhile(boolean made) throws Exception {
    StoreDirectory store = open(BOOT);
    store.verdicts().pending();
    if (made) {
      TestStores.begin(store, 3);
      kill(store, "made");
      try (StoreDirectory again = open(BOOT)) {
        assertEquals(3, again.batches().stream().filter(DiskPrepStore::burnt).count());
      }
    } else {
      store.batches().get(1).openKeys();
      kill(store, "read");
      assertDestroyed(open(BOOT), PENDING);
    }
  }

  /** Two sessions use the store; the verdict of one passes, the other one's is still pending. */
  @Test
  void verdictsOfTwoSessions() throws Exception {
    StoreDirectory store = use(BOOT);
    store.verdicts().pending();
    store.verdicts().pending();
    store.verdicts().passed();
    TestStores.Moment one = stores.moment("one");
    store.verdicts().passed();
    kill(store, "none");
    open(BOOT).close();
    assertEquals(range(0, 1), stores.useOnce(SMALL, 1));
    one.restoreAll();
    assertDestroyed(open(BOOT), PENDING);
  }

  /** Who looks sees what an opening would do, and changes nothing. */
  @Test
  void lookingAtAStoreThatIsLost() throws Exception {
    StoreDirectory store = use(BOOT);
    store.verdicts().pending();
    kill(store, "pending");
    byte[] journal = Files.readAllBytes(journal(1));
    List<Long> records = sizes(outside(false));
    try (StoreDirectory looked = StoreDirectory.look(stores.folder, stores.access)) {
      for (DiskPrepStore batch : looked.batches()) {
        assertTrue(batch.burnt());
        assertEnds(Exhausted.class, batch::openKeys, PENDING);
      }
    }
    assertEquals(0, Arrays.compare(journal, Files.readAllBytes(journal(1))));
    assertEquals(records, sizes(outside(false)));
    assertTrue(Files.exists(stores.batch().resolve("keys")));
    assertDestroyed(open(BOOT), PENDING);
  }

  /** Nothing is sent if it cannot be noted: no answer leaves that the disk does not know of. */
  @Test
  void aVerdictThatCannotBeNoted() throws Exception {
    try (StoreDirectory store = use(BOOT)) {
      BurnOrderTest.breakJournal(store.batches().get(0));
      assertThrows(BadFile.class, () -> store.verdicts().pending());
      assertFalse(store.verdicts().arePending());
    }
    assertEquals(range(0, 1), stores.useOnce(SMALL, 1));
  }

  /** A session that outlives its store makes no check with keys that it still uses. */
  @Test
  void aCheckAfterTheStoreWasClosed() throws Exception {
    StoreDirectory store = use(BOOT);
    store.batches().get(0).acquire();
    store.close();
    assertThrows(IllegalStateException.class, () -> store.verdicts().pending());
    store.batches().get(0).release();
    store.verdicts().pending(); // there are no keys left
    store.verdicts().passed();
    assertEquals(range(0, 1), stores.useOnce(SMALL, 1));
  }

  /** Closed in the middle: the mark is not cleared until the verdict is known. */
  @Test
  void aStoreThatIsClosedInTheMiddle() throws Exception {
    TestStores.Moment fresh = stores.moment("fresh");
    StoreDirectory store = use(BOOT);
    store.verdicts().pending();
    store.close();
    TestStores.Moment closed = stores.moment("closed");
    store.verdicts().passed();
    open(BOOT).close();
    assertEquals(range(0, 1), stores.useOnce(SMALL, 1));
    closed.restoreAll();
    assertDestroyed(open(BOOT), PENDING);
    fresh.restoreAll();
  }

  /** In a real session: the mark is there while a judgement runs, and gone afterwards. */
  @Test
  void aSessionMarksTheStoresThatItUses() throws Exception {
    List<Object> outcomes =
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              TestStores own = new TestStores(home.resolve("party " + network.party()), true);
              own.make(5);
              Path mark = VerdictMark.file(own.records, own.record().getFileName().toString());
              try (StoreDirectory store = own.open();
                  Session session =
                      SessionPairs.establish(network, SessionPairs.terms(), new SecureRandom())) {
                store.batches().get(0).openKeys();
                store.guard(session);
                session.judge(
                    PeerCheated.Check.COMMITMENT,
                    "a test",
                    () ->
                        assertEquals(
                            Optional.of(VerdictMark.State.PENDING), VerdictMark.peek(mark)));
                assertEquals(Optional.of(VerdictMark.State.CLEAR), VerdictMark.peek(mark));
                assertThrows(
                    PeerCheated.class,
                    () ->
                        session.judge(
                            PeerCheated.Check.COMMITMENT,
                            "a test",
                            () -> {
                              throw new IllegalStateException("whatever ends it");
                            }));
                assertEquals(Optional.of(VerdictMark.State.BURNT), VerdictMark.peek(mark));
                assertTrue(store.batches().get(0).burnt());
              }
              return "done";
            });
    assertEquals(List.of("done", "done"), outcomes);
  }
}
