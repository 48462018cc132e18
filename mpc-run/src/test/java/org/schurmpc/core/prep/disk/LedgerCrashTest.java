package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestLedger.note;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;

/** What kills and power cuts leave of a ledger, at every moment. */
class LedgerCrashTest {
  private static final int SUBSETS = 6;

  @TempDir Path home;
  private final List<Left> left = new ArrayList<>();
  private final Random random = new Random(20261128);

  /** What a crash left, and the numbers of groups that may be there. */
  private record Left(Path home, int least, int most, String where) {}

  private static List<String> group(int number, int entries) {
    List<String> group = new ArrayList<>();
    for (int i = 0; i < entries; i++) {
      group.add(
          "entry %d %d of %d %s".formatted(number, i, entries, "x".repeat(number * 37 % 900)));
    }
    return group;
  }

  /** Copies what a power cut leaves now: with no dirty page, all of them, and some of them. */
  private void crash(FaultyDisk disk, Path from, int least, int most, String where) {
    try {
      Set<Long> subsets = new TreeSet<>(List.of(0L, -1L));
      int pages = Math.min(62, disk.dirtyPages());
      while (pages > 1 && subsets.size() < Math.min(SUBSETS, 1 << Math.min(pages, 10))) {
        subsets.add(random.nextLong());
      }
      for (long subset : subsets) {
        Path to = home.resolve("left " + left.size());
        disk.copyAfterPowerCut(from, to, page -> (subset >> page & 1) == 1);
        left.add(new Left(to, least, most, where + ", pages " + Long.toBinaryString(subset)));
      }
      Path killed = home.resolve("left " + left.size());
      TestStores.copy(from, killed);
      left.add(new Left(killed, least, most, where + ", killed"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every state is a prefix of whole groups, and takes more groups, twice. */
  private void assertLeft(List<List<String>> groups, boolean encrypted) throws Exception {
    int ahead = 0;
    for (Left each : left) {
      TestLedger ledger = new TestLedger(each.home(), encrypted);
      List<String> found = ledger.read();
      int count = prefix(groups, found, each.where());
      assertTrue(count >= each.least() && count <= each.most(), each + ": " + count);
      ahead += count > each.least() ? 1 : 0;
      List<String> expected = new ArrayList<>(found);
      for (int i = 0; i < 2; i++) {
        TestLedger.Entries entries = new TestLedger.Entries();
        try (Ledger open = ledger.open(entries)) {
          assertEquals(expected, entries.all, each.where());
          note(open, "after " + i, "the crash");
        }
        expected.addAll(List.of("after " + i, "the crash"));
      }
      assertEquals(expected, ledger.read(), each.where());
      TestStores.delete(each.home());
    }
    assertTrue(ahead > 0, "some groups are there of which nobody was told");
  }

  private static int prefix(List<List<String>> groups, List<String> found, String where) {
    List<String> all = new ArrayList<>();
    int count = 0;
    while (all.size() < found.size()) {
      assertTrue(count < groups.size(), where);
      all.addAll(groups.get(count++));
    }
    assertEquals(all, found, where + ": half a group");
    return count;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void powerCutBeforeEachForce(boolean encrypted) throws Exception {
    TestLedger ledger = new TestLedger(home.resolve("all"), encrypted);
    List<List<String>> groups = new ArrayList<>();
    int[] noted = new int[1];
    FaultyDisk disk = new FaultyDisk();
    TestLedger.Entries entries = new TestLedger.Entries();
    try (Ledger open = ledger.open(entries, disk)) {
      disk.beforeForce =
          () -> crash(disk, ledger.home, noted[0], groups.size(), "force " + disk.forces);
      for (int step = 0; step < 9; step++) {
        List<List<String>> together = new ArrayList<>();
        for (int i = 0; i < 1 + step % 3; i++) {
          together.add(group(groups.size() + i, 1 + random.nextInt(step == 4 ? 40 : 5)));
        }
        groups.addAll(together);
        open.note(together);
        noted[0] = groups.size();
        if (step % 4 == 3) {
          open.checkpoint();
        }
      }
      crash(disk, ledger.home, noted[0], groups.size(), "at the end");
    }
    assertLeft(groups, encrypted);
  }

  /** Some forces fail. What was told to have failed may be there only after a crash at once. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void powerCutAfterAFailedForce(int failing) throws Exception {
    TestLedger ledger = new TestLedger(home.resolve("all"), true);
    FaultyDisk disk = new FaultyDisk();
    List<List<String>> groups = new ArrayList<>();
    try (Ledger open = ledger.open(new TestLedger.Entries(), disk)) {
      groups.add(group(0, 3));
      open.note(groups);
      disk.failingForce = failing;
      List<String> next = group(1, 300); // many pages
      boolean failed = false;
      try {
        if (failing % 2 == 1) {
          open.checkpoint();
        }
        open.note(List.of(next));
      } catch (BadFile e) {
        failed = true;
        assertTrue(open.broken() || failing % 2 == 1);
      }
      if (failed) {
        crash(disk, ledger.home, 1, 2, "after the failure");
        if (open.broken()) {
          assertThrows(BadFile.class, () -> note(open, "too early"));
          open.reopen();
        }
        crash(disk, ledger.home, 1, 1, "opened again");
        open.note(List.of(next));
      }
      crash(disk, ledger.home, 2, 2, "noted again");
      groups.add(next);
    }
    for (Left each : left) {
      List<String> found = new TestLedger(each.home(), true).read();
      int count = prefix(groups, found, each.where());
      assertTrue(count >= each.least() && count <= each.most(), each + ": " + count);
    }
  }

  /** A group that an opening finds after a failed force is on disk before it is acted upon. */
  @Test
  void whatAnOpeningFindsIsWrittenAgain() throws Exception {
    TestLedger ledger = new TestLedger(home.resolve("all"), true);
    FaultyDisk disk = new FaultyDisk();
    List<List<String>> groups = List.of(group(0, 3), group(1, 200));
    Ledger open = ledger.open(new TestLedger.Entries(), disk);
    open.note(groups.subList(0, 1));
    disk.failingForce = 0;
    assertThrows(BadFile.class, () -> open.note(groups.subList(1, 2)));
    open.close(); // killed: the group is in the memory of the operating system, and taken for clean
    TestLedger.Entries found = new TestLedger.Entries();
    try (Ledger again = ledger.open(found, disk)) {
      assertEquals(2, prefix(groups, found.all, "in memory"));
      Path cut = home.resolve("cut");
      disk.copyAfterPowerCut(ledger.home, cut, page -> false);
      assertEquals(found.all, new TestLedger(cut, true).read());
      note(again, "next");
    }
  }

  /** The journal cut at each byte of a group, before and after the record has moved. */
  @Test
  void tornGroups() throws Exception {
    TestLedger ledger = new TestLedger(home.resolve("all"), true);
    Path before = home.resolve("before");
    Path after = home.resolve("after");
    try (Ledger open = ledger.open(new TestLedger.Entries())) {
      note(open, "first", "group");
      TestStores.copy(ledger.home, before);
      open.note(List.of(List.of("second", "group"), List.of("third", "group of", "three")));
      TestStores.copy(ledger.home, after);
    }
    byte[] old = Files.readAllBytes(before.resolve("place/ledger/segment-000001"));
    byte[] all = Files.readAllBytes(after.resolve("place/ledger/segment-000001"));
    List<String> entries =
        List.of("first", "group", "second", "group", "third", "group of", "three");
    for (int length = old.length; length <= all.length; length++) {
      TestStores.restore(before, ledger.home);
      Files.write(ledger.segment(1), Arrays.copyOf(all, length));
      int count = ledger.read().size();
      assertTrue(count == 2 || count == 4 || count == 7, "cut at " + length);
      assertEquals(length == all.length ? 7 : count, count);
      assertEquals(entries.subList(0, count), ledger.read());
      for (byte wrong : new byte[] {0, '\n', 'x'}) { // what follows is no group
        TestStores.restore(before, ledger.home);
        byte[] garbled = all.clone();
        Arrays.fill(garbled, length, Math.min(all.length, length + 8), wrong);
        Files.write(ledger.segment(1), garbled);
        List<String> found = ledger.read();
        assertEquals(entries.subList(0, found.size()), found);
        assertTrue(found.size() == 2 || found.size() == 4 || found.size() == 7);
      }
      if (length < all.length) {
        TestStores.restore(after, ledger.home);
        Files.write(ledger.segment(1), Arrays.copyOf(all, length));
        assertEnds(BadFile.class, ledger::read, "stands further back");
        assertArrayEquals(
            Arrays.copyOf(all, length), Files.readAllBytes(ledger.segment(1)), "left as it is");
      }
    }
  }

  /** Each step of a checkpoint: the draft, the new segment, the record, the deletion. */
  @Test
  void checkpointsCutOffAtEachStep() throws Exception {
    TestLedger ledger = new TestLedger(home.resolve("all"), true);
    TestLedger.Entries entries = new TestLedger.Entries();
    Path before = home.resolve("before");
    Path after = home.resolve("after");
    try (Ledger open = ledger.open(entries)) {
      for (int i = 0; i < 20; i++) {
        note(open, "entry", "number " + i);
      }
      entries.shorter = List.of("state", "of twenty");
      TestStores.copy(ledger.home, before);
      open.checkpoint();
      TestStores.copy(ledger.home, after);
      assertFalse(Files.exists(ledger.segment(1)));
      note(open, "after", "it");
    }
    assertEquals(List.of("state", "of twenty", "after", "it"), ledger.read());
    byte[] segment = Files.readAllBytes(after.resolve("place/ledger/segment-000002"));
    List<String> old = entries.all.subList(0, 40);
    for (int length = 0; length <= segment.length; length += 7) { // the draft
      TestStores.restore(before, ledger.home);
      Path draft = ledger.segment(2).resolveSibling("segment-000002.new");
      Files.write(draft, Arrays.copyOf(segment, length));
      assertEquals(old, ledger.read());
      assertFalse(Files.exists(draft));
    }
    TestStores.restore(before, ledger.home); // the new segment, without its record
    Files.write(ledger.segment(2), segment);
    assertEquals(old, ledger.read());
    assertFalse(Files.exists(ledger.segment(2)));
    TestStores.restore(after, ledger.home); // the record, and the old segment still there
    Files.copy(before.resolve("place/ledger/segment-000001"), ledger.segment(1));
    assertEquals(List.of("state", "of twenty"), ledger.read());
    assertFalse(Files.exists(ledger.segment(1)));
    for (int length = 0; length < segment.length; length += 11) { // acted upon, and cut since
      TestStores.restore(after, ledger.home);
      Files.write(ledger.segment(2), Arrays.copyOf(segment, length));
      assertThrows(BadFile.class, ledger::read);
    }
    TestStores.restore(after, ledger.home); // an old segment under the new one's name
    Files.copy(
        before.resolve("place/ledger/segment-000001"),
        ledger.segment(2),
        StandardCopyOption.REPLACE_EXISTING);
    assertThrows(BadFile.class, ledger::read);
  }

  /** Opens what a crash left before the first note: an empty ledger, or a part of one. */
  @Test
  void aLedgerThatWasBeginning() throws Exception {
    TestLedger ledger = new TestLedger(home.resolve("all"), true);
    Files.createDirectories(ledger.place.resolve("ledger.new"));
    Files.writeString(ledger.place.resolve("ledger.new/header"), "schur");
    assertEquals(List.of(), ledger.read());
    TestStores.delete(ledger.records); // complete, without a record
    assertEquals(List.of(), ledger.read());
    Path record;
    try (var files = Files.list(ledger.records)) {
      record = files.filter(f -> !f.toString().endsWith("verdict")).findFirst().orElseThrow();
    }
    byte[] whole = Files.readAllBytes(record);
    for (int length : new int[] {0, 1, 4095, 4096, 4097, 8191}) { // the first record, torn
      Files.write(record, Arrays.copyOf(new byte[8192], length));
      assertEquals(List.of(), ledger.read(), "record of length " + length);
    }
    byte[] torn = whole.clone();
    torn[4096 + 30] ^= 1;
    torn[30] ^= 1;
    Files.write(record, torn);
    assertEquals(List.of(), ledger.read());
  }

  /** A slot that is half written leaves the other one, and the journal is ahead of that. */
  @Test
  void tornRecords() throws Exception {
    TestLedger ledger = new TestLedger(home.resolve("all"), true);
    Path record;
    byte[] before;
    try (Ledger open = ledger.open(new TestLedger.Entries())) {
      note(open, "first");
      record = ledger.record(open.header());
      before = Files.readAllBytes(record);
      note(open, "second");
    }
    byte[] after = Files.readAllBytes(record);
    int from = Arrays.mismatch(before, after) / SlotRecord.SLOT_BYTES * SlotRecord.SLOT_BYTES;
    for (int cut = 0; cut < 200; cut += 3) {
      byte[] torn = before.clone();
      System.arraycopy(after, from, torn, from, cut);
      Files.write(record, torn);
      assertEquals(List.of("first", "second"), ledger.read(), "torn at " + cut);
    }
    assertEquals(2 * SlotRecord.SLOT_BYTES, Files.size(record));
  }

  @Test
  void aChangedByteIsRefused() throws Exception {
    TestLedger ledger = new TestLedger(home.resolve("all"), true);
    try (Ledger open = ledger.open(new TestLedger.Entries())) {
      note(open, "first", "group");
      note(open, "second");
    }
    for (Path file : List.of(ledger.segment(1), ledger.place.resolve("ledger/header"))) {
      byte[] right = Files.readAllBytes(file);
      for (int at = 0; at < right.length; at++) {
        TestStores.flip(file, at);
        assertThrows(MpcException.class, ledger::read, file + " at " + at);
        Files.write(file, right);
      }
    }
    assertEquals(3, ledger.read().size());
  }

  @Test
  void entriesThatMakeNoSenseAreRefused() throws Exception {
    TestLedger ledger = new TestLedger(home.resolve("all"), true);
    try (Ledger open = ledger.open(new TestLedger.Entries())) {
      assertThrows(IllegalArgumentException.class, () -> note(open, "line\nbreak"));
      assertThrows(IllegalArgumentException.class, () -> note(open, "x".repeat(70_000)));
    }
    Ledger open = ledger.open(new TestLedger.Entries());
    assertThrows(IllegalArgumentException.class, () -> note(open, "nonsense"));
    open.close();
    assertEnds(BadFile.class, ledger::read, "an entry that makes no sense: nonsense");
  }
}
