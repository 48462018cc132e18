package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.prep.ledger.GroupCommit;

/** Disks that are full or broken while groups are noted. */
class FullDiskTest {
  @TempDir Path home;
  private TestLedger ledger;
  private FaultyDisk disk;
  private TestLedger.Entries entries;

  @BeforeEach
  void begin() throws Exception {
    ledger = new TestLedger(home, true);
    disk = new FaultyDisk();
    entries = new TestLedger.Entries();
  }

  private static BadFile failure(CompletableFuture<Void> noted) {
    Throwable cause = assertThrows(CompletionException.class, noted::join).getCause();
    return (BadFile) cause;
  }

  @Test
  void aFullDiskFailsWhatWaitsAndNothingIsHalfDone() throws Exception {
    try (Ledger open = ledger.open(entries, disk);
        GroupCommit commit = new GroupCommit(open)) {
      commit.commit(List.of("first"));
      for (long room : new long[] {0, 1, 20, 100, 1000}) {
        disk.room = room;
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
          all.add(commit.note("lost " + i, "x".repeat(1000)));
        }
        for (CompletableFuture<Void> each : all) {
          String message = failure(each).getMessage();
          assertTrue(message.endsWith("cannot be written: the disk is full"), message);
        }
        disk.room = Long.MAX_VALUE;
        commit.commit(List.of("after " + room));
      }
    }
    assertEquals(
        List.of("first", "after 0", "after 1", "after 20", "after 100", "after 1000"),
        ledger.read());
    assertEquals(entries.all, ledger.read());
  }

  /** The record needs no room, and neither does what ends a ledger. */
  @Test
  void theRecordMovesOnAFullDisk() throws Exception {
    try (Ledger open = ledger.open(entries, disk)) {
      TestLedger.note(open, "first");
      disk.room = 100;
      TestLedger.note(open, "second");
      disk.room = 0;
      open.destroy();
    }
    assertThrows(BadFile.class, ledger::read);
  }

  @Test
  void aCheckpointThatDoesNotFitChangesNothing() throws Exception {
    try (Ledger open = ledger.open(entries, disk);
        GroupCommit commit = new GroupCommit(open)) {
      for (int i = 0; i < 100; i++) {
        commit.note("entry " + i);
      }
      commit.commit(List.of("last"));
      for (long room : new long[] {0, 100, 3000}) {
        disk.room = room;
        assertThrows(BadFile.class, commit::checkpoint);
        assertFalse(open.broken());
      }
      disk.room = Long.MAX_VALUE;
      commit.commit(List.of("more"));
      commit.checkpoint();
      commit.commit(List.of("after"));
    }
    assertEquals(103, ledger.read().size());
  }

  /** Each force fails once: of the journal, of the record, and those of opening again. */
  @Test
  void aBrokenDiskFailsWhatWaitsAndIsTriedAgain() throws Exception {
    List<String> noted = new ArrayList<>();
    try (Ledger open = ledger.open(entries, disk);
        GroupCommit commit = new GroupCommit(open)) {
      for (int failing = 0; failing < 4; failing++) {
        disk.failingForce = failing;
        int failures = 0;
        for (int i = 0; i < 4; i++) {
          String entry = "entry %d %d".formatted(failing, i);
          try {
            commit.commit(List.of(entry));
            noted.add(entry);
          } catch (BadFile e) {
            failures++;
          }
        }
        assertEquals(1, failures, "of force " + failing);
        assertEquals(noted, entries.all);
      }
    }
    assertEquals(noted, ledger.read());
  }

  /** A disk that stays broken is tried for each group, and works when it is mended. */
  @Test
  void aDiskThatStaysBroken() throws Exception {
    try (Ledger open = ledger.open(entries, disk);
        GroupCommit commit = new GroupCommit(open)) {
      commit.commit(List.of("first"));
      disk.beforeForce = () -> disk.failingForce = 0;
      for (int i = 0; i < 3; i++) {
        assertThrows(BadFile.class, () -> commit.commit(List.of("lost")));
      }
      assertTrue(open.broken());
      disk.beforeForce = () -> {};
      commit.commit(List.of("second"));
    }
    assertEquals(List.of("first", "second"), ledger.read());
  }
}
