package org.schurmpc.service.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.service.FakeWork;
import org.schurmpc.service.FileLog;
import org.schurmpc.service.TestClock;
import org.schurmpc.service.TestService;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.state.RequestBook.Grant;

/** Tests what becomes of requests, over a log in files: restarts, expiry, numbers, failures. */
class RequestBookTest {
  private static final byte[] D = BookFixture.D;

  @TempDir private Path folder;

  // ------------------------------------------------------------------ ids

  @Test
  void anIdWithAnotherBodyIsRefusedInEveryState() throws Exception {
    BookFixture all = BookFixture.first(folder);
    RequestKey key = all.accepted("add");
    assertEquals(Code.ID_USED, BookFixture.code(all.open(key, "slow")));
    all.work.complete(all.book);
    assertEquals(Code.ID_USED, BookFixture.code(all.open(key, "slow")));
    all = all.again();
    assertEquals(Code.ID_USED, BookFixture.code(all.open(key, "slow")));
    // The same body again: the masks are gone by now, and the id is not free.
    assertEquals(Code.GONE, BookFixture.code(all.open(key, "add")));
    all.close();
  }

  @Test
  void idsAreRememberedAfterTheirResultsAndThenForgotten() throws Exception {
    BookFixture all = BookFixture.first(folder);
    RequestKey key = all.accepted("add");
    RequestKey taken = all.accepted("add");
    all.work.complete(all.book);
    all.book.acknowledge(taken).join();
    all.clock.pass(Duration.ofHours(25));
    all.book.tick().join();
    assertEquals(Code.GONE, BookFixture.code(all.book.result(key)));
    assertEquals(List.of(), all.log.blobs());
    all = all.again();
    all.clock.pass(Duration.ofDays(28));
    all.book.tick().join();
    for (RequestKey each : List.of(key, taken)) {
      assertEquals(Code.GONE, BookFixture.code(all.book.result(each)));
      assertEquals(Code.ID_USED, BookFixture.code(all.open(each, "slow")));
    }
    all.clock.pass(Duration.ofDays(3));
    all.book.tick().join();
    assertEquals(Code.NO_SUCH_REQUEST, BookFixture.code(all.book.result(key)));
    all.book.tick().join();
    all = all.again();
    assertEquals(Code.NO_SUCH_REQUEST, BookFixture.code(all.book.result(key)));
    assertNull(BookFixture.code(all.open(key, "slow")));
    all.close();
  }

  /** Many threads that send one call get one answer; with two bodies one of them wins. */
  @Test
  void callsAtTheSameTimeOpenOneRequest() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      for (int round = 0; round < 20; round++) {
        RequestKey key = BookFixture.key();
        List<CompletableFuture<Grant>> same = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          same.add(
              CompletableFuture.supplyAsync(() -> all.open(key, "add"))
                  .thenCompose(future -> future));
        }
        Set<Long> numbers = new HashSet<>();
        for (CompletableFuture<Grant> each : same) {
          numbers.add(TestService.number(each.join().envelope().orElseThrow()));
        }
        assertEquals(1, numbers.size());
        long number = numbers.iterator().next();
        byte[] other = D.clone();
        other[0]++;
        List<CompletableFuture<String>> inputs =
            List.of(
                CompletableFuture.supplyAsync(() -> all.book.accept(key, number, D.clone()))
                    .thenCompose(future -> future),
                CompletableFuture.supplyAsync(() -> all.book.accept(key, number, other.clone()))
                    .thenCompose(future -> future));
        Set<Code> codes = new HashSet<>();
        inputs.forEach(each -> codes.add(BookFixture.code(each)));
        Set<Code> expected = new HashSet<>();
        expected.add(null);
        expected.add(Code.ID_USED);
        assertEquals(expected, codes);
      }
      assertEquals(20, all.work.seen.size());
    }
  }

  // ------------------------------------------------------------------ numbers

  @Test
  void aNumberThatWasShownIsNeverGivenAgain() throws Exception {
    BookFixture all = BookFixture.first(folder);
    Set<Long> shown = new HashSet<>();
    RequestKey expires = BookFixture.key();
    RequestKey withdrawn = BookFixture.key();
    RequestKey refused = all.accepted("slow");
    shown.add(1L);
    assertTrue(shown.add(all.opened(expires, "add")));
    assertTrue(shown.add(all.opened(withdrawn, "add")));
    all.book.acknowledge(withdrawn).join();
    all.book.operations().decide("till", refused.id(), false).join();
    all.clock.pass(Duration.ofMinutes(11));
    all.book.tick().join();
    assertEquals(
        List.of("failed", "failed", "failed"),
        List.of(all.stateOf(expires), all.stateOf(withdrawn), all.stateOf(refused)));
    assertEquals("expired", all.book.state(expires).code().orElseThrow());
    assertEquals(shown, new HashSet<>(all.work.spent));
    for (int i = 0; i < 3; i++) {
      all = all.again();
      assertTrue(shown.add(all.opened(BookFixture.key(), "add")), shown::toString);
      all.log.checkpoint();
    }
    all.clock.pass(Duration.ofDays(40));
    all.book.tick().join();
    all.book.tick().join();
    all = all.again();
    assertTrue(shown.add(all.opened(BookFixture.key(), "add")), shown::toString);
    all.close();
  }

  @Test
  void otherPartiesTakeTheNumberOfParty1IfItIsFree() throws Exception {
    BookFixture all = new BookFixture(folder, 2, TestService.jobs(), new TestClock());
    RequestKey first = BookFixture.key();
    assertEquals(Code.BAD_REQUEST, BookFixture.code(all.open(first, "add")));
    assertNull(BookFixture.code(all.open(first, "add", OptionalLong.of(9))));
    assertNull(BookFixture.code(all.open(first, "add", OptionalLong.of(9))));
    RequestKey second = BookFixture.key();
    assertEquals(Code.NUMBER_TAKEN, BookFixture.code(all.open(second, "add", OptionalLong.of(9))));
    assertEquals(
        Code.NO_STOCK, BookFixture.code(all.open(second, "add", OptionalLong.of(1L << 50))));
    all.book.acknowledge(first).join();
    all = all.again();
    assertEquals(Code.NUMBER_TAKEN, BookFixture.code(all.open(second, "add", OptionalLong.of(9))));
    assertNull(BookFixture.code(all.open(second, "add", OptionalLong.of(10))));
    all.close();
  }

  @Test
  void party1TakesNoNumberFromClients() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      assertEquals(
          Code.BAD_REQUEST,
          BookFixture.code(all.open(BookFixture.key(), "add", OptionalLong.of(9))));
      assertEquals(
          Code.BAD_REQUEST,
          BookFixture.code(all.open(BookFixture.key(), "plain", OptionalLong.of(9))));
    }
  }

  @Test
  void anEmptyStockCountsAgainstNoRate() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      all.work.last = 0;
      for (int i = 0; i < 70; i++) {
        assertEquals(Code.NO_STOCK, BookFixture.code(all.open(BookFixture.key(), "rated")));
      }
      all.work.last = 100;
      assertNull(BookFixture.code(all.open(BookFixture.key(), "rated")));
    }
  }

  // ------------------------------------------------------------------ quotas and rates

  @Test
  void aClientHasAFewOpenRequestsAtATime() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      List<CompletableFuture<Grant>> opens = new ArrayList<>();
      List<RequestKey> keys = new ArrayList<>();
      for (int i = 0; i < 201; i++) {
        keys.add(BookFixture.key());
        opens.add(all.open(keys.get(i), "add")); // none is durable when the next one comes
      }
      Set<Long> numbers = new HashSet<>();
      for (int i = 0; i < 200; i++) {
        byte[] envelope = opens.get(i).join().envelope().orElseThrow();
        assertTrue(numbers.add(TestService.number(envelope)), "a number for two requests");
      }
      assertEquals(Code.QUOTA, BookFixture.code(opens.get(200)));
      CompletionException full =
          assertThrows(CompletionException.class, () -> opens.get(200).join());
      Duration wait = ((Refusal) full.getCause()).retryAfter().orElseThrow();
      assertTrue(wait.toSeconds() <= 1, "the others' inputs come at once: " + wait);
      RequestKey other = new RequestKey(TestService.AUDITOR.fingerprint(), UUID.randomUUID());
      assertNull(BookFixture.code(all.open(other, "secret")));
      all.book.acknowledge(keys.get(0)).join();
      assertNull(BookFixture.code(all.open(BookFixture.key(), "add")));
    }
  }

  @Test
  void ratesHoldForRequestsThatAreNotDurableYet() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      List<CompletableFuture<Grant>> opens = new ArrayList<>();
      for (int i = 0; i < 61; i++) {
        opens.add(all.open(BookFixture.key(), "rated"));
      }
      assertEquals(60, opens.stream().filter(each -> BookFixture.code(each) == null).count());
      assertEquals(Code.RATE, BookFixture.code(opens.get(60)));
    }
  }

  /** A set's counter is that of all jobs and clients; a party's own rate may be stricter. */
  @Test
  void aSetsRateHoldsOverJobsAndClientsAndAPartysOwnRateIsStricter() throws Exception {
    String jobs =
        TestService.job(
                "a",
                """
                inputs = ["client", "set:key"]
                clients = ["till", "auditor"]
                rate = { set = "5/day" }
                """)
            + TestService.job(
                "b",
                """
                inputs = ["client", "set:key"]
                rate = { set = "5/day" }
                """)
            + TestService.job(
                "c",
                """
                inputs = ["client", "public"]
                rate = { job = "5/day" }
                own_rate = { job = "2/hour" }
                """);
    BookFixture all = new BookFixture(folder, 1, jobs, new TestClock());
    RequestKey auditor = new RequestKey(TestService.AUDITOR.fingerprint(), UUID.randomUUID());
    assertNull(BookFixture.code(all.open(auditor, "a")));
    for (int i = 0; i < 2; i++) {
      assertNull(BookFixture.code(all.open(BookFixture.key(), "a")));
      assertNull(BookFixture.code(all.open(BookFixture.key(), "b")));
    }
    all = all.again();
    assertEquals(Code.RATE, BookFixture.code(all.open(BookFixture.key(), "b")));
    RequestKey more = new RequestKey(TestService.AUDITOR.fingerprint(), UUID.randomUUID());
    assertEquals(Code.RATE, BookFixture.code(all.open(more, "a")));
    assertNull(BookFixture.code(all.open(BookFixture.key(), "c")));
    assertNull(BookFixture.code(all.open(BookFixture.key(), "c")));
    assertEquals(Code.RATE, BookFixture.code(all.open(BookFixture.key(), "c")));
    all.close();
  }

  @Test
  void furtherAttemptsCount() throws Exception {
    String jobs =
        TestService.job("a", "inputs = [\"client\", \"party2\"]\nrate = { client = \"2/day\" }\n");
    try (BookFixture all = new BookFixture(folder, 1, jobs, new TestClock())) {
      RequestKey key = all.accepted("a");
      Map<RequestKey, String> run = Map.of(key, all.book.state(key).receipt().orElseThrow());
      assertNull(BookFixture.code(all.book.runs().run(run, 1, List.of())));
      all.book.runs().dropped(List.of(key), List.of()).join();
      assertNull(BookFixture.code(all.book.runs().run(run, 2, List.of())));
      assertEquals(2, all.book.state(key).attempt());
      all.book.runs().dropped(List.of(key), List.of()).join();
      assertEquals(Code.RATE, BookFixture.code(all.book.runs().run(run, 3, List.of())));
      assertEquals(Code.RATE, BookFixture.code(all.open(BookFixture.key(), "a")));
    }
  }

  // ------------------------------------------------------------------ runs

  @Test
  void aRunWithAnotherInputOrOfAnUnknownRequestIsRefused() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      RequestKey key = all.accepted("add");
      assertEquals(
          Code.ID_USED,
          BookFixture.code(all.book.runs().run(Map.of(key, "0".repeat(64)), 1, List.of())));
      assertEquals("queued", all.stateOf(key));
      assertEquals(
          Code.NO_SUCH_REQUEST,
          BookFixture.code(
              all.book.runs().run(Map.of(BookFixture.key(), "0".repeat(64)), 1, List.of())));
      RequestKey open = BookFixture.key();
      all.opened(open, "add");
      assertEquals(
          Code.IN_PROGRESS,
          BookFixture.code(all.book.runs().run(Map.of(open, "0".repeat(64)), 1, List.of())));
    }
  }

  @Test
  void preparedResultsSurviveARestartAndAreReleasedByCommitAlone() throws Exception {
    BookFixture all = BookFixture.first(folder);
    RequestKey key = all.accepted("add");
    List<RequestKey> keys = all.work.run(all.book);
    FakeWork.prepare(all.book, keys);
    all = all.again();
    assertTrue(all.book.result(key).join().isEmpty());
    all.book.runs().committed(keys, List.of()).join();
    all = all.again();
    assertTrue(all.book.result(key).join().isPresent());
    assertEquals(Code.IN_PROGRESS, BookFixture.code(all.book.runs().committed(keys, List.of())));
    all.close();
  }

  /** A full disk costs a request, and not the masks: their number is free again. */
  @Test
  void masksOutliveAnOpeningThatFails() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      all.log.setFull(true);
      assertNotNull(BookFixture.code(all.open(BookFixture.key(), "add")));
      all.log.setFull(false);
      byte[] envelope = all.open(BookFixture.key(), "add").join().envelope().orElseThrow();
      byte[] body = FakeWork.delivery(1, FakeWork.ELEMENTS).body();
      assertEquals(1, TestService.number(envelope));
      assertTrue(Collections.indexOfSubList(bytes(envelope), bytes(body)) > 0, "zeros");
    }
  }

  private static List<Byte> bytes(byte[] all) {
    List<Byte> list = new ArrayList<>();
    for (byte each : all) {
      list.add(each);
    }
    return list;
  }

  @Test
  void droppedResultsAreWiped() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      RequestKey key = all.accepted("add");
      List<RequestKey> keys = all.work.run(all.book);
      FakeWork.prepare(all.book, keys);
      assertEquals(3, all.log.blobs().size());
      all.book.runs().dropped(keys, List.of()).join();
      assertEquals(2, all.log.blobs().size());
      assertEquals("queued", all.stateOf(key));
      assertTrue(all.keeps(D));
    }
  }

  /** Nobody hears that a run is dropped while its outputs are on the disk. */
  @Test
  void droppingWaitsForTheWipe() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      all.accepted("add");
      List<RequestKey> keys = all.work.run(all.book);
      FakeWork.prepare(all.book, keys);
      CompletableFuture<Void> wiped = new CompletableFuture<>();
      StateLog slow =
          (StateLog)
              Proxy.newProxyInstance(
                  StateLog.class.getClassLoader(),
                  new Class<?>[] {StateLog.class},
                  (proxy, method, of) ->
                      method.getName().equals("wipe") ? wiped : method.invoke(all.log, of));
      RequestBook book =
          new RequestBook(all.state, slow, all.catalogue, all.work, all.serviceClock, all.audit);
      CompletableFuture<Void> dropped = book.runs().dropped(keys, List.of());
      assertThrows(TimeoutException.class, () -> dropped.get(200, TimeUnit.MILLISECONDS));
      wiped.complete(null);
      dropped.get(10, TimeUnit.SECONDS);
    }
  }

  /** A result that everybody has taken is gone, whenever it would have expired. */
  @Test
  void anIdIsRememberedFromTheTimeWhenItsResultWasTaken() throws Exception {
    BookFixture all = BookFixture.first(folder);
    Duration memory = all.catalogue.config().settings().idMemory();
    RequestKey taken = all.accepted("add");
    RequestKey kept = all.accepted("add");
    all.work.complete(all.book);
    all.book.acknowledge(taken).join();
    all = all.again();
    all.clock.pass(memory.minusHours(1));
    all.book.tick().join();
    assertEquals(Code.GONE, BookFixture.code(all.book.result(taken)));
    all.clock.pass(Duration.ofHours(2));
    all.book.tick().join();
    assertEquals(Code.NO_SUCH_REQUEST, BookFixture.code(all.book.result(taken)));
    assertEquals(Code.GONE, BookFixture.code(all.book.result(kept)), "it has just expired");
    all.close();
  }

  /** Times that requests do not have any more take no memory. */
  @Test
  void manyRequestsLeaveFewTimes() throws Exception {
    Requests requests = new Requests();
    for (int i = 0; i < 20_000; i++) {
      String key = new RequestKey(TestService.TILL.fingerprint(), new UUID(0, i)).words();
      requests.apply(("request open " + key + " add d - - - 0 " + (1_000_000 + i)).split(" ", -1));
      requests.apply(("request fail " + key + " expired - 0 " + (2_000_000 + i)).split(" ", -1));
      requests.apply(("request forget " + key).split(" ", -1));
      assertTrue(requests.times() < 3_000, i + " requests");
    }
  }

  @Test
  void masksAndInputsAreWipedWhenARequestEnds() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      RequestKey done = all.accepted("add");
      all.work.complete(all.book);
      assertFalse(all.keeps(D));
      assertEquals(1, all.log.blobs().size());
      all.book.acknowledge(done).join();
      RequestKey failed = all.accepted("add");
      all.work.run(all.book);
      all.book.runs().failed(failed, "attempts", "All attempts are used up.").join();
      assertEquals(List.of(), all.log.blobs());
      assertEquals(Code.FAILED, BookFixture.code(all.book.result(failed)));
      assertEquals(Set.of(1L, 2L), new HashSet<>(all.work.spent));
      assertEquals(
          Code.IN_PROGRESS, BookFixture.code(all.book.runs().failed(failed, "expired", "Late.")));
    }
  }

  @Test
  void anAcceptedRequestIsAnnouncedAgainAfterARestartAndNeverExpires() throws Exception {
    BookFixture all = BookFixture.first(folder);
    RequestKey key = all.accepted("add");
    Work.Seen said = all.work.seen.peek();
    all = all.again();
    assertEquals(said, all.work.seen.peek());
    all.clock.pass(Duration.ofDays(100));
    all.book.tick().join();
    assertEquals("queued", all.stateOf(key));
    assertEquals(
        Code.IN_PROGRESS, BookFixture.code(all.book.acknowledge(key)), "withdrawn after SEEN");
    all.close();
  }

  @Test
  void anOperatorApprovesOrRefusesBeforeAnythingIsAnnounced() throws Exception {
    BookFixture all = BookFixture.first(folder);
    RequestKey yes = all.accepted("slow");
    RequestKey late = all.accepted("slow");
    assertEquals(List.of(), List.copyOf(all.work.seen));
    assertEquals("accepted", all.stateOf(yes));
    all = all.again();
    assertEquals(2, all.book.operations().list("accepted", 10).size());
    assertEquals(
        Code.NO_SUCH_REQUEST,
        BookFixture.code(all.book.operations().decide("auditor", yes.id(), true)));
    all.book.operations().decide("till", yes.id(), true).join();
    assertEquals(1, all.work.seen.size());
    assertEquals(
        Code.NO_SUCH_REQUEST,
        BookFixture.code(all.book.operations().decide("till", yes.id(), false)));
    all.clock.pass(Duration.ofMinutes(11));
    all.book.tick().join();
    assertEquals("failed", all.stateOf(late));
    assertEquals("queued", all.stateOf(yes));
    all.close();
  }

  @Test
  void jobsWithoutInputsOfClientsAreAcceptedAtOnce() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      RequestKey key = BookFixture.key();
      Grant grant = all.open(key, "plain").join();
      assertTrue(grant.envelope().isEmpty());
      assertEquals("queued", grant.view().state());
      assertEquals(grant.view().receipt().orElseThrow(), all.work.seen.peek().hash());
      assertEquals(Code.BAD_INPUT, BookFixture.code(all.book.accept(key, 0, D)));
    }
  }

  /** An input counts for what the job was when its client saw the digest. */
  @Test
  void aJobThatChangedTakesNoMoreInputs() throws Exception {
    BookFixture first = BookFixture.first(folder);
    RequestKey key = BookFixture.key();
    long number = first.opened(key, "add");
    first.close();
    String jobs =
        TestService.job("add", "inputs = [\"client\", \"set:key\"]\n")
            .replace("\"add_64\"", "\"sub_64\"")
            .replace(TestService.DIGEST, BristolFashion.hexDigest(CircuitLibrary.open("sub_64")));
    try (BookFixture all = new BookFixture(folder, 1, jobs, first.clock)) {
      assertEquals(Code.DIGEST_DIFFERS, BookFixture.code(all.book.accept(key, number, D.clone())));
    }
  }

  @Test
  void thePaddingOfInputsIsZero() throws Exception {
    String mux =
        TestService.job("mux", "inputs = [\"client\", \"party1\", \"party2\"]\n")
            .replace("add_64", "mux_64")
            .replace(TestService.DIGEST, BristolFashion.hexDigest(CircuitLibrary.open("mux_64")));
    try (BookFixture all = new BookFixture(folder, 1, mux, new TestClock())) {
      int bits =
          (int) all.catalogue.offer("mux").orElseThrow().artifact().orElseThrow().clientBits();
      assertNotEquals(0, bits % 8);
      RequestKey key = BookFixture.key();
      long number = all.opened(key, "mux");
      byte[] wrong = new byte[(bits + 7) / 8];
      wrong[wrong.length - 1] = (byte) (1 << bits % 8);
      assertEquals(Code.BAD_INPUT, BookFixture.code(all.book.accept(key, number, wrong)));
      wrong[wrong.length - 1] = (byte) ((1 << bits % 8) - 1);
      assertNull(BookFixture.code(all.book.accept(key, number, wrong)));
    }
  }

  // ------------------------------------------------------------------ suspended jobs, stop, clock

  @Test
  void aSuspendedJobStaysSoUntilItIsResumed() throws Exception {
    BookFixture all = BookFixture.first(folder);
    RequestKey key = BookFixture.key();
    long number = all.opened(key, "add");
    all.book.operations().suspend("add", "a peer cheated").join();
    all = all.again();
    assertEquals(Code.SUSPENDED, BookFixture.code(all.open(BookFixture.key(), "add")));
    assertEquals(Code.SUSPENDED, BookFixture.code(all.book.accept(key, number, D.clone())));
    all.log.checkpoint();
    all = all.again();
    assertEquals(
        "a peer cheated",
        all.book.suspended(all.catalogue.offer("add").orElseThrow()).orElseThrow());
    assertNull(BookFixture.code(all.open(BookFixture.key(), "slow")));
    all.book.operations().resume("add").join();
    assertNull(BookFixture.code(all.open(BookFixture.key(), "add")));
    all.close();
  }

  /** Nothing is used up for a job that lacks a set, and what was opened before goes on. */
  @Test
  void aJobThatLacksASetOpensNoRequest() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      Catalogue.Offer rated = all.catalogue.offer("rated").orElseThrow();
      RequestKey before = BookFixture.key();
      long number = all.opened(before, "rated");
      long changes = all.book.numberChanges();
      all.work.lack = Optional.of("the set key is not there");
      for (int i = 0; i < 60; i++) {
        assertEquals(Code.SUSPENDED, BookFixture.code(all.open(BookFixture.key(), "rated")));
      }
      assertEquals("the set key is not there", all.book.closed(rated).orElseThrow());
      assertEquals(Optional.empty(), all.book.suspended(rated)); // runs go on
      assertEquals(changes, all.book.numberChanges());
      assertEquals(number, all.opened(before, "rated")); // answered as before
      all.book.accept(before, number, new byte[16]).join();
      all.work.lack = Optional.empty();
      for (int i = 1; i < 60; i++) {
        assertNull(BookFixture.code(all.open(BookFixture.key(), "rated")));
      }
      assertEquals(Code.RATE, BookFixture.code(all.open(BookFixture.key(), "rated")));
    }
  }

  @Test
  void aWrongDigestSuspendsItsJobAlone() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      assertEquals(Code.SUSPENDED, BookFixture.code(all.open(BookFixture.key(), "wrong")));
      assertTrue(
          all.book
              .suspended(all.catalogue.offer("wrong").orElseThrow())
              .orElseThrow()
              .contains("digest"));
      assertNull(BookFixture.code(all.open(BookFixture.key(), "add")));
    }
  }

  @Test
  void aServiceThatStopsTakesNothingNewAndGivesResults() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      RequestKey done = all.accepted("add");
      all.work.complete(all.book);
      RequestKey open = BookFixture.key();
      long number = all.opened(open, "add");
      all.book.stop();
      assertEquals(Code.STOPPING, BookFixture.code(all.open(BookFixture.key(), "add")));
      assertEquals(Code.STOPPING, BookFixture.code(all.book.accept(open, number, D.clone())));
      assertTrue(all.book.result(done).join().isPresent());
    }
  }

  /** A clock that is set back would renew rates and let ids be used again. */
  @Test
  void aClockThatIsSetTwoDaysOffIsRefusedUntilAnOperatorAcceptsIt() throws Exception {
    for (Duration off : List.of(Duration.ofDays(2), Duration.ofDays(-2))) {
      Path place = Files.createDirectory(folder.resolve("off" + off.toDays()));
      BookFixture all = BookFixture.first(place);
      RequestKey done = all.accepted("add");
      all.work.complete(all.book);
      long before = all.serviceClock.now();
      all.clock.set(off);
      assertEquals(Code.CLOCK, BookFixture.code(all.open(BookFixture.key(), "add")));
      assertTrue(all.serviceClock.now() >= before, "time went back");
      all.book.tick().join(); // nothing expires by such a clock
      assertTrue(all.book.result(done).join().isPresent());
      if (off.isNegative()) {
        all = all.again(); // the journal has later times
        assertEquals(Code.CLOCK, BookFixture.code(all.open(BookFixture.key(), "add")));
      }
      all.book.operations().acceptClock().join();
      assertNull(BookFixture.code(all.open(BookFixture.key(), "add")));
      all = all.again();
      assertNull(BookFixture.code(all.open(BookFixture.key(), "add")));
      all.close();
    }
  }

  // ------------------------------------------------------------------ the disk

  @Test
  void aFullDiskRefusesAndLeavesNothingHalfDone() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      RequestKey open = BookFixture.key();
      long number = all.opened(open, "add");
      RequestKey done = all.accepted("add");
      all.work.complete(all.book);
      all.log.setFull(true);
      RequestKey key = BookFixture.key();
      for (int i = 0; i < 70; i++) {
        assertEquals(Code.STORAGE, BookFixture.code(all.open(key, "rated")));
      }
      assertEquals(Code.STORAGE, BookFixture.code(all.book.accept(open, number, D.clone())));
      assertEquals(Code.STORAGE, BookFixture.code(all.book.acknowledge(done)));
      assertEquals("open", all.stateOf(open));
      assertThrows(Refusal.class, () -> all.book.state(key));
      assertTrue(all.book.result(done).join().isPresent());
      assertFalse(all.log.isWritable());
      all.log.setFull(false);
      // Nothing was counted, and the number that nobody has seen is still there.
      for (int i = 0; i < 60; i++) {
        assertEquals(number + 2 + i, all.opened(BookFixture.key(), "rated"));
      }
      assertNull(BookFixture.code(all.book.accept(open, number, D.clone())));
    }
  }

  /** A crash between a blob and its entry leaves a blob of nobody. */
  @Test
  void blobsOfNobodyAreWipedAtTheStart() throws Exception {
    BookFixture all = BookFixture.first(folder);
    RequestKey key = all.accepted("add");
    all.log.put(new byte[] {1}).join();
    all = all.again();
    assertEquals(2, all.log.blobs().size());
    assertEquals(D.length, all.book.runs().input(key).join().length);
    all.close();
  }

  /** A checkpoint says the same as all entries. */
  @Test
  void aCheckpointHoldsEverything() throws Exception {
    BookFixture all = BookFixture.first(folder);
    for (int i = 0; i < 5; i++) {
      all.accepted("add");
      all.accepted("slow");
    }
    all.work.complete(all.book);
    all.accepted("add");
    all.work.run(all.book);
    all.opened(BookFixture.key(), "shown");
    RequestKey failed = all.accepted("add");
    all.book.runs().failed(failed, "fault", "An index is out of range.").join();
    all.book.operations().suspend("plain", "for a test").join();
    List<String> before = lines(all.state);
    ServiceState copy = new ServiceState();
    before.forEach(copy::apply);
    assertEquals(before, lines(copy));
    all = all.again();
    assertEquals(before, lines(all.state));
    assertEquals("An index is out of range.", all.book.state(failed).detail().orElseThrow());
    all.close();
  }

  private static List<String> lines(ServiceState state) {
    List<String> lines = new ArrayList<>();
    state.state().forEachRemaining(lines::add);
    lines.sort(null);
    return lines;
  }

  /** The start takes less than two seconds of the processor, whatever else the machine does. */
  @Test
  void aHundredThousandIdsAreReadInTwoSeconds() throws Exception {
    TestClock clock = new TestClock();
    ServiceState state = new ServiceState();
    long now = clock.millis();
    List<RequestKey> keys = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      RequestKey key = BookFixture.key();
      keys.add(key);
      state.apply(
          "request open %s add %s %s %d - %d %d"
              .formatted(
                  key.words(), TestService.DIGEST, "a".repeat(64), i + 1, now, now + 600_000));
      state.apply("rate client/add/till " + now);
      state.apply(
          "request fail %s expired - %d %d".formatted(key.words(), now, now + 2_592_000_000L));
    }
    try (FileLog log = new FileLog(folder.resolve("state"), state)) {
      log.checkpoint();
    }
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    try (BookFixture all = new BookFixture(folder, 1, TestService.jobs(), clock)) {
      long took = threads.getCurrentThreadCpuTime() - start;
      assertTrue(took < 2_000_000_000L, took / 1_000_000 + " ms");
      assertEquals("failed", all.stateOf(keys.get(99_999)));
      assertEquals(100_001, all.opened(BookFixture.key(), "add"));
    }
  }
}
