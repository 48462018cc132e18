package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestLedger.note;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.prep.ledger.Dispatcher;
import org.schurmpc.core.prep.ledger.GroupCommit;
import org.schurmpc.core.prep.ledger.KeptSets;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** What a crash, or a restart of the machine, leaves of the verdicts on keys of a ledger. */
class LedgerVerdictsTest {
  private static final Optional<String> NEXT_BOOT = Optional.of("0b002");
  private static final KeyName ONE = KeyName.ofStore("1e".repeat(32));
  private static final KeyName TWO = KeyName.ofStore("2e".repeat(32));

  @TempDir Path home;
  private TestLedger ledger;

  @BeforeEach
  void begin() throws Exception {
    ledger = new TestLedger(home, true);
    DiskFiles.makeFolder(ledger.records);
    for (KeyName key : List.of(ONE, TWO)) {
      KeyRecord.open(ledger.records, KeyRecord.name(key.id(), 0)).close();
    }
  }

  private Ledger open(Optional<String> boot) throws MpcException {
    return Ledger.open(
        ledger.place,
        ledger.header(),
        ledger.access,
        new TestLedger.Entries(),
        boot,
        PlainFiles::open);
  }

  private void arm(boolean pends, boolean burns) throws Exception {
    try (Ledger open = open(TestLedger.BOOT)) {
      note(open, open.verdicts().armedEntry(ONE));
      if (pends) {
        open.verdicts().pend();
      }
      if (burns) {
        open.verdicts().burn();
      }
    }
  }

  private void assertLost(Destruction one, Destruction two, Optional<String> boot)
      throws Exception {
    for (int opening = 0; opening < 2; opening++) {
      try (Ledger open = open(boot)) {
        assertEquals(Optional.ofNullable(one), open.verdicts().lost(ONE));
        assertEquals(Optional.ofNullable(two), open.verdicts().lost(TWO));
      }
    }
  }

  private Path mark() throws Exception {
    String name = LedgerHeader.read(ledger.place.resolve("ledger")).recordName();
    return VerdictMark.file(ledger.records, name);
  }

  @Test
  void aKillWithoutACheckCostsNothing() throws Exception {
    arm(false, false);
    assertLost(null, null, TestLedger.BOOT);
  }

  @Test
  void aKillInACheckCostsTheKeysThatAreArmed() throws Exception {
    arm(true, false);
    assertLost(Destruction.PENDING, null, TestLedger.BOOT);
  }

  @Test
  void aRestartCostsTheKeysThatAreArmed() throws Exception {
    arm(false, false);
    assertLost(Destruction.RESTARTED, null, NEXT_BOOT);
    assertLost(Destruction.RESTARTED, null, Optional.empty());
  }

  @Test
  void aRestartAtRestCostsNothing() throws Exception {
    arm(false, false);
    try (Ledger open = open(TestLedger.BOOT)) {
      note(open, LedgerVerdicts.disarmedEntry(ONE));
      assertEquals(Set.of(), open.verdicts().armed());
      open.checkpoint();
    }
    assertLost(null, null, NEXT_BOOT);
  }

  @Test
  void aMissingMarkCostsTheKeysThatAreArmed() throws Exception {
    arm(false, false);
    Files.delete(mark());
    assertLost(Destruction.UNMARKED, null, TestLedger.BOOT);
  }

  @Test
  void aMarkOfAFailedCheckCostsAllKeys() throws Exception {
    arm(true, true);
    assertLost(Destruction.CHECK, Destruction.CHECK, TestLedger.BOOT);
  }

  /** A key without a record, a burnt one, and a batch's, which leaves no record. */
  @Test
  void keysFollowTheirRecords() throws Exception {
    KeyRecord.destroy(ledger.records, KeyRecord.name(TWO.id(), 0));
    Files.delete(ledger.records.resolve(KeyRecord.name(ONE.id(), 0)));
    assertLost(Destruction.UNMARKED, Destruction.CHECK, TestLedger.BOOT);
    try (Ledger open = open(TestLedger.BOOT)) {
      KeyName batch = new KeyName(KeyName.Kind.BATCH, ONE.id());
      assertEquals(Optional.of(Destruction.UNMARKED), open.verdicts().lost(batch));
    }
  }

  @Test
  void stateOutlivesACheckpoint() throws Exception {
    arm(false, false);
    try (Ledger open = open(TestLedger.BOOT)) {
      note(open, LedgerVerdicts.burntEntry(TWO, Destruction.RESTARTED));
      open.checkpoint();
      assertEquals(Set.of(ONE), open.verdicts().armed());
    }
    try (Ledger open = open(TestLedger.BOOT)) {
      assertEquals(Set.of(ONE), open.verdicts().armed());
      assertEquals(Optional.of(Destruction.RESTARTED), open.verdicts().burnt(TWO));
      assertEquals(Optional.empty(), open.verdicts().burnt(ONE));
    }
  }

  /** Once entries say all of it, the mark is clear, and a new check can be marked. */
  @Test
  void theMarkIsUsedAgain() throws Exception {
    arm(true, true);
    try (Ledger open = open(TestLedger.BOOT)) {
      note(open, LedgerVerdicts.burntEntry(ONE, Destruction.CHECK));
      open.verdicts().settled();
      assertEquals(Optional.empty(), open.verdicts().lost(TWO));
    }
    assertLost(null, null, TestLedger.BOOT);
    assertEquals(Optional.of(VerdictMark.State.CLEAR), VerdictMark.peek(mark()));
    try (Ledger open = open(TestLedger.BOOT)) {
      note(open, open.verdicts().armedEntry(TWO));
      open.verdicts().pend();
    }
    assertLost(null, Destruction.PENDING, TestLedger.BOOT);
  }

  /** A check that fails while the disk is broken: the mark tells the next opening. */
  @Test
  void aFailedCheckIsMarkedOnABrokenDisk() throws Exception {
    TestStores stores = new TestStores(home, true);
    FaultyDisk disk = new FaultyDisk();
    KeptSets sets = new KeptSets();
    try (StoreDirectory store = stores.create()) {
      DiskPrepStore batch =
          store.begin(TestStores.PURPOSE, Optional.of(ONE.id()), TestStores.id(1), "test", false);
      batch.keys(TestStores.MATERIAL, new long[] {77});
      batch.setup(new long[] {78});
      TestStores.put(batch, TestStores.SMALL, 0, 10);
      batch.commit();
      try (Ledger open =
              Ledger.open(
                  ledger.place,
                  ledger.header(),
                  ledger.access,
                  new Dispatcher().add(sets),
                  TestLedger.BOOT,
                  disk);
          GroupCommit commit = new GroupCommit(open)) {
        sets.start(commit, List.of(store));
        disk.beforeForce = () -> disk.failingForce = 0;
        List<Object> ends =
            SessionPairs.outcomes(
                SessionPairs.networks(2),
                session -> {
                  if (session.party() == 0) {
                    fail(session, store);
                  }
                  return "done";
                });
        assertTrue(ends.get(0) instanceof PeerCheated, ends.toString());
        assertEquals(Optional.of(Destruction.CHECK), open.verdicts().burnt(ONE));
      }
    }
    assertEquals(Optional.of(VerdictMark.State.BURNT), VerdictMark.peek(mark()));
    assertLost(Destruction.CHECK, Destruction.CHECK, TestLedger.BOOT);
  }

  private static void fail(Session session, StoreDirectory store) throws MpcException {
    store.guard(session, true);
    assertThrows(MpcException.class, () -> session.judge(Check.MAC, "unmarked", () -> {}));
    session.require(false, Check.MAC, "the test");
  }

  @Test
  void namesOfKeysAreReadBack() throws Exception {
    for (KeyName key : List.of(ONE, new KeyName(KeyName.Kind.BATCH, TWO.id()))) {
      assertEquals(key, KeyName.parse(key.toString()));
    }
    for (String wrong : List.of("", "store:", "store", "room:" + ONE.id(), ONE.id(), ONE + "0")) {
      assertThrows(IllegalArgumentException.class, () -> KeyName.parse(wrong), wrong);
    }
  }
}
