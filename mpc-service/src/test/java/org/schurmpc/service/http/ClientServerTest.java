package org.schurmpc.service.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.net.TestIdentities;
import org.schurmpc.service.FakeWork;
import org.schurmpc.service.TestClock;
import org.schurmpc.service.TestService;
import org.schurmpc.service.state.EnvelopeHeader;
import org.schurmpc.service.state.RequestKey;
import org.schurmpc.service.state.RequestRuns;

/**
 * Tests the port of clients over real sockets: who gets in, what is answered, and what is too much.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ClientServerTest {
  private static final byte[] D = {1, 2, 3, 4, 5, 6, 7, 8};

  @TempDir private Path folder;

  private static String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  /** A call that waits has its answer when the request ends, and not when its time is over. */
  @Test
  void aCallWaitsForItsResult() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      UUID id = UUID.randomUUID();
      TestService.send(till, service.open(id, TestService.body("add")));
      TestService.send(till, service.inputs(id, 1, D));
      List<RequestKey> keys = service.work.run(service.book());
      HttpRequest.Builder call = service.call("/v1/requests/" + id + "/result");
      long begun = System.nanoTime();
      assertEquals(202, TestService.send(till, call.header("Prefer", "wait=1")).statusCode());
      assertTrue(System.nanoTime() - begun >= 900_000_000L, "it waited");
      var answer =
          till.sendAsync(
              call.setHeader("Prefer", "handling=strict, wait=10").build(),
              HttpResponse.BodyHandlers.ofByteArray());
      FakeWork.prepare(service.book(), keys);
      service.book().runs().committed(keys, List.of()).join();
      assertEquals(200, answer.get(8, TimeUnit.SECONDS).statusCode());
      assertEquals(200, TestService.send(till, call).statusCode());
    }
  }

  /** Inputs are answered with the result if it comes in time, and with the receipt otherwise. */
  @Test
  void aCallWithInputsWaitsForTheResult() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      UUID id = UUID.randomUUID();
      TestService.send(till, service.open(id, TestService.body("add")));
      HttpRequest.Builder call = service.inputs(id, 1, D);
      long begun = System.nanoTime();
      HttpResponse<byte[]> receipt = TestService.send(till, call.header("Prefer", "wait=1"));
      assertTrue(System.nanoTime() - begun >= 900_000_000L, "it waited");
      assertEquals(202, receipt.statusCode());
      assertEquals(text(TestService.send(till, service.inputs(id, 1, D))), text(receipt));
      List<RequestKey> keys = service.work.run(service.book());
      var answer =
          till.sendAsync(
              call.setHeader("Prefer", "wait=10").build(), HttpResponse.BodyHandlers.ofByteArray());
      FakeWork.prepare(service.book(), keys);
      service.book().runs().committed(keys, List.of()).join();
      HttpResponse<byte[]> result = answer.get(8, TimeUnit.SECONDS);
      assertEquals(200, result.statusCode());
      HttpRequest.Builder asked = service.call("/v1/requests/" + id + "/result");
      assertArrayEquals(TestService.send(till, asked).body(), result.body());
      HttpRequest.Builder taken = service.call("/v1/requests/" + id).DELETE();
      assertEquals(204, TestService.send(till, taken).statusCode());
      assertEquals(202, TestService.send(till, call).statusCode()); // the result is gone
    }
  }

  private static void assertCode(int status, String code, HttpResponse<byte[]> answer) {
    assertEquals(status, answer.statusCode(), text(answer));
    assertTrue(text(answer).contains("\"code\":\"" + code + "\""), text(answer));
    assertEquals(
        Problem.TYPE, answer.headers().firstValue("Content-Type").orElseThrow(), text(answer));
  }

  // ------------------------------------------------------------------ a request from end to end

  @Test
  void aRequestGoesFromMasksToItsResult() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      UUID id = UUID.randomUUID();
      RequestKey key = new RequestKey(TestService.TILL.fingerprint(), id);
      HttpResponse<byte[]> opened =
          TestService.send(till, service.open(id, TestService.body("add")));
      assertEquals(201, opened.statusCode(), text(opened));
      byte[] header =
          new EnvelopeHeader(
                  EnvelopeHeader.Kind.INPUT_MASKS,
                  service.work.parties(),
                  key.client(),
                  key,
                  "add",
                  HexFormat.of().parseHex(TestService.DIGEST),
                  0,
                  FakeWork.delivery(1, FakeWork.ELEMENTS))
              .envelope();
      assertArrayEquals(header, opened.body());
      assertEquals(0x534D4431, ByteBuffer.wrap(header).getInt());

      HttpResponse<byte[]> again =
          TestService.send(till, service.open(id, TestService.body("add")));
      assertEquals(200, again.statusCode());
      assertArrayEquals(opened.body(), again.body());

      HttpResponse<byte[]> accepted = TestService.send(till, service.inputs(id, 1, D));
      assertEquals(202, accepted.statusCode(), text(accepted));
      byte[] idBytes =
          ByteBuffer.allocate(16)
              .putLong(id.getMostSignificantBits())
              .putLong(id.getLeastSignificantBits())
              .array();
      byte[] receipt =
          new FieldHash("client input")
              .add(key.client().bytes())
              .add(idBytes)
              .add(1L)
              .add(HexFormat.of().parseHex(TestService.DIGEST))
              .add("input1 bits 64 0 1")
              .add(D)
              .digest();
      assertEquals("{\"receipt\":\"" + HexFormat.of().formatHex(receipt) + "\"}", text(accepted));
      assertArrayEquals(accepted.body(), TestService.send(till, service.inputs(id, 1, D)).body());
      assertCode(409, "id-used", TestService.send(till, service.inputs(id, 1, new byte[8])));

      assertEquals(
          202, TestService.send(till, service.call("/v1/requests/" + id + "/result")).statusCode());
      List<RequestKey> keys = service.work.run(service.book());
      assertEquals(List.of(key), keys);
      assertArrayEquals(D, service.book().runs().input(key).join());
      FakeWork.prepare(service.book(), keys);
      // Prepared is not committed: nothing leaves.
      assertEquals(
          202, TestService.send(till, service.call("/v1/requests/" + id + "/result")).statusCode());
      service.book().runs().committed(keys, List.of()).join();
      for (int i = 0; i < 3; i++) {
        HttpResponse<byte[]> result =
            TestService.send(till, service.call("/v1/requests/" + id + "/result"));
        assertEquals(200, result.statusCode());
        assertEquals(1L << 40, TestService.number(result.body()));
        assertEquals(2, result.body()[4]);
      }
      assertEquals(
          204, TestService.send(till, service.call("/v1/requests/" + id).DELETE()).statusCode());
      assertCode(
          410, "gone", TestService.send(till, service.call("/v1/requests/" + id + "/result")));
      assertEquals(List.of(), service.log().blobs());
    }
  }

  // ------------------------------------------------------------------ who gets in

  private static void assertShutOut(TestService service, TestIdentities.Identity who)
      throws Exception {
    HttpClient client = service.client(who);
    assertThrows(IOException.class, () -> TestService.send(client, service.call("/v1/service")));
    try (SSLSocket socket = service.socket(who)) {
      assertThrows(
          IOException.class,
          () -> {
            socket.startHandshake();
            socket
                .getOutputStream()
                .write("GET /v1/service HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            if (socket.getInputStream().read() < 0) {
              throw new IOException("closed");
            }
          });
    }
  }

  @Test
  void foreignExpiredAndMissingCertificatesEndInTheHandshake() throws Exception {
    try (TestService service = TestService.start(folder)) {
      assertShutOut(service, TestService.FOREIGN);
      assertShutOut(service, TestService.EXPIRED);
      assertShutOut(service, TestService.PARTIES.get(0));
      assertShutOut(service, null);
      assertEquals(
          200,
          TestService.send(service.client(TestService.TILL), service.call("/v1/service"))
              .statusCode());
    }
  }

  @Test
  void olderTlsIsRefused() throws Exception {
    try (TestService service = TestService.start(folder);
        SSLSocket socket = service.socket(TestService.TILL)) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      assertThrows(SSLException.class, socket::startHandshake);
    }
  }

  /** A client that is taken off the list has connections that are still open. */
  @Test
  void aClientThatIsNoLongerListedIsRefusedOnItsOpenConnection() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      assertEquals(200, TestService.send(till, service.call("/v1/service")).statusCode());
      String config = Files.readString(service.file());
      Files.writeString(
          service.file(),
          config.replace(
              TestService.TILL.fingerprint().toString(),
              TestService.FOREIGN.fingerprint().toString()));
      service.shell.reload().run();
      assertCode(403, "not-allowed", TestService.send(till, service.call("/v1/service")));
      assertShutOut(service, TestService.TILL);
      assertEquals(
          200,
          TestService.send(service.client(TestService.FOREIGN), service.call("/v1/service"))
              .statusCode());
    }
  }

  @Test
  void aCertificateThatExpiresIsRefusedOnItsOpenConnection() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      assertEquals(200, TestService.send(till, service.call("/v1/service")).statusCode());
      service.clock.pass(Duration.ofDays(2));
      assertCode(403, "not-allowed", TestService.send(till, service.call("/v1/service")));
    }
  }

  @Test
  void jobsOfOthersAreNeitherShownNorOpened() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      String jobs = text(TestService.send(till, service.call("/v1/service")));
      assertTrue(jobs.contains("\"add\""), jobs);
      assertFalse(jobs.contains("\"secret\""), jobs);
      assertCode(
          403,
          "not-allowed",
          TestService.send(till, service.open(UUID.randomUUID(), TestService.body("secret"))));
      assertCode(
          404,
          "no-such-job",
          TestService.send(till, service.open(UUID.randomUUID(), TestService.body("none"))));
    }
  }

  /** Ids are those of a certificate: another client neither sees nor blocks them. */
  @Test
  void requestsOfOthersDoNotExist() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      HttpClient auditor = service.client(TestService.AUDITOR);
      UUID id = UUID.randomUUID();
      assertEquals(
          201, TestService.send(till, service.open(id, TestService.body("add"))).statusCode());
      String path = "/v1/requests/" + id;
      assertCode(404, "no-such-request", TestService.send(auditor, service.call(path)));
      assertCode(404, "no-such-request", TestService.send(auditor, service.call(path + "/result")));
      assertCode(404, "no-such-request", TestService.send(auditor, service.call(path).DELETE()));
      assertCode(404, "no-such-request", TestService.send(auditor, service.inputs(id, 1, D)));
      assertEquals(
          201,
          TestService.send(auditor, service.open(id, TestService.body("secret"))).statusCode());
    }
  }

  @Test
  void anotherClientReceivesWhatItsJobSays() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      HttpClient auditor = service.client(TestService.AUDITOR);
      UUID id = UUID.randomUUID();
      String path = "/v1/requests/" + id;
      assertEquals(
          201, TestService.send(till, service.open(id, TestService.body("shown"))).statusCode());
      // The id is used at the receiver, too: nobody can put another result in its place.
      assertCode(
          409, "id-used", TestService.send(auditor, service.open(id, TestService.body("secret"))));
      UUID own = UUID.randomUUID();
      TestService.send(auditor, service.open(own, TestService.body("secret")));
      assertCode(
          409, "id-used", TestService.send(till, service.open(own, TestService.body("shown"))));
      assertCode(409, "in-progress", TestService.send(auditor, service.call(path).DELETE()));
      TestService.send(till, service.inputs(id, 1, D));
      List<RequestKey> keys = service.work.run(service.book());
      service
          .book()
          .runs()
          .prepared(
              Map.of(
                  keys.get(0),
                  List.of(
                      new RequestRuns.Output(
                          TestService.AUDITOR.fingerprint(), FakeWork.delivery(77, 64)))),
              List.of())
          .join();
      service.book().runs().committed(keys, List.of()).join();
      assertCode(410, "gone", TestService.send(till, service.call(path + "/result")));
      HttpResponse<byte[]> result = TestService.send(auditor, service.call(path + "/result"));
      assertEquals(77, TestService.number(result.body()));
      assertEquals(204, TestService.send(auditor, service.call(path).DELETE()).statusCode());
      assertCode(410, "gone", TestService.send(auditor, service.call(path + "/result")));
    }
  }

  // ------------------------------------------------------------------ too much and too slow

  private static TestService limited(Path folder, int connections, Duration header, Duration body)
      throws Exception {
    TestService.write(folder, 1, TestService.jobs());
    return new TestService(
        folder,
        1,
        new TestClock(),
        new ClientServer.Limits(
            connections,
            header,
            body,
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5)));
  }

  private static String readAll(SSLSocket socket) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      for (int next = socket.getInputStream().read(); next >= 0; ) {
        all.write(next);
        next = socket.getInputStream().read();
      }
    } catch (SSLException | SocketException e) {
      return all.toString(StandardCharsets.UTF_8); // closed without a farewell
    }
    return all.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aBodyBeyondTheJobsInputsIsRefusedWithAndWithoutItsLength() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      UUID id = UUID.randomUUID();
      TestService.send(till, service.open(id, TestService.body("add")));
      assertCode(413, "too-large", TestService.send(till, service.inputs(id, 1, new byte[9])));
      assertCode(400, "bad-input", TestService.send(till, service.inputs(id, 1, new byte[7])));
      assertCode(400, "bad-input", TestService.send(till, service.inputs(id, 2, D)));
      byte[] one = new byte[17]; // a byte more than the job's, without a length
      assertTooLarge(till, service, id, one);
      for (int round = 0; round < 20; round++) { // each caller sees the answer
        assertTooLarge(till, service, id, new byte[1 << 20]);
      }
      assertCode(
          413,
          "too-large",
          TestService.send(till, service.open(UUID.randomUUID(), " ".repeat(5_000))));
      assertEquals(202, TestService.send(till, service.inputs(id, 1, D)).statusCode());
    }
  }

  /** Requires that a body without a length is refused. */
  private static void assertTooLarge(HttpClient till, TestService service, UUID id, byte[] body)
      throws Exception {
    HttpRequest.Builder call =
        service
            .call("/v1/requests/" + id + "/inputs")
            .header("Content-Type", "application/octet-stream")
            .PUT(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));
    assertCode(413, "too-large", TestService.send(till, call));
  }

  @Test
  void aBodyWithoutAnEndIsCutOff() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      UUID id = UUID.randomUUID();
      TestService.send(till, service.open(id, TestService.body("add")));
      AtomicLong sent = new AtomicLong();
      InputStream endless =
          new InputStream() {
            @Override
            public int read() {
              sent.incrementAndGet();
              return 0;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
              sent.addAndGet(length);
              return length;
            }
          };
      HttpRequest.Builder call =
          service
              .call("/v1/requests/" + id + "/inputs")
              .header("Content-Type", "application/octet-stream")
              .PUT(HttpRequest.BodyPublishers.ofInputStream(() -> endless));
      try {
        assertCode(413, "too-large", TestService.send(till, call));
      } catch (IOException e) {
        assertTrue(sent.get() > 0, e.toString()); // closed while it was being written
      }
      assertTrue(sent.get() < 64 << 20, () -> sent + " bytes were taken");
      assertEquals(202, TestService.send(till, service.inputs(id, 1, D)).statusCode());
    }
  }

  @Test
  void aLongHeaderIsRefused() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      HttpResponse<byte[]> answer =
          TestService.send(till, service.call("/v1/service").header("X-Long", "x".repeat(9_000)));
      assertCode(431, "headers", answer);
    }
  }

  /** A byte now and then keeps a connection from being idle, and does not keep it open. */
  @Test
  void aSlowHeaderIsCutOffAlsoOnAUsedConnection() throws Exception {
    try (TestService service = limited(folder, 100, Duration.ofSeconds(1), Duration.ofSeconds(20));
        SSLSocket fresh = service.socket(TestService.TILL);
        SSLSocket used = service.socket(TestService.TILL)) {
      String whole = "GET /v1/sets HTTP/1.1\r\nHost: a\r\n\r\n";
      used.getOutputStream().write(whole.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = new byte[12];
      used.getInputStream().readNBytes(answer, 0, 12);
      assertEquals("HTTP/1.1 200", new String(answer, StandardCharsets.US_ASCII));
      for (SSLSocket socket : List.of(fresh, used)) {
        long start = System.nanoTime();
        assertThrows(
            IOException.class,
            () -> {
              OutputStream out = socket.getOutputStream();
              out.write("GET /v1/sets HTTP/1.1\r\nX-Slow: ".getBytes(StandardCharsets.US_ASCII));
              while (System.nanoTime() - start < 15_000_000_000L) {
                out.write('x');
                out.flush();
                Thread.sleep(50); // a slow caller
              }
            });
        assertTrue(System.nanoTime() - start < 10_000_000_000L);
      }
    }
  }

  /** Limits are on headers, not on how long a client keeps its connection. */
  @Test
  void aConnectionThatIsUsedStaysOpen() throws Exception {
    byte[] get = "GET /v1/sets HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    try (TestService service = limited(folder, 100, Duration.ofSeconds(2), Duration.ofSeconds(20));
        SSLSocket socket = service.socket(TestService.TILL)) {
      for (int i = 0; i < 4; i++) {
        socket.getOutputStream().write(get);
        assertEquals(200, RawAnswer.read(socket.getInputStream(), "GET").orElseThrow().status());
        Thread.sleep(1_000); // the clock of the limits is the machine's
      }
    }
  }

  @Test
  void aHandshakeThatNeverEndsIsCutOff() throws Exception {
    try (TestService service =
            limited(folder, 100, Duration.ofMillis(500), Duration.ofSeconds(20));
        Socket silent = new Socket(InetAddress.getLoopbackAddress(), service.shell.clientPort())) {
      silent.setSoTimeout(20_000);
      assertEquals(-1, silent.getInputStream().read());
    }
  }

  @Test
  void aSlowBodyIsCutOffWithAnAnswer() throws Exception {
    try (TestService service =
            limited(folder, 100, Duration.ofSeconds(20), Duration.ofMillis(700));
        SSLSocket socket = service.socket(TestService.TILL)) {
      OutputStream out = socket.getOutputStream();
      out.write(
          ("PUT /v1/requests/%s HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                      .formatted(UUID.randomUUID())
                  + "Content-Length: 100\r\n\r\n{")
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      String answer = readAll(socket);
      assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
      assertTrue(answer.contains("\"code\":\"timeout\""), answer);
    }
  }

  /**
   * A client that takes its answer byte by byte holds a connection and memory for so long alone.
   */
  @Test
  void aSlowReaderIsCutOff() throws Exception {
    TestService.write(folder, 1, TestService.jobs());
    ClientServer.Limits limits =
        new ClientServer.Limits(
            100,
            Duration.ofSeconds(20),
            Duration.ofMillis(500),
            Duration.ofSeconds(60),
            Duration.ofMillis(500),
            Duration.ofSeconds(5));
    int length = 64 << 20; // more than sockets buffer
    try (TestService service = new TestService(folder, 1, new TestClock(), limits)) {
      HttpClient till = service.client(TestService.TILL);
      UUID id = UUID.randomUUID();
      TestService.send(till, service.open(id, TestService.body("add")));
      TestService.send(till, service.inputs(id, 1, D));
      List<RequestKey> keys = service.work.run(service.book());
      RequestRuns.Output large =
          new RequestRuns.Output(keys.get(0).client(), FakeWork.delivery(9, length));
      service.book().runs().prepared(Map.of(keys.get(0), List.of(large)), List.of()).join();
      service.book().runs().committed(keys, List.of()).join();
      try (SSLSocket socket = service.socket(TestService.TILL)) {
        socket
            .getOutputStream()
            .write(
                "GET /v1/requests/%s/result HTTP/1.1\r\nHost: a\r\n\r\n"
                    .formatted(id)
                    .getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; service.shell.connections() > 1 && i < 600; i++) {
          Thread.sleep(50); // takes nothing meanwhile; the other connection is the HttpClient's
        }
        assertEquals(1, service.shell.connections());
      }
    }
  }

  @Test
  void aThousandSilentConnectionsKeepNobodyOut() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (TestService service = TestService.start(folder)) {
      for (int i = 0; i < 1_000; i++) {
        silent.add(new Socket(InetAddress.getLoopbackAddress(), service.shell.clientPort()));
      }
      long start = System.nanoTime();
      HttpClient till = service.client(TestService.TILL);
      assertEquals(200, TestService.send(till, service.call("/v1/service")).statusCode());
      assertTrue(System.nanoTime() - start < 10_000_000_000L);
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
  }

  /** Beyond the limit callers wait, until the silent ones are cut off. */
  @Test
  void moreConnectionsThanTheLimitAreNotServedAtOnce() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (TestService service = limited(folder, 8, Duration.ofSeconds(2), Duration.ofSeconds(20))) {
      for (int i = 0; i < 8; i++) {
        silent.add(new Socket(InetAddress.getLoopbackAddress(), service.shell.clientPort()));
      }
      long start = System.nanoTime();
      HttpClient till = service.client(TestService.TILL);
      assertEquals(200, TestService.send(till, service.call("/v1/service")).statusCode());
      assertTrue(System.nanoTime() - start > 500_000_000L, "served beside 8 connections");
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
  }

  // ------------------------------------------------------------------ rates

  @Test
  void theSixtyFirstRequestOfAMinuteIsRefusedAlsoAfterARestart() throws Exception {
    TestService service = TestService.start(folder);
    try {
      HttpClient till = service.client(TestService.TILL);
      for (int i = 0; i < 60; i++) {
        assertEquals(
            201,
            TestService.send(till, service.open(UUID.randomUUID(), TestService.body("rated")))
                .statusCode());
      }
      assertRate(service, till);
      service = service.again();
      till = service.client(TestService.TILL);
      assertRate(service, till);
      service.log().checkpoint();
      service = service.again();
      till = service.client(TestService.TILL);
      assertRate(service, till);
      // Another job has another counter, and time renews this one.
      assertEquals(
          201,
          TestService.send(till, service.open(UUID.randomUUID(), TestService.body("add")))
              .statusCode());
      service.clock.pass(Duration.ofSeconds(62));
      assertEquals(
          201,
          TestService.send(till, service.open(UUID.randomUUID(), TestService.body("rated")))
              .statusCode());
    } finally {
      service.close();
    }
  }

  private static void assertRate(TestService service, HttpClient till) throws Exception {
    HttpResponse<byte[]> refused =
        TestService.send(till, service.open(UUID.randomUUID(), TestService.body("rated")));
    assertCode(429, "rate", refused);
    int wait = Integer.parseInt(refused.headers().firstValue("Retry-After").orElseThrow());
    assertTrue(wait >= 1 && wait <= 62, "Retry-After: " + wait);
  }
}
