package org.schurmpc.service.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.page.Readers;
import org.schurmpc.service.TestClock;
import org.schurmpc.service.TestService;
import org.schurmpc.service.state.RequestKey;
import org.schurmpc.service.state.Work.Health;

/** Tests who may read the status page, and what its states say. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StatusPageTest {
  private static final String TOKEN = "token+of/operators&more";
  private static final List<String> FILES =
      List.of(
          "/status",
          "/status/base.css",
          "/status/base.js",
          "/status/icon.svg",
          "/status/status.css",
          "/status/status.js",
          "/status/stock.js",
          "/status/uplot.css",
          "/status/uplot.js");

  @TempDir private Path folder;

  private final ObjectMapper mapper = new ObjectMapper();

  /** A call by hand: with headers that clients of libraries would not send. */
  private static final class Raw implements AutoCloseable {
    final Socket socket;
    final BufferedReader in;
    final int status;
    final List<String> headers = new ArrayList<>();

    Raw(int port, String line, String... headers) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(60_000);
      String text = line + " HTTP/1.1\r\nHost: localhost:" + port + "\r\n";
      for (String each : headers) {
        text = each.startsWith("Host: ") ? line + " HTTP/1.1\r\n" + each + "\r\n" : text;
        text += each.startsWith("Host: ") ? "" : each + "\r\n";
      }
      socket.getOutputStream().write((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
      in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      status = Integer.parseInt(in.readLine().split(" ", -1)[1]);
      for (String each = in.readLine(); !each.isEmpty(); each = in.readLine()) {
        this.headers.add(each);
      }
    }

    String header(String name) {
      return headers.stream()
          .filter(line -> line.regionMatches(true, 0, name + ": ", 0, name.length() + 2))
          .map(line -> line.substring(name.length() + 2))
          .findFirst()
          .orElse(null);
    }

    /** Returns the next state; null after the end. */
    String next() throws IOException {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith("data: ")) {
          return line.substring("data: ".length());
        }
      }
      return null;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static int status(int port, String line, String... headers) throws IOException {
    try (Raw raw = new Raw(port, line, headers)) {
      return raw.status;
    }
  }

  @Test
  void everyFileIsProtectedAndOnlyRead() throws Exception {
    try (TestService service = TestService.start(folder)) {
      int port = service.shell.adminPort();
      for (String path : FILES) {
        try (Raw raw = new Raw(port, "GET " + path)) {
          assertEquals(200, raw.status, path);
          assertEquals("nosniff", raw.header("X-Content-Type-Options"), path);
          assertEquals("no-store", raw.header("Cache-Control"), path);
          assertEquals("close", raw.header("Connection"), path);
          assertTrue(
              raw.header("Content-Security-Policy").startsWith("default-src 'none'; script-src"),
              path);
        }
        assertEquals(405, status(port, "POST " + path), path);
        assertEquals(403, status(port, "GET " + path, "Host: rebound.example"), path);
        assertEquals(403, status(port, "GET " + path, "Sec-Fetch-Site: cross-site"), path);
        assertEquals(403, status(port, "GET " + path, "Origin: https://other.example"), path);
      }
      assertEquals(404, status(port, "GET /status/none"));
      assertEquals(404, status(port, "GET /status/"));
    }
  }

  @Test
  void aTokenOpensThePageAndItsCookieNothingElse() throws Exception {
    TestService.write(folder, 1, TestService.jobs());
    Path file = folder.resolve("service.toml");
    Files.writeString(
        file,
        Files.readString(file)
            .replaceFirst("open_deliveries", "admin_token = \"token\"\nopen_deliveries"));
    Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    try (TestService service = new TestService(folder, 1, new TestClock(), TestService.LIMITS)) {
      int port = service.shell.adminPort();
      for (String path : FILES) {
        assertEquals(401, status(port, "GET " + path), path);
      }
      assertEquals(401, status(port, "GET /status/events"));
      assertEquals(401, status(port, "GET /status?token=" + TOKEN + "x"));
      assertEquals(401, status(port, "GET /status?token=%zz"));
      assertEquals(200, status(port, "GET /status", "Authorization: Bearer " + TOKEN));
      String escaped = TOKEN.replace("/", "%2F").replace("&", "%26");
      String cookie;
      try (Raw raw = new Raw(port, "GET /status?token=" + escaped)) {
        assertEquals(303, raw.status);
        assertEquals("/status", raw.header("Location"));
        assertTrue(raw.header("Set-Cookie").endsWith("; Path=/status; HttpOnly; SameSite=Strict"));
        cookie = "Cookie: " + raw.header("Set-Cookie").split(";", 2)[0];
      }
      for (String path : FILES) {
        assertEquals(200, status(port, "GET " + path, cookie), path);
      }
      assertEquals(403, status(port, "GET /metrics", cookie));
      assertEquals(403, status(port, "POST /admin/jobs/add/suspend", cookie));
    }
  }

  private JsonNode await(Raw events, String pointer, String value) throws Exception {
    String text = "";
    for (int i = 0; i < 30; i++) {
      text = events.next();
      JsonNode state = mapper.readTree(text);
      if (state.at(pointer).asText().equals(value)) {
        return state;
      }
    }
    throw new AssertionError("no " + value + " at " + pointer + ": " + text);
  }

  @Test
  void statesSayWhatHappensAndNoClientIdOrValue() throws Exception {
    try (TestService service = TestService.start(folder)) {
      Metrics metrics = service.shell.metrics();
      service.work.items = Map.of("bits", Map.of("and", 5L, "masks of add", 40L));
      UUID id = UUID.fromString("5ec2e7ed-0000-4000-8000-5ec2e7ed5ec2");
      RequestKey key = new RequestKey(TestService.TILL.fingerprint(), id);
      var till = service.client(TestService.TILL);
      byte[] envelope = TestService.send(till, service.open(id, TestService.body("add"))).body();
      byte[] planted = "plant!!!".getBytes(StandardCharsets.US_ASCII);
      TestService.send(till, service.inputs(id, TestService.number(envelope), planted));
      try (Raw events = new Raw(service.shell.adminPort(), "GET /status/events")) {
        JsonNode first = mapper.readTree(events.next());
        assertEquals("ready", first.at("/state").asText(), first.toString());
        assertEquals(1, first.at("/party").asInt());
        assertEquals(1, first.at("/requests/queued").asInt(), first.toString());
        assertTrue(first.at("/stocks/0/high").isNull(), "a kind without marks");
        assertEquals("masks of add", first.at("/stocks/1/kind").asText());
        assertEquals(50, first.at("/stocks/1/low").asInt());
        assertEquals(100, first.at("/stocks/1/high").asInt());
        assertEquals("bits: masks of add", first.at("/history/names/0").asText());
        assertTrue(first.at("/certificates/0/ends").asText().endsWith("Z"), first.toString());
        assertTrue(first.at("/certificates/1/ends").isNull());
        assertEquals(
            "suspended",
            job(first, "wrong").at("/state").asText(),
            "the digest of the file is another one");

        metrics.run("add", "done", Duration.ofMillis(300));
        metrics.run("add", "failed", Duration.ofMillis(100));
        metrics.attempt("add");
        metrics.checkFailed(2);
        metrics.complaint("add");
        metrics.keyLost("kill");
        service.work.health.add(new Health("peer 2", false, "The line was cut."));
        service.work.certificateEnds = Map.of(1, service.clock.instant().plusSeconds(864_000));
        service.book().operations().suspend("slow", "an operator suspended it").join();
        JsonNode later = await(events, "/state", "failed");
        assertEquals("The line was cut.", later.at("/peers/0/detail").asText());
        assertFalse(later.at("/peers/0/up").asBoolean());
        assertEquals(10, later.at("/certificates/1/days").asInt());
        assertEquals(1, later.at("/faults/checks").asInt());
        assertEquals(1, later.at("/faults/keysLost/kill").asInt());
        JsonNode add = job(later, "add");
        assertEquals("open", add.at("/state").asText());
        assertEquals(1, add.at("/done").asInt());
        assertEquals(1, add.at("/failed").asInt());
        assertEquals(200, add.at("/millis").asDouble());
        assertEquals(1, add.at("/complaints").asInt());
        assertEquals("an operator suspended it", job(later, "slow").at("/detail").asText());

        service.work.complete(service.book());
        String text = await(events, "/requests/done", "1").toString();
        for (String secret :
            List.of(
                "till",
                "auditor",
                id.toString(),
                key.client().toString(),
                key.client().toString().substring(7),
                "plant")) {
          assertFalse(text.contains(secret), secret + " in " + text);
        }
      }
    }
  }

  private static JsonNode job(JsonNode state, String name) {
    return IntStream.range(0, state.at("/jobs").size())
        .mapToObj(i -> state.at("/jobs/" + i))
        .filter(job -> job.at("/name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void readersAreBoundedAndReceiveTheLastState() throws Exception {
    List<Raw> readers = new ArrayList<>();
    TestService service = TestService.start(folder);
    try {
      int port = service.shell.adminPort();
      for (int i = 0; i < Readers.MOST; i++) {
        readers.add(new Raw(port, "GET /status/events"));
        assertEquals(200, readers.get(i).status);
      }
      assertEquals(503, status(port, "GET /status/events"));
      assertEquals(200, status(port, "GET /livez"));
      readers.remove(0).close();
      while (status(port, "GET /status/events") != 200) { // once the next write has failed
        Thread.sleep(50);
      }
    } finally {
      service.close();
    }
    String last = "";
    for (String next = readers.get(0).next(); next != null; next = readers.get(0).next()) {
      last = next;
    }
    assertEquals("ended", mapper.readTree(last).at("/state").asText());
    assertTrue(mapper.readTree(last).at("/last").asBoolean());
    for (Raw each : readers) {
      each.close();
    }
  }

  @Test
  void historiesAreAlignedAndBounded() {
    StockHistory history = new StockHistory();
    StatusState.StockRow and = new StatusState.StockRow("bits", "and", 50, 10L, 200L);
    StatusState.StockRow none = new StatusState.StockRow("bits", "other", 50, null, null);
    for (int i = 0; i < StockHistory.POINTS + 7; i++) {
      history.add(List.of(and, none));
    }
    StatusState.StockRow late = new StatusState.StockRow("bits", "late", 5, 0L, 10L);
    history.add(List.of(late));
    StatusState.History now =
        history.with(List.of(new StatusState.StockRow("bits", "and", 100, 10L, 200L)));
    assertEquals(List.of("bits: and", "bits: late"), now.names());
    assertEquals(StockHistory.POINTS + 1, now.percent().get(0).size());
    assertEquals(StockHistory.POINTS + 1, now.percent().get(1).size());
    int end = StockHistory.POINTS;
    assertEquals(List.of(25.0, 0.0, 50.0), now.percent().get(0).subList(end - 2, end + 1));
    assertEquals(List.of(0.0, 50.0, 0.0), now.percent().get(1).subList(end - 2, end + 1));
    assertEquals(50, now.percent().get(1).stream().mapToDouble(each -> each).sum());
  }
}
