package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.prep.disk.TestStores.SMALL;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;
import static org.schurmpc.core.prep.disk.TestStores.range;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;

/** Who can write to the disk and knows the format, but not the key under which stores are. */
class StoreForgeryTest {
  private static final String NOT_WRITTEN = "is not what was written";

  @TempDir Path home;

  private interface Opening {
    StoreDirectory open(Path folder, StoreAccess access) throws MpcException;
  }

  private static void assertRefused(
      TestStores stores, Class<? extends MpcException> type, String... texts) {
    for (Opening opening :
        List.<Opening>of(
            StoreDirectory::open,
            StoreDirectory::adopt,
            StoreDirectory::look,
            StoreDirectory::openOrCreate)) {
      assertEnds(type, () -> opening.open(stores.folder, stores.access).close(), texts);
    }
  }

  /** Batches and memory under one key have keys of their own, even with equal names. */
  @Test
  void saltsAreDrawnAnew() throws Exception {
    List<String> salts = new ArrayList<>();
    for (String name : List.of("one", "other")) {
      TestStores stores = new TestStores(Files.createDirectories(home.resolve(name)), true);
      stores.make(1);
      try (StoreDirectory store = stores.open()) {
        salts.add(store.batches().get(0).header().salt().orElseThrow());
      }
      KeptBinding binding = new KeptBinding("44".repeat(32), List.of(), 0, 2, List.of());
      KeptHeader header = KeptHeader.create("55".repeat(16), binding, stores.access.key());
      salts.add(header.salt().orElseThrow());
    }
    assertEquals(4, Set.copyOf(salts).size());
  }

  @Test
  void aStoreInTheClearForWhoGivesAKey() throws Exception {
    TestStores plain = new TestStores(home, false);
    plain.make(10);
    StoreAccess withKey = new StoreAccess(plain.records, Optional.of(TestStores.key("5a")));
    for (Opening opening :
        List.<Opening>of(StoreDirectory::open, StoreDirectory::adopt, StoreDirectory::look)) {
      assertEnds(
          Refused.class,
          () -> opening.open(plain.folder, withKey).close(),
          plain.batch().toString(),
          "is not encrypted");
    }
    assertEquals(range(0, 3), plain.useOnce(SMALL, 3));
  }

  @Test
  void aBatchInTheClearBesideEncryptedOnes() throws Exception {
    TestStores victim = new TestStores(home, true);
    victim.make(10);
    TestStores attacker = new TestStores(home.resolve("attacker"), false);
    try (StoreDirectory store = attacker.create()) {
      DiskPrepStore batch = store.begin(TestStores.PURPOSE, TestStores.id(4711), "OT", false);
      batch.keys(TestStores.MATERIAL, new long[] {0xbad, 0xbad});
      TestStores.put(batch, SMALL, 500, 10);
      batch.commit();
    }
    Path planted = victim.folder.resolve("batch-000002");
    TestStores.copy(attacker.batch(), planted);
    assertRefused(victim, Refused.class, planted.toString(), "is not encrypted", "move it away");
    StoreAccess none = new StoreAccess(victim.records, Optional.empty());
    assertEnds(Refused.class, () -> StoreDirectory.open(victim.folder, none), "is encrypted");
    TestStores.delete(planted);
    assertEquals(range(0, 3), victim.useOnce(SMALL, 3));
  }

  /** Also of a batch of which nothing was made or used, on a machine that has no record of it. */
  @Test
  void aHeaderWithAnotherField() throws Exception {
    for (boolean used : new boolean[] {false, true}) {
      TestStores stores = new TestStores(home.resolve("used " + used), true);
      try (StoreDirectory store = stores.create()) {
        store.begin(TestStores.PURPOSE, TestStores.id(1), "test", true);
      }
      if (used) {
        TestStores.delete(stores.folder);
        TestStores.delete(stores.records);
        stores.make(10);
        stores.useFirst(2);
      } else {
        Files.delete(stores.record());
      }
      Path header = stores.batch().resolve(StoreHeader.FILE);
      String text = Files.readString(header);
      String body = text.substring(0, text.lastIndexOf("digest: "));
      for (String[] change :
          new String[][] {
            {"party: 1 of 2", "party: 2 of 2"},
            {"certificate 2: .*", "certificate 2: another"},
            {"certificate [12]: .*\n", ""},
            {"source: test", "source: OT"},
            {"insecure: (no|yes)", used ? "insecure: yes" : "insecure: no"},
            {"created: ", "circuit: ab\ncreated: "},
            {"material: .*", "material: toy, lanes 1"},
            {"protocol: toy", "protocol: joy"},
            {"parameter sigma: 40", "parameter sigma: 64"},
            {"created: 2", "created: 3"},
            {"id: [0-9a-f]{2}", "id: 00"}
          }) {
        String changed = body.replaceAll(change[0], change[1]);
        assertFalse(changed.equals(body), change[0]);
        byte[] digest = new FieldHash("store header").add(changed).digest();
        Files.writeString(header, changed + "digest: " + HexFormat.of().formatHex(digest) + "\n");
        assertRefused(stores, BadFile.class, "line 1 " + NOT_WRITTEN, "header beside it");
        byte[] journal = Files.readAllBytes(stores.journal());
        rewrite(stores);
        assertRefused(stores, BadFile.class, "line 1 " + NOT_WRITTEN, "header beside it");
        Files.write(stores.journal(), journal);
      }
      Files.writeString(header, text);
      StoreDirectory.adopt(stores.folder, stores.access).close();
    }
  }

  /** Writes the journal anew, as one of a store in the clear: with nothing that is secret. */
  private static void rewrite(TestStores stores) throws Exception {
    List<String> entries = Journal.peekUnverified(stores.journal());
    Files.delete(stores.journal());
    byte[] start = StoreHeader.read(stores.batch()).digest();
    Journal.create(stores.journal(), start);
    try (Journal journal = Journal.open(stores.journal(), start)) {
      for (String entry : entries.subList(1, entries.size())) {
        journal.append(entry);
      }
    }
  }

  /** All that can be read, records included, is no help to write a line. */
  @Test
  void aLineThatWasForged() throws Exception {
    TestStores stores = new TestStores(home, true);
    stores.make(10);
    stores.useFirst(2);
    Path journal = stores.journal();
    byte[] kept = Files.readAllBytes(journal);
    String last = Files.readAllLines(journal).get(3);
    String tag = last.substring(last.lastIndexOf(' ') + 1);
    assertEquals(32, tag.length());
    List<String> records = Files.readAllLines(stores.record());
    String record = records.get(records.size() - 1);
    assertTrue(record.startsWith("4 "), record);
    String mark = record.substring(record.indexOf(' ') + 1);
    byte[] header = StoreHeader.read(stores.batch()).digest();
    for (byte[] chain :
        List.of(HexFormat.of().parseHex(mark), HexFormat.of().parseHex(tag), header)) {
      byte[] next = new FieldHash("journal").add(chain).add("used 0=3").digest();
      byte[] shown = new FieldHash("journal tag").add(next).digest();
      for (byte[] ending : List.of(next, shown)) {
        String line = "used 0=3 " + HexFormat.of().formatHex(ending, 0, 16) + "\n";
        Files.writeString(journal, line, StandardOpenOption.APPEND);
        assertRefused(stores, BadFile.class, "line 5 " + NOT_WRITTEN);
        Files.write(journal, kept);
      }
    }
    assertEquals(range(2, 4), stores.useOnce(SMALL, 2));
  }

  /** Copies without records, which would tell, of lines in another order or from elsewhere. */
  @Test
  void linesOfTheRightKeyInTheWrongPlace() throws Exception {
    TestStores stores = new TestStores(home, true);
    stores.make(10);
    stores.useFirst(2);
    stores.useFirst(2);
    TestStores others = new TestStores(home.resolve("other"), true);
    try (StoreDirectory store = others.create()) {
      DiskPrepStore batch = TestStores.begin(store, 2);
      TestStores.put(batch, SMALL, 0, 10);
      batch.commit();
    }
    Files.delete(stores.record());
    Path journal = stores.journal();
    List<String> lines = Files.readAllLines(journal);
    assertEquals(5, lines.size());
    for (int i = 0; i + 1 < lines.size(); i++) {
      List<String> swapped = new ArrayList<>(lines);
      Collections.swap(swapped, i, i + 1);
      Files.write(journal, swapped);
      assertRefused(stores, BadFile.class, "line " + (i + 1) + " " + NOT_WRITTEN);
    }
    Files.copy(others.journal(), journal, StandardCopyOption.REPLACE_EXISTING);
    assertRefused(stores, BadFile.class, "line 1 " + NOT_WRITTEN);
    Files.write(journal, new byte[0]);
    assertRefused(stores, BadFile.class, "line 1 " + NOT_WRITTEN);
    Files.write(journal, lines);
    StoreDirectory.adopt(stores.folder, stores.access).close();
    assertEquals(range(4, 5), stores.useOnce(SMALL, 1));
  }

  /** Without the key one sees what it says, and destroys it. */
  @Test
  void whoHasNoKeySeesAndDestroysIt() throws Exception {
    TestStores stores = new TestStores(home, true);
    stores.make(10);
    stores.useFirst(2);
    StoreSummary summary = StoreSummary.of(stores.folder, stores.records).get(0);
    assertEquals(new StoreSummary.Count(10, 2), summary.kinds().get(SMALL));
    assertTrue(summary.header().encrypted());
    StoreDirectory.destroy(stores.folder, stores.records);
    assertFalse(Files.exists(stores.folder));
  }
}
