package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Memory that several parties keep, what is refused, and what a liar brings about. */
class KeptStateTest {
  @TempDir Path home;

  private static List<Object> all(int parties, Object value) {
    return new ArrayList<>(Collections.nCopies(parties, value));
  }

  private static void assertReadable(KeptParties parties, KeptState memory, int party, long version)
      throws MpcException {
    long[] shares = memory.read("shares", parties.words);
    assertEquals(version == 0 ? 0 : party, shares[0]);
    assertEquals(version, shares[parties.words - 1]);
    assertArrayEquals(new long[] {version}, memory.read("ints", 1));
    assertEquals(0, memory.read("empty", 0).length);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRunGoesOnWithWhatTheLastOneKept(boolean encrypted) throws Exception {
    KeptParties parties = new KeptParties(home, 3, encrypted);
    for (long version = 0; version < 3; version++) {
      long now = version;
      List<Object> ends =
          parties.run(
              (memory, session) -> {
                assertReadable(parties, memory, session.party(), now);
                parties.whole(memory, session);
              });
      assertEquals(all(3, version), ends);
    }
    try (Stream<Path> files = Files.list(parties.folder(0).resolve("memory"))) {
      assertEquals(
          List.of("header", "journal", "state-3-empty", "state-3-ints", "state-3-shares"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  /** Every byte of a small memory, or of the head and the end of a larger file. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aChangedByteIsRefused(boolean encrypted) throws Exception {
    KeptParties parties = new KeptParties(home, 2, encrypted);
    parties.run(parties::whole);
    List<Path> files = new ArrayList<>();
    for (Path folder : List.of(parties.folder(0).resolve("memory"), parties.records(0))) {
      try (Stream<Path> found = Files.list(folder)) {
        found.filter(file -> !file.toString().contains("shares")).forEach(files::add);
      }
    }
    assertEquals(6, files.size());
    for (Path file : files) {
      byte[] right = Files.readAllBytes(file);
      boolean mark = file.toString().endsWith(VerdictMark.SUFFIX);
      boolean record = !mark && file.startsWith(parties.records(0)); // its last line matters
      int from = record ? right.length - 60 : 0;
      int to = mark ? 1 : right.length - 1;
      for (int at = from; at < to; at += 1 + (to - from) / 40) {
        Path before = parties.moment(0, "before");
        TestStores.flip(file, at);
        assertThrows(BadFile.class, () -> readAll(parties), file + " at " + at);
        parties.restore(0, before);
      }
      if (!mark && !record) {
        Path before = parties.moment(0, "before");
        Files.write(file, Arrays.copyOf(right, right.length - 1));
        assertThrows(BadFile.class, () -> readAll(parties), file + " cut");
        parties.restore(0, before);
      }
    }
    readAll(parties);
  }

  private void readAll(KeptParties parties) throws MpcException {
    try (KeptState memory = parties.open(0)) {
      memory.begin(1, null);
      assertReadable(parties, memory, 0, 1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLargePartIsWholeAndOfItsVersion(boolean encrypted) throws Exception {
    KeptParties parties = new KeptParties(home, 2, encrypted);
    parties.words = (1 << 17) + 3; // longer than a chunk
    parties.run((memory, session) -> parties.reach(KeptPhase.PREPARED, memory, session));
    byte[] first = Files.readAllBytes(parties.file(0, "state-1-shares"));
    assertEquals(all(2, 1L), parties.run(parties::whole));
    Path second = parties.file(0, "state-2-shares");
    byte[] right = Files.readAllBytes(second);
    int overhead = encrypted ? 16 : 4;
    assertEquals(parties.words * 8 + 2 * overhead, right.length);
    List<byte[]> wrong = new ArrayList<>();
    wrong.add(first);
    wrong.add(Arrays.copyOf(right, (1 << 20) + overhead));
    wrong.add(Arrays.copyOf(right, right.length + 1));
    byte[] flipped = right.clone();
    flipped[(1 << 20) + overhead] ^= 1;
    wrong.add(flipped);
    for (byte[] content : wrong) {
      Files.write(second, content);
      try (KeptState memory = parties.open(0)) {
        memory.begin(2, null);
        assertEnds(
            BadFile.class,
            () -> memory.read("shares", parties.words),
            "nothing of it was used now");
        assertThrows(BadFile.class, () -> memory.read("shares", 1 << 17));
      }
    }
  }

  /** A version that was dropped and prepared again has other salts: its files are no others'. */
  @Test
  void aDroppedVersionIsNotTheOnePreparedAgain() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.run(
        (memory, session) -> {
          KeptPhase phase = session.party() == 0 ? KeptPhase.PREPARED : KeptPhase.TAKEN;
          parties.reach(phase, memory, session);
        });
    byte[] dropped = Files.readAllBytes(parties.file(0, "state-1-ints"));
    List<Object> ends = parties.run(parties::whole);
    assertEquals(all(2, 0L), ends);
    byte[] again = Files.readAllBytes(parties.file(0, "state-1-ints"));
    assertEquals(dropped.length, again.length);
    assertFalse(Arrays.equals(dropped, again), "the content is the same, the key is not");
    Files.write(parties.file(0, "state-1-ints"), dropped);
    assertThrows(BadFile.class, () -> readAll(parties));
  }

  @Test
  void whatItIsNotBoundToIsRefused() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.run(parties::whole);
    KeptBinding right = parties.binding(0);
    Map<KeptBinding, String> wrong =
        Map.of(
            new KeptBinding("44".repeat(32), right.keyIds(), 0, 2, List.of()),
            "memory for program " + KeptParties.PROGRAM,
            new KeptBinding(right.program(), List.of("66".repeat(32)), 0, 2, List.of()),
            "under keys of other stores",
            new KeptBinding(right.program(), right.keyIds(), 1, 2, List.of()),
            "what is wanted is party 2 of 2",
            new KeptBinding(right.program(), right.keyIds(), 0, 3, List.of()),
            "what is wanted is party 1 of 3",
            new KeptBinding(right.program(), right.keyIds(), 0, 2, List.of("a", "b")),
            "plaintext lines");
    for (Map.Entry<KeptBinding, String> each : wrong.entrySet()) {
      assertEnds(
          Refused.class,
          () -> KeptState.openOrCreate(parties.folder(0), parties.access(0), each.getKey()),
          each.getValue());
    }
    for (StoreAccess access :
        List.of(
            new KeptParties(home, 2, false).access(0),
            new StoreAccess(parties.records(0), Optional.of(TestStores.key("5b"))))) {
      assertEnds(
          Refused.class,
          () -> KeptState.openOrCreate(parties.folder(0), access, right),
          "is encrypted");
    }
  }

  @Test
  void aCertificateIsNamed() throws Exception {
    KeptHeader header =
        KeptHeader.create(
            "1d".repeat(32),
            new KeptBinding(KeptParties.PROGRAM, KeptParties.KEYS, 0, 2, List.of("a", "b")),
            Optional.empty());
    assertEnds(
        Refused.class,
        () ->
            header.requireFits(
                home,
                new KeptBinding(KeptParties.PROGRAM, KeptParties.KEYS, 0, 2, List.of("a", "c"))),
        "certificate b of party 2");
  }

  /** The binding is made before the parties connect, and is compared with what they show. */
  @Test
  void memoryForCertificatesThatNobodyShowsIsNotBegun() throws Exception {
    KeptParties parties = new KeptParties(home, 2, false);
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(2),
            session -> {
              int party = session.party();
              KeptBinding other =
                  new KeptBinding(
                      KeptParties.PROGRAM, KeptParties.KEYS, party, 2, List.of("a", "b"));
              try (KeptState memory =
                  KeptState.openOrCreate(parties.folder(party), parties.access(party), other)) {
                return KeptState.agree(session, memory, OptionalLong.empty());
              }
            });
    for (int party = 0; party < 2; party++) {
      Outcomes.assertEnded(Refused.class, ends.get(party), "the memory is for TLS");
      assertFalse(Files.exists(parties.folder(party).resolve("memory")));
    }
  }

  @Test
  void theCertificateThatWasShownInsteadIsNamed() throws Exception {
    KeptBinding binding =
        new KeptBinding(KeptParties.PROGRAM, KeptParties.KEYS, 0, 2, List.of("a", "b"));
    binding.requireShown(List.of("a", "b"));
    assertEnds(
        Refused.class,
        () -> binding.requireShown(List.of("a", "c")),
        "the certificate b of party 2, which shows c");
  }

  @Test
  void memoryInTheClearIsNotOpenedWithAKey() throws Exception {
    KeptParties parties = new KeptParties(home, 2, false);
    parties.run(parties::whole);
    assertEnds(Refused.class, () -> new KeptParties(home, 2, true).open(0), "is not encrypted");
  }

  @Test
  void anOldCopyIsRefused() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.run(parties::whole);
    Path copy = home.resolve("copy");
    TestStores.copy(parties.folder(0), copy);
    List<KeptPhase> phases =
        List.of(KeptPhase.TAKEN, KeptPhase.REVEALED, KeptPhase.PREPARED, KeptPhase.COMMITTED);
    Path before = parties.moment(0, "before");
    Path peer = parties.moment(1, "before");
    for (KeptPhase phase : phases) {
      parties.run(
          (memory, session) -> {
            parties.reach(phase, memory, session);
            if (phase == KeptPhase.COMMITTED) {
              parties.whole(memory, session);
            }
          });
      TestStores.restore(copy, parties.folder(0));
      assertEnds(BadFile.class, () -> parties.open(0), "a copy of an earlier version was put back");
      parties.restore(0, before);
      parties.restore(1, peer);
    }
  }

  /** Another machine has no record, and an old copy together with its old record has no peer. */
  @Test
  void aCopyElsewhereIsRefused() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.run(parties::whole);
    Path old = parties.moment(0, "old");
    parties.run(parties::whole);
    parties.restore(0, old);
    List<Object> ends = parties.agree();
    for (Object end : ends) {
      Outcomes.assertEnded(Disagreement.class, end, "stand at different versions");
    }
    TestStores.delete(parties.records(0));
    assertEnds(BadFile.class, () -> parties.open(0), "this machine has no record of it");
  }

  @Test
  void copiesAreNotOpenAtOneTime() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.run(parties::whole);
    Path copy = home.resolve("copy");
    TestStores.copy(parties.folder(0), copy);
    try (KeptState memory = parties.open(0)) {
      assertEquals(1, memory.version());
      assertEnds(Refused.class, () -> parties.open(0), "one program at a time");
      assertEnds(
          Refused.class,
          () -> KeptState.openOrCreate(copy, parties.access(0), parties.binding(0)),
          "or a copy of it");
    }
  }

  @Test
  void aFolderWithSomethingElseIsLeftAlone() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    Files.createDirectories(parties.folder(0));
    Files.writeString(parties.folder(0).resolve("letter"), "hello", StandardCharsets.UTF_8);
    assertEnds(BadFile.class, () -> parties.open(0), "letter");
  }

  @Test
  void aFailedCheckDestroysTheMemoryAndAllCopies() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.run(parties::whole);
    Path copy = home.resolve("copy");
    TestStores.copy(parties.folder(0), copy);
    List<Object> ends =
        parties.run(
            (memory, session) -> {
              if (session.party() == 0) {
                try {
                  session.require(false, Check.MAC, "the test");
                } finally {
                  assertThrows(BadFile.class, () -> memory.take(session));
                }
              }
            });
    Outcomes.assertCheated(Check.MAC, ends.get(0), "the check");
    assertFalse(Files.exists(parties.file(0, "state-1-shares")));
    assertEnds(BadFile.class, () -> parties.open(0), "was destroyed");
    TestStores.restore(copy, parties.folder(0));
    assertEnds(BadFile.class, () -> parties.open(0), "it was destroyed");
  }

  /** A check that fails ends every step of a run, from the agreement on. */
  @Test
  void destroyedMemoryIsOfNoUse() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.run(
        (memory, session) -> {
          parties.reach(KeptPhase.PREPARED, memory, session);
          memory.confirm(session);
          memory.listener().failed();
          for (Executable use :
              List.<Executable>of(
                  () -> memory.statement(OptionalLong.empty()),
                  () -> memory.content("agreed"),
                  () -> memory.heard(List.of()),
                  () -> memory.begin(0, null),
                  () -> memory.read("ints", 1),
                  memory::revealing,
                  memory::commit)) {
            assertEnds(BadFile.class, use, "was destroyed");
          }
        });
  }

  /** Nothing that a link leads to is read, changed or deleted, and nothing is made beside it. */
  @Test
  void linksAreLeftAlone() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.agree();
    Path memory = parties.folder(0).resolve("memory");
    Path draft = parties.folder(0).resolve("memory.new");
    Path elsewhere = home.resolve("elsewhere");
    Files.move(memory, elsewhere);
    for (Path link : List.of(memory, draft)) {
      Files.createSymbolicLink(link, elsewhere);
      assertEnds(BadFile.class, () -> parties.open(0), link + " is a link, or no folder");
      Files.delete(link);
    }
    Files.move(elsewhere, memory);
    String record = KeptHeader.read(memory).recordName();
    Path mark = VerdictMark.file(parties.records(0), record);
    Path lock = parties.folder(0).resolve(FolderLock.FILE);
    for (Path file : List.of(memory.resolve("header"), lock, mark)) {
      Files.move(file, elsewhere);
      Files.createSymbolicLink(file, elsewhere);
      Files.deleteIfExists(parties.records(0).resolve(record));
      assertEnds(BadFile.class, () -> parties.open(0), file + " is a symbolic link");
      assertFalse(Files.exists(parties.records(0).resolve(record)));
      Files.delete(file);
      Files.move(elsewhere, file);
    }
    Files.createSymbolicLink(parties.records(0).resolve(record), elsewhere);
    Path journal = parties.file(0, "journal");
    byte[] before = Files.readAllBytes(journal);
    assertEnds(BadFile.class, () -> parties.open(0), record + " is a symbolic link");
    assertFalse(Files.exists(elsewhere));
    assertArrayEquals(before, Files.readAllBytes(journal));
  }

  /** Whoever is killed after its answer was sent may know less than a peer. */
  @Test
  void aKillInACheckDestroysTheMemory() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.run(parties::whole);
    Path idle = parties.moment(0, "idle");
    parties.run(
        (memory, session) ->
            session.judge(
                Check.MAC,
                "the test",
                () -> {
                  try {
                    if (session.party() == 0) {
                      parties.moment(0, "judging");
                    }
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                }));
    parties.open(0).close();
    parties.restore(0, home.resolve("moment of 0 judging"));
    assertEnds(BadFile.class, () -> parties.open(0), "a program was killed while the verdict");
    TestStores.restore(idle.resolve("kept"), parties.folder(0));
    assertEnds(BadFile.class, () -> parties.open(0), "it was destroyed");
  }

  @Test
  void callsOutOfOrderAreMistakes() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.run(
        (memory, session) -> {
          assertThrows(IllegalStateException.class, memory::revealing);
          assertThrows(
              IllegalStateException.class, () -> memory.prepare(new TreeMap<>(), new TreeMap<>()));
          assertThrows(IllegalStateException.class, () -> memory.confirm(session));
          memory.take(session);
          assertThrows(IllegalStateException.class, () -> memory.take(session));
          memory.prepare(parties.shares(session.party(), 1), KeptParties.clear(1));
          assertThrows(IllegalStateException.class, memory::revealing);
          assertThrows(IllegalStateException.class, memory::commit);
          memory.confirm(session);
          memory.commit();
          assertThrows(IllegalStateException.class, () -> memory.take(session));
          assertThrows(IllegalStateException.class, () -> memory.read("ints", 1));
        });
    assertEquals(all(2, 1L), parties.agree());
  }

  /** The record of a line failed: nothing that waits for the line goes on. */
  @Test
  void whatIsNotRecordedIsNotActedUpon() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.run(
        (memory, session) -> {
          memory.take(session);
          try (Stream<Path> files = Files.list(parties.records(session.party()))) {
            for (Path file : (Iterable<Path>) files::iterator) {
              if (!file.toString().endsWith(VerdictMark.SUFFIX)) {
                Files.write(file, new byte[0]);
              }
            }
          }
          assertThrows(BadFile.class, memory::revealing);
          assertEquals(KeptPhase.TAKEN, memory.phase());
          assertThrows(BadFile.class, memory::revealing, "another worker");
        });
  }

  @Test
  void closedMemoryIsOfNoUse() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    parties.run(
        (memory, session) -> {
          memory.take(session);
          memory.close();
          assertThrows(IllegalStateException.class, memory::revealing);
          assertThrows(
              IllegalStateException.class, () -> memory.prepare(new TreeMap<>(), new TreeMap<>()));
        });
  }

  /** A hash of clear values could be compared with guesses. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theDigestOfClearMemoryIsHidden(boolean encrypted) throws Exception {
    KeptParties parties = new KeptParties(home, 2, encrypted);
    parties.run(parties::whole);
    byte[] digest = new FieldHash("clear memory").add("ints").add(new long[] {1}, 0, 1).digest();
    String journal = Files.readString(parties.file(0, "journal"));
    assertEquals(!encrypted, journal.contains(HexFormat.of().formatHex(digest)));
  }

  /** The parties differ in a value that all should know: nobody commits. */
  @Test
  void clearMemoryIsCompared() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    List<Object> ends =
        parties.run(
            (memory, session) -> {
              memory.take(session);
              memory.prepare(new TreeMap<>(), KeptParties.clear(session.party()));
              memory.confirm(session);
            });
    for (Object end : ends) {
      Outcomes.assertEnded(Disagreement.class, end, "the memory to keep");
    }
    for (Object end : parties.agree()) {
      Outcomes.assertEnded(Disagreement.class, end, "clear memory of version 1");
    }
  }

  /** A party of three tells one peer that it has prepared the version, and the other that not. */
  @Test
  void aLiarDoesNotPartTheOthers() throws Exception {
    KeptParties parties = new KeptParties(home, 3, true);
    parties.run(parties::whole);
    parties.run((memory, session) -> parties.reach(KeptPhase.PREPARED, memory, session));
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(3),
            session -> {
              try (KeptState memory = parties.open(session.party())) {
                if (session.party() == 2) {
                  lie(session, memory.statement(OptionalLong.empty()));
                  return "lied";
                }
                return KeptState.agree(session, memory, OptionalLong.empty());
              }
            });
    for (int party = 0; party < 2; party++) {
      Outcomes.assertEnded(Disagreement.class, ends.get(party), "what they heard");
      try (KeptState memory = parties.open(party)) {
        assertEquals(KeptPhase.PREPARED, memory.phase());
      }
    }
  }

  /** Says its state to the first party and another one to the second, and echoes their hashes. */
  private static void lie(Session session, KeptStatement right) throws MpcException {
    KeptStatement wrong =
        new KeptStatement(
            right.id(),
            false,
            KeptPhase.TAKEN,
            right.version(),
            right.digest(),
            Optional.empty(),
            right.reset());
    byte[][] outs = {right.bytes(), wrong.bytes(), null};
    byte[][] lengths = new byte[3][4];
    int[] four = {4, 4, 4};
    for (int peer = 0; peer < 2; peer++) {
      ByteBuffer.wrap(lengths[peer]).putInt(outs[peer].length);
    }
    byte[][] in = new byte[3][4];
    session.exchangeAll(lengths, four, in, four);
    int[] outLengths = {outs[0].length, outs[1].length, 0};
    int[] inLengths = new int[3];
    for (int peer = 0; peer < 2; peer++) {
      inLengths[peer] = ByteBuffer.wrap(in[peer]).getInt();
      in[peer] = new byte[inLengths[peer]];
    }
    session.exchangeAll(outs, outLengths, in, inLengths);
    for (int round = 0; round < 2; round++) {
      for (int peer = 0; peer < 2; peer++) {
        byte[] theirs = new byte[32];
        session.pair(peer).exchange(theirs, 0, 0, theirs, 0, 32);
        session.pair(peer).exchange(theirs, 0, 32, theirs, 0, 0);
      }
    }
  }

  /** No party begins a run before all have noted the version. */
  @Test
  void allNoteTheDecisionBeforeAnyGoesOn() throws Exception {
    KeptParties parties = new KeptParties(home, 2, true);
    int frames = SessionPairs.HANDSHAKE_FRAMES + 3; // a length, a description, a comparison
    List<Object> ends =
        parties.run(
            SessionPairs.leaving(2, 1, frames),
            OptionalLong.empty(),
            (memory, session) -> memory.take(session));
    Outcomes.assertEnded(ConnectionLost.class, ends.get(0));
    assertEquals(all(2, 0L), parties.agree());
  }

  @Test
  void aMalformedStatementIsACheat() throws Exception {
    for (String text :
        List.of(
            "memory",
            "memory none used committed 0 " + "0".repeat(64) + " none none",
            "memory none new taken 0 " + "0".repeat(64) + " none none",
            "memory " + "1d".repeat(32) + " used prepared 3 " + "0".repeat(64) + " none none",
            "memory " + "1d".repeat(32) + " used taken -3 " + "0".repeat(64) + " none none")) {
      assertEquals(null, KeptStatement.parse(text.getBytes(StandardCharsets.UTF_8)), text);
    }
    KeptParties parties = new KeptParties(home, 2, true);
    List<Object> ends =
        parties.run(
            SessionPairs.tampered(SessionPairs.flip(SessionPairs.HANDSHAKE_FRAMES + 1, 3)),
            OptionalLong.empty(),
            (memory, session) -> {});
    Outcomes.assertCheated(Check.MALFORMED, ends.get(1), "a statement");
  }
}
