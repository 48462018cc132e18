package org.schurmpc.service.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.service.TestService;
import org.schurmpc.service.state.Complaints.Kind;

/** Tests that a client's refusal of a delivery is a line of the audit log, and nothing else. */
class ComplaintsTest {
  @TempDir private Path folder;

  private final List<String> told = new ArrayList<>();

  private Code complain(BookFixture all, RequestKey key, Kind kind) {
    return BookFixture.code(all.book.complaints().note(key, kind, told::add));
  }

  private List<String> lines() throws Exception {
    return Files.readAllLines(folder.resolve("audit.log")).stream()
        .filter(line -> line.contains("\"event\":\"complaint\""))
        .toList();
  }

  @Test
  void aComplaintIsNotedOnceForEachDelivery() throws Exception {
    BookFixture all = BookFixture.first(folder);
    RequestKey key = all.accepted("add");
    assertEquals(Code.IN_PROGRESS, complain(all, key, Kind.RESULT));
    assertNull(complain(all, key, Kind.MASKS));
    assertNull(complain(all, key, Kind.MASKS));
    all.work.complete(all.book);
    assertNull(complain(all, key, Kind.RESULT));
    assertEquals("done", all.stateOf(key));
    assertTrue(all.book.result(key).join().isPresent(), "the result is there as before");
    assertTrue(all.book.suspended(all.catalogue.offer("add").orElseThrow()).isEmpty());
    all.close();
    assertEquals(List.of("add", "add"), told);
    List<String> lines = lines();
    assertEquals(2, lines.size());
    assertTrue(lines.get(0).contains("\"delivery\":\"masks\""), lines.get(0));
    assertTrue(lines.get(0).contains("\"client\":\"till\""), lines.get(0));
    assertTrue(lines.get(1).contains("\"delivery\":\"result\""), lines.get(1));
    assertTrue(lines.get(1).contains(key.id().toString()), lines.get(1));
    assertEquals(
        lines.size(), AuditLog.verify(folder.resolve("audit.log"), Optional.empty()).lines() - 3);
  }

  @Test
  void strangersAndJobsWithoutInputsAreRefused() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      RequestKey plain = BookFixture.key();
      all.open(plain, "plain").join();
      assertEquals(Code.BAD_INPUT, complain(all, plain, Kind.MASKS));
      assertEquals(Code.NO_SUCH_REQUEST, complain(all, BookFixture.key(), Kind.MASKS));
      RequestKey key = all.accepted("add");
      RequestKey other = new RequestKey(TestService.AUDITOR.fingerprint(), key.id());
      assertEquals(Code.NO_SUCH_REQUEST, complain(all, other, Kind.MASKS));
    }
    assertEquals(List.of(), lines());
  }

  /** The limit holds over requests and restarts, for each client by itself. */
  @Test
  void theNumberOfComplaintsOfAClientIsBounded() throws Exception {
    BookFixture all = BookFixture.first(folder);
    for (int i = 0; i < 60; i++) {
      if (i == 30) {
        all = all.again();
      }
      assertNull(complain(all, all.accepted("add"), Kind.MASKS));
    }
    all = all.again();
    RequestKey next = all.accepted("add");
    assertEquals(Code.RATE, complain(all, next, Kind.MASKS));
    all.clock.pass(Duration.ofMinutes(62));
    assertNull(complain(all, next, Kind.MASKS));
    all.close();
    assertEquals(61, lines().size());
  }

  @Test
  void aComplaintThatIsNotOnDiskMayBeMadeAgain() throws Exception {
    BookFixture all = BookFixture.first(folder);
    RequestKey key = all.accepted("add");
    all.log.setFull(true);
    assertEquals(Code.STORAGE, complain(all, key, Kind.MASKS));
    assertEquals(List.of(), told);
    all.log.setFull(false);
    assertNull(complain(all, key, Kind.MASKS));
    all.close();
    assertEquals(1, lines().size());
    assertFalse(lines().get(0).contains(TestService.TILL.fingerprint().toString()));
  }
}
