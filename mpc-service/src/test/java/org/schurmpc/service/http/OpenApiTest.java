package org.schurmpc.service.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.service.FakeWork;
import org.schurmpc.service.TestClock;
import org.schurmpc.service.TestService;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.RequestKey;

/** Calls every operation of the OpenAPI file, and gets every answer and error in it. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OpenApiTest {
  private static final byte[] D = {1, 2, 3, 4, 5, 6, 7, 8};

  @TempDir private Path folder;

  private final Set<String> called = new TreeSet<>();
  private OpenApi file;
  private TestService service;
  private HttpClient till;

  private HttpResponse<byte[]> call(HttpRequest.Builder builder) throws Exception {
    HttpRequest call = builder.build();
    HttpResponse<byte[]> answer = till.send(call, HttpResponse.BodyHandlers.ofByteArray());
    called.add(
        file.require(
            file.operation(call.method(), call.uri().getPath()),
            answer.statusCode(),
            answer.headers().firstValue("Content-Type").orElse(""),
            answer.body(),
            answer.headers().firstValue("Retry-After").isPresent()));
    return answer;
  }

  private HttpResponse<byte[]> open(UUID id, String job) throws Exception {
    return call(service.open(id, TestService.body(job)));
  }

  private UUID opened(String job) throws Exception {
    UUID id = UUID.randomUUID();
    assertEquals(201, open(id, job).statusCode());
    return id;
  }

  private HttpResponse<byte[]> inputs(UUID id, long number) throws Exception {
    return call(service.inputs(id, number, D));
  }

  private UUID accepted() throws Exception {
    UUID id = UUID.randomUUID();
    long number = TestService.number(open(id, "add").body());
    assertEquals(202, inputs(id, number).statusCode());
    return id;
  }

  private HttpResponse<byte[]> get(UUID id, String more) throws Exception {
    return call(service.call("/v1/requests/" + id + more));
  }

  private HttpResponse<byte[]> delete(UUID id) throws Exception {
    return call(service.call("/v1/requests/" + id).DELETE());
  }

  private HttpRequest.Builder put(String path, String type, String body) {
    return service
        .call(path)
        .header("Content-Type", type)
        .PUT(BodyPublishers.ofString(body, StandardCharsets.UTF_8));
  }

  @Test
  void everyAnswerOfTheFileIsGiven() throws Exception {
    file = new OpenApi();
    TestService.write(folder, 1, TestService.jobs());
    start(1, new TestClock());
    answersWithoutErrors();
    errorsOfOpen();
    errorsOfInputs();
    errorsOfOthers();
    complaints();
    slowBodies();
    errorsAnywhere();
    stoppedAndFull();
    closing();
    numbersOfParty1();
    Set<String> missing = new TreeSet<>(file.all());
    missing.removeAll(called);
    assertEquals(Set.of(), missing);
  }

  private void start(int party, TestClock clock) throws Exception {
    ClientServer.Limits limits =
        new ClientServer.Limits(
            100,
            Duration.ofSeconds(20),
            Duration.ofMillis(1_500),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5));
    service = new TestService(folder, party, clock, limits);
    till = service.client(TestService.TILL);
  }

  private void answersWithoutErrors() throws Exception {
    call(service.call("/v1/service"));
    call(service.call("/v1/sets"));
    UUID id = UUID.randomUUID();
    long number = TestService.number(open(id, "add").body());
    open(id, "add");
    get(id, "");
    inputs(id, number);
    get(id, "/result");
    List<RequestKey> keys = service.work.run(service.book());
    get(id, "");
    FakeWork.prepare(service.book(), keys);
    service.book().runs().committed(keys, List.of()).join();
    get(id, "/result");
    call(service.inputs(id, number, D).header("Prefer", "wait=1"));
    delete(id);
    open(UUID.randomUUID(), "plain");
  }

  private void errorsOfOpen() throws Exception {
    UUID id = opened("add");
    String path = "/v1/requests/" + UUID.randomUUID();
    call(put(path, "application/json", "{"));
    call(put(path, "application/json", "[]"));
    call(put(path, "application/json", "{\"job\":\"add\"}"));
    call(put(path, "application/json", TestService.body("add").replace("}", ",\"x\":1}")));
    call(put(path, "application/json", TestService.body("add", -1)));
    call(put(path, "application/json", TestService.body("add") + "{}"));
    call(put(path, "application/json", "{\"job\":\"a\"," + TestService.body("add").substring(1)));
    call(put(path, "text/plain", TestService.body("add")));
    call(put(path, "application/json", " ".repeat(Body.MAX_BYTES + 1)));
    open(UUID.randomUUID(), "secret");
    open(UUID.randomUUID(), "none");
    call(
        service.open(
            UUID.randomUUID(),
            TestService.body("add").replaceFirst("[0-9a-f]{64}", "0".repeat(64))));
    open(id, "slow");
    delete(id);
    open(id, "add"); // gone
    open(UUID.randomUUID(), "wrong");
    service.work.last = 0;
    call(service.call("/v1/service"));
    open(UUID.randomUUID(), "add");
    service.work.last = 1_000_000;
    while (open(UUID.randomUUID(), "rated").statusCode() == 201) {
      // until the rate is used up
    }
    while (open(UUID.randomUUID(), "add").statusCode() == 201) {
      // until the quota is
    }
  }

  private void errorsOfInputs() throws Exception {
    for (var each : service.book().operations().list("open", 1_000)) {
      delete(each.id());
    }
    UUID id = UUID.randomUUID();
    long number = TestService.number(open(id, "slow").body());
    call(service.inputs(id, number, new byte[7]));
    call(service.inputs(id, number + 1, D));
    call(service.inputs(id, number, new byte[9]));
    call(put("/v1/requests/" + id + "/inputs", "text/plain", "x"));
    call(put("/v1/requests/" + id + "/inputs", "application/octet-stream", "x"));
    inputs(UUID.randomUUID(), 1);
    inputs(id, number);
    call(service.inputs(id, number, new byte[8])); // id-used
    UUID withdrawn = UUID.randomUUID();
    long other = TestService.number(open(withdrawn, "add").body());
    delete(withdrawn);
    inputs(withdrawn, other); // gone
    UUID suspended = UUID.randomUUID();
    long third = TestService.number(open(suspended, "add").body());
    service.book().operations().suspend("add", "a test").join();
    inputs(suspended, third);
    open(UUID.randomUUID(), "add");
    call(service.call("/v1/service"));
    service.book().operations().resume("add").join();
    digestDiffers(suspended, third);
  }

  private void digestDiffers(UUID id, long number) throws Exception {
    String config = Files.readString(service.file());
    String sub = BristolFashion.hexDigest(CircuitLibrary.open("sub_64"));
    Files.writeString(
        service.file(),
        config.replace("\"add_64\"", "\"sub_64\"").replace(TestService.DIGEST, sub));
    restart();
    inputs(id, number);
    Files.writeString(service.file(), config);
    restart();
  }

  private void restart() throws Exception {
    service.close();
    start(1, service.clock);
  }

  private void errorsOfOthers() throws Exception {
    UUID none = UUID.randomUUID();
    get(none, "");
    get(none, "/result");
    delete(none);
    UUID id = accepted();
    delete(id); // in progress
    service.work.complete(service.book());
    delete(id);
    get(id, "/result"); // gone
    UUID failed = accepted();
    service
        .book()
        .runs()
        .failed(new RequestKey(TestService.TILL.fingerprint(), failed), "attempts", "It was tried.")
        .join();
    service.work.seen.clear();
    get(failed, "");
    get(failed, "/result");
  }

  private HttpResponse<byte[]> complain(UUID id, String delivery) throws Exception {
    String body = "{\"delivery\":\"" + delivery + "\"}";
    return call(put("/v1/requests/" + id + "/complaint", "application/json", body));
  }

  private void complaints() throws Exception {
    UUID id = accepted();
    String path = "/v1/requests/" + id + "/complaint";
    complain(id, "other");
    complain(UUID.randomUUID(), "masks");
    complain(id, "result"); // in progress
    call(put(path, "text/plain", "x"));
    call(put(path, "application/json", " ".repeat(Body.MAX_BYTES + 1)));
    UUID plain = UUID.randomUUID();
    open(plain, "plain");
    complain(plain, "masks"); // has none
    service.log().setFull(true);
    complain(id, "masks");
    service.log().setFull(false);
    assertEquals(204, complain(id, "masks").statusCode());
    assertEquals(204, complain(id, "masks").statusCode());
    service.work.complete(service.book());
    int noted = 1;
    while (complain(opened("add"), "masks").statusCode() == 204) {
      noted++; // until the rate is used up
    }
    assertEquals(60, noted);
    assertEquals(429, complain(id, "result").statusCode());
    assertEquals(204, complain(id, "masks").statusCode()); // noted before
  }

  private void slowBodies() throws Exception {
    UUID id = opened("add");
    slow("open", "/v1/requests/" + UUID.randomUUID(), "application/json");
    slow("complain", "/v1/requests/" + id + "/complaint", "application/json");
    slow("inputs", "/v1/requests/" + id + "/inputs", "application/octet-stream");
  }

  private void slow(String operation, String path, String type) throws Exception {
    try (SSLSocket socket = service.socket(TestService.TILL)) {
      socket
          .getOutputStream()
          .write(
              "PUT %s HTTP/1.1\r\nHost: a\r\nContent-Type: %s\r\nContent-Length: 16\r\n\r\n{"
                  .formatted(path, type)
                  .getBytes(StandardCharsets.US_ASCII));
      RawAnswer answer = RawAnswer.read(socket.getInputStream(), "PUT").orElseThrow();
      called.add(file.require(operation, answer.status(), answer.type(), answer.body(), false));
    }
  }

  private void errorsAnywhere() throws Exception {
    call(service.call("/none"));
    call(service.call("/v1/requests/1"));
    call(service.call("/v1/service").DELETE());
    call(service.call("/v1/requests/" + UUID.randomUUID()).POST(BodyPublishers.noBody()));
    call(service.call("/v1/service").header("X-Long", "x".repeat(9_000)));
    service.work.faulty = true;
    HttpResponse<byte[]> fault = open(UUID.randomUUID(), "add");
    assertEquals(500, fault.statusCode());
    assertTrue(!new String(fault.body(), StandardCharsets.UTF_8).contains("42"));
    service.work.faulty = false;
    try (SSLSocket socket = service.socket(TestService.TILL)) {
      socket.getOutputStream().write("BAD\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      RawAnswer answer = RawAnswer.read(socket.getInputStream(), "GET").orElseThrow();
      called.add(file.require("anywhere", answer.status(), answer.type(), answer.body(), false));
    }
    String config = Files.readString(service.file());
    Files.writeString(
        service.file(),
        config.replace(
            TestService.TILL.fingerprint().toString(),
            TestService.FOREIGN.fingerprint().toString()));
    service.shell.reload().run();
    call(service.call("/v1/service")); // not-allowed
    Files.writeString(service.file(), config);
    service.shell.reload().run();
  }

  private void stoppedAndFull() throws Exception {
    UUID done = accepted();
    service.work.complete(service.book());
    UUID id = UUID.randomUUID();
    long number = TestService.number(open(id, "add").body());
    service.log().setFull(true);
    open(UUID.randomUUID(), "add");
    inputs(id, number);
    delete(id);
    service.log().setFull(false);
    service.log().setUnreadable(true);
    get(done, "/result");
    service.log().setUnreadable(false);
    service.clock.set(Duration.ofMinutes(10)); // the certificates of tests last a day
    open(UUID.randomUUID(), "add");
    inputs(id, number);
    service.clock.set(Duration.ofMinutes(-10));
    service.shell.stop();
    assertEquals(503, open(UUID.randomUUID(), "add").statusCode());
    inputs(id, number);
    get(done, "/result");
  }

  /** While the port closes, calls on open connections are refused, and one in progress ends. */
  private void closing() throws Exception {
    byte[] get = "GET /v1/sets HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    Deque<SSLSocket> idle = new ArrayDeque<>();
    try (SSLSocket busy = service.socket(TestService.TILL)) {
      for (int i = 0; i < 16; i++) {
        SSLSocket socket = service.socket(TestService.TILL);
        idle.add(socket);
        socket.getOutputStream().write(get);
        assertEquals(200, RawAnswer.read(socket.getInputStream(), "GET").orElseThrow().status());
      }
      String put =
          String.join(
              "\r\n",
              "PUT /v1/requests/%s HTTP/1.1",
              "Host: a",
              "Content-Type: application/json",
              "Content-Length: 9",
              "Expect: 100-continue",
              "",
              "");
      busy.getOutputStream()
          .write(put.formatted(UUID.randomUUID()).getBytes(StandardCharsets.US_ASCII));
      String begun = "HTTP/1.1 100 Continue\r\n\r\n";
      assertEquals(
          begun,
          new String(busy.getInputStream().readNBytes(begun.length()), StandardCharsets.US_ASCII));
      CompletableFuture<Void> closed =
          CompletableFuture.runAsync(
              () -> {
                try {
                  service.close();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      // An answer that was under way ends its connection: ask on the next one.
      RawAnswer refused = null;
      while (refused == null || refused.status() == 200) {
        idle.element().getOutputStream().write(get);
        Optional<RawAnswer> answer = RawAnswer.read(idle.element().getInputStream(), "GET");
        if (answer.isEmpty() || answer.get().closes()) {
          idle.remove().close();
        }
        refused = answer.orElse(null);
      }
      called.add(file.require("sets", refused.status(), refused.type(), refused.body(), false));
      assertEquals(408, RawAnswer.read(busy.getInputStream(), "PUT").orElseThrow().status());
      closed.join();
    } finally {
      for (SSLSocket each : idle) {
        each.close();
      }
    }
  }

  private void numbersOfParty1() throws Exception {
    Path second = Files.createDirectory(folder.resolve("second"));
    TestService.write(second, 2, TestService.jobs());
    folder = second;
    start(2, new TestClock());
    UUID id = UUID.randomUUID();
    call(service.open(id, TestService.body("add", 5)));
    call(service.open(UUID.randomUUID(), TestService.body("add", 5))); // number-taken
    service.close();
  }

  /** Each code of the service is in the file, and none else. */
  @Test
  void theFileHasAllCodes() throws Exception {
    Set<String> codes =
        Arrays.stream(Code.values()).map(Code::word).collect(Collectors.toCollection(TreeSet::new));
    Set<String> named = new TreeSet<>();
    for (String each : new OpenApi().all()) {
      String[] words = each.split(" ", -1);
      if (words.length == 3) {
        named.add(words[2]);
        Optional<Code> code =
            Arrays.stream(Code.values()).filter(any -> any.word().equals(words[2])).findFirst();
        assertEquals(words[1], "" + code.orElseThrow().status());
      }
    }
    assertEquals(codes, named);
  }
}
