package org.schurmpc.service.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.service.TestClock;
import org.schurmpc.service.TestService;
import org.schurmpc.service.state.AuditLog;
import org.schurmpc.service.state.RequestKey;
import org.schurmpc.service.state.Work.Health;

/** Tests the port of operators: who may ask, what is said, and what is done. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class AdminServerTest {
  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<String> get(TestService service, String path, String... headers)
      throws Exception {
    return send(service, HttpRequest.newBuilder().GET(), path, headers);
  }

  private HttpResponse<String> post(TestService service, String path, String... headers)
      throws Exception {
    return send(
        service, HttpRequest.newBuilder().POST(HttpRequest.BodyPublishers.noBody()), path, headers);
  }

  private HttpResponse<String> send(
      TestService service, HttpRequest.Builder call, String path, String... headers)
      throws Exception {
    call.uri(URI.create("http://127.0.0.1:" + service.shell.adminPort() + path));
    if (headers.length > 0) {
      call.headers(headers);
    }
    return client.send(call.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void eachLineOfReadinessIsNamed() throws Exception {
    try (TestService service = TestService.start(folder)) {
      assertEquals("ok\n", get(service, "/livez").body());
      HttpResponse<String> ready = get(service, "/readyz");
      assertEquals(200, ready.statusCode(), ready.body());
      assertTrue(ready.body().contains("ok journal: "), ready.body());
      assertTrue(ready.body().contains("ok clock: "), ready.body());
      assertTrue(ready.body().contains("ok certificate: It ends in "), ready.body());
      assertTrue(ready.body().contains("job wrong: It is suspended: The digest"), ready.body());
      service.work.health.add(new Health("stock bits", false, "It is below its low mark."));
      assertNotReady(service, "no stock bits: It is below its low mark.");
      service.work.health.clear();
      service.log().setFull(true);
      RequestKey key = new RequestKey(TestService.TILL.fingerprint(), UUID.randomUUID());
      service.book().operations().suspend("add", "a test").exceptionally(e -> null).join();
      assertNotReady(service, "no journal: ");
      service.log().setFull(false);
      service.book().operations().resume("add").join();
      assertEquals(200, get(service, "/readyz").statusCode(), key.toString());
      service.clock.set(Duration.ofDays(-2));
      assertNotReady(service, "no clock: The clock shows ");
      assertEquals(200, post(service, "/admin/clock/accept").statusCode());
      assertEquals(200, get(service, "/readyz").statusCode());
      service.clock.pass(Duration.ofDays(5));
      assertNotReady(service, "no certificate: It has ended.");
      service.shell.stop();
      assertNotReady(service, "no process: It stops.");
      assertEquals(200, get(service, "/livez").statusCode());
    }
  }

  /** A stock that is used up is a fault; one that is low serves on, and so does a suspended job. */
  @Test
  void aStockThatIsUsedUpIsNamed() throws Exception {
    try (TestService service = TestService.start(folder)) {
      service.work.items = Map.of("bits", Map.of("masks of add", 100L, "masks of slow", 50L));
      assertTrue(get(service, "/readyz").body().contains("ok stock bits: It is above its low"));
      service.work.items = Map.of("bits", Map.of("masks of add", 49L, "masks of slow", 50L));
      HttpResponse<String> low = get(service, "/readyz");
      assertEquals(200, low.statusCode(), low.body());
      assertTrue(
          low.body().contains("ok stock bits: Below the low mark: masks of add."), low.body());
      service.work.items = Map.of("bits", Map.of("masks of add", 0L, "masks of slow", 49L));
      assertNotReady(service, "no stock bits: Used up: masks of add.");
      service.book().operations().suspend("add", "a test").join();
      HttpResponse<String> idle = get(service, "/readyz");
      assertEquals(200, idle.statusCode(), idle.body());
      assertTrue(idle.body().contains("Below the low mark: masks of slow."), idle.body());
    }
  }

  private void assertNotReady(TestService service, String line) throws Exception {
    HttpResponse<String> ready = get(service, "/readyz");
    assertEquals(503, ready.statusCode(), ready.body());
    assertTrue(ready.body().contains(line), ready.body());
  }

  @Test
  void figuresHaveTheLabelsOfTheDesignAndNoClient() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      UUID id = UUID.randomUUID();
      TestService.send(till, service.open(id, TestService.body("add")));
      TestService.send(till, service.open(id, TestService.body("slow")));
      Metrics metrics = service.shell.metrics();
      metrics.run("add", "done", Duration.ofMillis(1_500));
      metrics.attempt("add");
      metrics.checkFailed(2);
      metrics.complaint("add");
      metrics.keyLost("kill");
      metrics.peerUp(2, true);
      metrics.peerUp(2, false);
      metrics.waitingVerdicts(1);
      String text = get(service, "/metrics").body();
      for (String line :
          new String[] {
            "schur_requests{state=\"open\"} 1.0",
            "schur_requests{state=\"done\"} 0.0",
            "schur_refused_total{reason=\"id-used\"} 1.0",
            "schur_run_seconds_sum{job=\"add\",outcome=\"done\"} 1.5",
            "schur_attempts_total{job=\"add\"} 1.0",
            "schur_checks_failed_total{peer=\"2\"} 1.0",
            "schur_complaints_total{job=\"add\"} 1.0",
            "schur_keys_lost_total{cause=\"kill\"} 1.0",
            "schur_peer_up{peer=\"2\"} 0.0",
            "schur_verdicts_waiting 1.0",
            "schur_stock_items{kind=\"and\",stock=\"bits\"} 5.0",
            "schur_certificate_seconds ",
            "schur_journal_bytes "
          }) {
        assertTrue(text.contains(line), line + " is not in\n" + text);
      }
      assertTrue(text.contains("# HELP schur_stock_items Runs and masks "), text);
      assertFalse(Pattern.compile("(?m)^# HELP \\S+ *$").matcher(text).find(), text);
      for (String secret : new String[] {"till", id.toString(), "SHA256"}) {
        assertFalse(text.contains(secret), secret);
      }
    }
  }

  @Test
  void anOperatorDecidesOnRequestsJobsAndSets() throws Exception {
    try (TestService service = TestService.start(folder)) {
      HttpClient till = service.client(TestService.TILL);
      UUID yes = UUID.randomUUID();
      UUID no = UUID.randomUUID();
      for (UUID id : new UUID[] {yes, no}) {
        long number =
            TestService.number(
                TestService.send(till, service.open(id, TestService.body("slow"))).body());
        TestService.send(till, service.inputs(id, number, new byte[8]));
      }
      String waiting = get(service, "/admin/requests?state=accepted").body();
      assertTrue(waiting.contains(yes.toString()) && waiting.contains("\"client\":\"till\""));
      String path = "/admin/requests/";
      assertEquals(400, post(service, path + yes + "/approve").statusCode());
      assertEquals(404, post(service, path + yes + "/approve?client=auditor").statusCode());
      assertEquals(200, post(service, path + yes + "/approve?client=till").statusCode());
      assertEquals(200, post(service, path + no + "/refuse?client=till").statusCode());
      assertEquals(1, service.work.seen.size());
      assertEquals(yes, service.work.seen.peek().key().id());
      HttpResponse<byte[]> refused =
          TestService.send(till, service.call("/v1/requests/" + no + "/result"));
      assertEquals(422, refused.statusCode());

      assertEquals(200, post(service, "/admin/jobs/add/suspend").statusCode());
      assertEquals(404, post(service, "/admin/jobs/none/suspend").statusCode());
      assertEquals(
          503,
          TestService.send(till, service.open(UUID.randomUUID(), TestService.body("add")))
              .statusCode());
      assertEquals(200, post(service, "/admin/jobs/add/resume").statusCode());
      assertEquals(
          201,
          TestService.send(till, service.open(UUID.randomUUID(), TestService.body("add")))
              .statusCode());
      assertEquals(200, post(service, "/admin/sets/key/drop").statusCode());
      assertEquals(404, post(service, "/admin/sets/none/drop").statusCode());
      assertEquals(404, post(service, "/admin/none").statusCode());
      assertEquals(405, get(service, "/admin/reload").statusCode());
      assertEquals(405, post(service, "/metrics").statusCode());
    }
    String audit = Files.readString(folder.resolve("audit.log"));
    for (String event : new String[] {"approved", "refused", "suspended", "resumed", "drop"}) {
      assertTrue(audit.contains("\"" + event + "\""), audit);
    }
  }

  @Test
  void aWrongFileReloadsNothing() throws Exception {
    try (TestService service = TestService.start(folder)) {
      String good = Files.readString(service.file());
      Files.writeString(service.file(), good.replaceFirst("60/min", "60/mn"));
      HttpResponse<String> answer = post(service, "/admin/reload");
      assertEquals(400, answer.statusCode());
      assertTrue(answer.body().contains("write a number and min, hour or day"), answer.body());
      Files.writeString(
          service.file(), good.replaceFirst("60/min", "2/min").replace("\"store\"", "\"other\""));
      answer = post(service, "/admin/reload");
      assertTrue(answer.body().contains("stock.bits.store needs a restart"), answer.body());
      assertEquals(
          60,
          service
              .shell
              .catalogue()
              .offer("rated")
              .orElseThrow()
              .job()
              .rate()
              .client()
              .orElseThrow()
              .count());
      Files.writeString(service.file(), good.replaceFirst("60/min", "2/min"));
      assertEquals("reloaded: 7 jobs, 3 clients\n", post(service, "/admin/reload").body());
    }
  }

  /** A page from elsewhere, in a browser of this machine, must not act as an operator. */
  @Test
  void pagesAreNoOperators() throws Exception {
    try (TestService service = TestService.start(folder)) {
      assertEquals(
          403,
          post(service, "/admin/jobs/add/suspend", "Origin", "http://evil.example").statusCode());
      assertEquals(403, get(service, "/readyz", "Origin", "null").statusCode());
      try (Socket socket =
          new Socket(InetAddress.getLoopbackAddress(), service.shell.adminPort())) {
        OutputStream out = socket.getOutputStream();
        out.write(
            "POST /admin/jobs/add/suspend HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        String answer =
            new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertTrue(answer.startsWith("HTTP/1.1 403 "), answer);
      }
    }
  }

  @Test
  void aTokenIsAskedForEverythingButProbes() throws Exception {
    TestService.write(folder, 1, TestService.jobs());
    Path file = folder.resolve("service.toml");
    Files.writeString(
        file,
        Files.readString(file)
            .replaceFirst("open_deliveries", "admin_token = \"token\"\nopen_deliveries"));
    Path token = folder.resolve("token");
    Files.writeString(token, "a-token-of-operators\n");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
    BadFile open =
        assertThrows(
            BadFile.class, () -> new TestService(folder, 1, new TestClock(), TestService.LIMITS));
    assertTrue(open.getMessage().contains("others than its owner"), open.getMessage());
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    try (TestService service = new TestService(folder, 1, new TestClock(), TestService.LIMITS)) {
      assertEquals(200, get(service, "/livez").statusCode());
      assertEquals("ready\n", get(service, "/readyz").body(), "one word, for probes");
      assertEquals("ready\n", get(service, "/readyz", "Authorization", "Bearer a").body());
      assertEquals(405, post(service, "/readyz").statusCode());
      service.work.health.add(new Health("stock bits", false, "It is below its low mark."));
      HttpResponse<String> not = get(service, "/readyz");
      assertEquals("503 not ready\n", not.statusCode() + " " + not.body());
      service.work.health.clear();
      assertEquals(403, get(service, "/metrics").statusCode());
      assertEquals(403, get(service, "/metrics", "Authorization", "Bearer a-token").statusCode());
      assertEquals(
          403, post(service, "/admin/jobs/add/suspend", "Authorization", "Bearer ").statusCode());
      HttpResponse<String> told =
          get(service, "/readyz", "Authorization", "Bearer a-token-of-operators");
      assertEquals(200, told.statusCode());
      assertTrue(told.body().contains("ok journal: "), told.body());
    }
  }

  /** Whatever the audit log says of operators is in its chain. */
  @Test
  void theAuditLogOfAServiceIsAChain() throws Exception {
    try (TestService service = TestService.start(folder)) {
      for (int i = 0; i < 5; i++) {
        post(service, "/admin/jobs/add/suspend");
      }
      service.shell.audit().append(0, "end", Map.of()).join();
      assertTrue(AuditLog.verify(folder.resolve("audit.log"), Optional.empty()).lines() >= 6);
    }
  }
}
