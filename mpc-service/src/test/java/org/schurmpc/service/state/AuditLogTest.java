package org.schurmpc.service.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.service.TestService;

/** Tests that the first changed, missing or moved line of an audit log is named. */
class AuditLogTest {
  @TempDir private Path folder;

  private AuditLog.Head write(Path file, int lines) throws Exception {
    try (AuditLog log = AuditLog.open(file, Optional.empty())) {
      for (int i = 0; i < lines; i++) {
        log.append(1_700_000_000_000L + i, "opened", Map.of("job", "j" + i)).join();
      }
      return log.head();
    }
  }

  private static void assertWrong(String says, Path file, Optional<AuditLog.Head> kept) {
    String message = assertThrows(BadFile.class, () -> AuditLog.verify(file, kept)).getMessage();
    assertTrue(message.contains(says), message);
    assertThrows(BadFile.class, () -> AuditLog.open(file, kept));
  }

  @Test
  void theFirstWrongLineIsNamed() throws Exception {
    Path file = folder.resolve("audit.log");
    AuditLog.Head head = write(file, 20);
    assertEquals(head, AuditLog.verify(file, Optional.of(head)));
    List<String> good = Files.readAllLines(file);

    List<String> changed = new ArrayList<>(good);
    changed.set(6, changed.get(6).replace("j6", "j7"));
    Files.write(file, changed);
    assertWrong("line 8", file, Optional.empty());

    List<String> missing = new ArrayList<>(good);
    missing.remove(3);
    Files.write(file, missing);
    assertWrong("line 4", file, Optional.empty());

    List<String> moved = new ArrayList<>(good);
    moved.add(9, moved.remove(12));
    Files.write(file, moved);
    assertWrong("line 10", file, Optional.empty());

    Files.write(file, List.of("{", "}"));
    assertWrong("line 1 was changed", file, Optional.empty());

    // The last line has none after it: the head that others keep tells.
    List<String> last = new ArrayList<>(good);
    last.set(19, last.get(19).replace("j19", "j20"));
    Files.write(file, last);
    assertWrong("line 20 was changed", file, Optional.of(head));

    Files.write(file, good.subList(0, 17));
    AuditLog.verify(file, Optional.empty());
    assertWrong("its end was cut off", file, Optional.of(head));
  }

  /** A start reads what came after the place that the journal keeps, and the rest afterwards. */
  @Test
  void aStartReadsFromThePlaceThatWasKept() throws Exception {
    Path file = folder.resolve("audit.log");
    write(file, 20);
    AuditLog.Place kept;
    try (AuditLog log = AuditLog.open(file, Optional.empty())) {
      kept = AuditLog.Place.parse(log.place().entry().split(" "));
      assertEquals(Files.size(file), kept.bytes());
      for (int i = 0; i < 3; i++) {
        log.append(i, "later", Map.of()).join();
      }
    }
    List<String> good = Files.readAllLines(file);
    try (AuditLog log = AuditLog.resume(file, kept)) {
      assertEquals(23, log.head().lines());
      log.checkEarlier();
      assertEquals(Optional.empty(), log.wrong());
    }
    List<String> changed = new ArrayList<>(good);
    changed.set(6, changed.get(6).replace("j6", "j7"));
    Files.write(file, changed);
    try (AuditLog log = AuditLog.resume(file, kept)) {
      assertEquals(Optional.empty(), log.wrong());
      log.checkEarlier();
      assertTrue(log.wrong().orElseThrow().contains("line 8"), log.wrong().toString());
    }
    for (int line : List.of(19, 21)) { // that of the place, and one after it
      List<String> wrong = new ArrayList<>(good);
      wrong.set(line, wrong.get(line).replace("Z", "z"));
      Files.write(file, wrong);
      assertThrows(BadFile.class, () -> AuditLog.resume(file, kept), "line " + (line + 1));
    }
    Files.write(file, good.subList(0, 19));
    String message = assertThrows(BadFile.class, () -> AuditLog.resume(file, kept)).getMessage();
    assertTrue(message.contains("has 19 lines, and had 20"), message);
    Files.write(file, good);
    AuditLog.Place older = AuditLog.Place.parse(("audit 20 " + kept.head().hash()).split(" "));
    try (AuditLog log = AuditLog.resume(file, older)) { // as journals kept it before
      assertEquals(23, log.head().lines());
    }
  }

  /** The lines of before are read while the service runs: nobody shortens the file meanwhile. */
  @Test
  void earlierLinesThatAreGoneAreNamed() throws Exception {
    Path file = folder.resolve("audit.log");
    write(file, 20);
    AuditLog.Place kept;
    try (AuditLog log = AuditLog.open(file, Optional.empty())) {
      kept = AuditLog.Place.parse(log.place().entry().split(" "));
    }
    try (AuditLog log = AuditLog.resume(file, kept)) {
      Files.write(file, Files.readAllLines(file).subList(0, 12));
      log.checkEarlier();
      String wrong = log.wrong().orElseThrow();
      assertTrue(wrong.contains("has 12 lines, and had 20: its end was cut off"), wrong);
    }
  }

  private static AuditLog.Head head(long lines, String byteInHex) {
    return new AuditLog.Head(lines, byteInHex.repeat(32));
  }

  /** A peer decides how often it says a head, and not how much this party writes. */
  @Test
  void headsOfPeersAreNotedNowAndThen() throws Exception {
    BookFixture all = BookFixture.first(folder);
    Operations of = all.book.operations();
    for (int i = 1; i <= 100; i++) {
      of.peerHead(1, head(i, "ab")).join();
      assertEquals(Map.of(), of.wrongPeerHeads());
    }
    for (int i = 0; i < 100; i++) {
      of.peerHead(1, head(1, "cd")).join(); // another hash of the line that was noted
      assertEquals("Its line 1 has another hash than before.", of.wrongPeerHeads().get(1));
    }
    assertEquals(2, all.audit.head().lines());
    all.clock.pass(Duration.ofMinutes(10));
    of.peerHead(1, head(150, "ab")).join();
    assertEquals(Map.of(), of.wrongPeerHeads());
    all = all.again();
    all.book.operations().peerHead(1, head(149, "ab")).join();
    assertEquals(
        "It has 149 lines, and had 150: its end was cut off.",
        all.book.operations().wrongPeerHeads().get(1));
    all.book.operations().peerHead(1, head(150, "ab")).join();
    assertEquals(Map.of(), all.book.operations().wrongPeerHeads());
    ServiceState checkpoint = new ServiceState();
    all.state.state().forEachRemaining(checkpoint::apply);
    assertEquals(List.of(PeerHeads.entry(1, head(150, "ab"))), checkpoint.peerHeads.lines());
    all.close();
    assertEquals(4, AuditLog.verify(folder.resolve("audit.log"), Optional.empty()).lines());
    assertEquals(head(150, "ab"), AuditLog.head(folder.resolve("audit.log"), OptionalInt.of(2)));
  }

  @Test
  void headsAreWrittenAndRead() throws Exception {
    AuditLog.Head head = write(folder.resolve("audit.log"), 3);
    assertEquals(head, AuditLog.Head.parse(head.toString()));
    for (String wrong : List.of("", "3", "3:ab", head + "0", "-1" + head, "x:" + head.hash())) {
      assertThrows(Refused.class, () -> AuditLog.Head.parse(wrong), wrong);
    }
    assertThrows(
        BadFile.class, () -> AuditLog.head(folder.resolve("audit.log"), OptionalInt.of(2)));
  }

  @Test
  void aLogGoesOnAfterARestartAndWithoutAHalfLine() throws Exception {
    Path file = folder.resolve("audit.log");
    AuditLog.Head head = write(file, 3);
    Files.writeString(file, Files.readString(file) + "{\"line\":4,\"ti");
    assertThrows(BadFile.class, () -> AuditLog.verify(file, Optional.of(head)));
    try (AuditLog log = AuditLog.open(file, Optional.of(head))) {
      assertEquals(head, log.head());
      log.append(1, "stopped", Map.of()).join();
      assertEquals(4, AuditLog.verify(file, Optional.of(head)).lines());
    }
  }

  /** The journal keeps the head, so that a cut tail is seen at the next start. */
  @Test
  void aCutTailIsSeenByTheJournal() throws Exception {
    Path audit = folder.resolve("audit.log");
    BookFixture all = BookFixture.first(folder);
    for (int i = 0; i < 70; i++) {
      all.opened(BookFixture.key(), "add");
    }
    all.close();
    all = all.reopen();
    all.book.tick().join();
    all.close();
    List<String> lines = Files.readAllLines(audit);
    assertTrue(lines.size() >= 70);
    Files.write(audit, lines.subList(0, 60));
    BookFixture closed = all;
    String message = assertThrows(BadFile.class, closed::reopen).getMessage();
    assertTrue(message.contains("its end was cut off"), message);
  }

  /** What clients send is in no log: neither inputs nor masks. */
  @Test
  void noValueIsWritten() throws Exception {
    BookFixture all = BookFixture.first(folder);
    RequestKey key = all.accepted("add");
    all.work.complete(all.book);
    all.close();
    String text = Files.readString(folder.resolve("audit.log"));
    assertTrue(text.contains(key.id().toString()), text);
    assertTrue(text.contains("\"client\":\"till\""), text);
    assertFalse(text.contains("0807060504030201"), text);
    assertFalse(text.contains(TestService.TILL.fingerprint().toString()), text);
  }
}
