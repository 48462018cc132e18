package org.schurmpc.service.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.schurmpc.service.TestService;

/**
 * Sends 10,000 requests in which bytes, lines or values were changed: each gets an answer of the
 * OpenAPI file or none because it is not complete, and the log has no stack trace.
 */
@Isolated
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MutatedRequestsTest {
  private static final int REQUESTS = 10_000;
  private static final int THREADS = 8;
  private static final int WAIT_MILLIS = 200;
  private static final String SPECIAL = "{}[]\":,% /\\?#\r\n\0";

  @TempDir private Path folder;

  @Test
  void everyMutatedRequestGetsAnAnswerOfTheFile() throws Exception {
    PrintStream err = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    Map<Integer, Integer> seen = new ConcurrentHashMap<>();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (TestService service = TestService.start(folder)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        long seed = i;
        all.add(
            threads.submit(
                () -> {
                  send(service, seed, seen);
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
      assertEquals(
          200,
          TestService.send(service.client(TestService.TILL), service.call("/v1/service"))
              .statusCode());
    } finally {
      threads.shutdownNow();
      System.setErr(err);
    }
    String text = log.toString(StandardCharsets.UTF_8);
    assertTrue(!text.contains("\tat ") && !text.contains("Exception"), text);
    int answers = seen.values().stream().mapToInt(Integer::intValue).sum();
    assertTrue(answers > REQUESTS * 4 / 5, seen.toString());
    assertTrue(seen.getOrDefault(400, 0) > REQUESTS / 10, seen.toString());
    assertEquals(0, seen.getOrDefault(500, 0), seen + text);
  }

  private static void send(TestService service, long seed, Map<Integer, Integer> seen)
      throws Exception {
    Random random = new Random(seed);
    OpenApi file = new OpenApi();
    SSLSocket socket = service.socket(TestService.TILL);
    for (int i = 0; i < REQUESTS / THREADS; i++) {
      byte[] good = good(random);
      byte[] wrong = mutate(good, random);
      Optional<RawAnswer> answer;
      try {
        socket.setSoTimeout(WAIT_MILLIS);
        socket.getOutputStream().write(wrong);
        answer = RawAnswer.read(socket.getInputStream(), method(wrong));
      } catch (SocketTimeoutException e) {
        // The service waits for the rest: end the request, and require an answer or an end then.
        answer = afterTheEnd(socket, wrong);
      } catch (IOException e) {
        answer = Optional.empty();
      }
      if (answer.isPresent()) {
        seen.merge(answer.get().status(), 1, Integer::sum);
        check(file, answer.get(), wrong, seed, i);
      }
      if (answer.isEmpty() || socket.isOutputShutdown() || !isReusable(good, wrong, answer.get())) {
        socket.close();
        socket = service.socket(TestService.TILL);
      }
    }
    socket.close();
  }

  private static Optional<RawAnswer> afterTheEnd(SSLSocket socket, byte[] wrong)
      throws IOException {
    socket.setSoTimeout(30_000);
    try {
      socket.shutdownOutput();
      return RawAnswer.read(socket.getInputStream(), method(wrong));
    } catch (SocketTimeoutException e) {
      throw new AssertionError("no answer and no end after the end of a request", e);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String method(byte[] request) {
    return new String(request, StandardCharsets.ISO_8859_1).split(" ", 2)[0];
  }

  private static void check(OpenApi file, RawAnswer answer, byte[] sent, long seed, int i) {
    String text = new String(sent, StandardCharsets.ISO_8859_1);
    String[] words = text.split("[ \r\n]", 3);
    String path = words.length > 1 ? words[1].replaceFirst("[?#].*", "") : "";
    try {
      if (words[0].equals("HEAD") || (answer.body().length == 0 && answer.status() != 204)) {
        assertTrue(words[0].equals("HEAD"), "no body");
        return;
      }
      file.require(
          file.operation(words[0], path),
          answer.status(),
          answer.type(),
          answer.body(),
          answer.headers().containsKey("retry-after"));
    } catch (AssertionError e) {
      throw new AssertionError(
          "seed %d, request %d: %s%n%s".formatted(seed, i, e.getMessage(), text), e);
    }
  }

  /**
   * Whether nothing of a request can be left on the connection: its lines and its end are whole.
   */
  private static boolean isReusable(byte[] good, byte[] wrong, RawAnswer answer) {
    String before = new String(good, StandardCharsets.ISO_8859_1);
    String after = new String(wrong, StandardCharsets.ISO_8859_1);
    int tail = before.indexOf("Content-Type");
    return !answer.closes()
        && after.endsWith(before.substring(tail < 0 ? before.length() - 4 : tail))
        && after.chars().filter(each -> each == '\n').count()
            == before.chars().filter(each -> each == '\n').count();
  }

  private static byte[] good(Random random) {
    UUID id = new UUID(random.nextLong(), random.nextLong());
    String path = "/v1/requests/" + id;
    return switch (random.nextInt(6)) {
      case 0 -> request("GET", "/v1/service", "", "");
      case 1 -> request("GET", path, "", "");
      case 2 -> request("GET", path + "/result", "", "");
      case 3 -> request("DELETE", path, "", "");
      case 4 -> request("PUT", path, "application/json", TestService.body("add"));
      default -> request("PUT", path + "/inputs", "application/octet-stream", "0123456789abcdef");
    };
  }

  private static byte[] request(String method, String path, String type, String body) {
    String end =
        type.isEmpty()
            ? "\r\n"
            : "Content-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(type, body.length(), body);
    return "%s %s HTTP/1.1\r\nHost: party.example\r\n%s"
        .formatted(method, path, end)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] mutate(byte[] good, Random random) {
    byte[] wrong = good.clone();
    int at = random.nextInt(wrong.length);
    switch (random.nextInt(8)) {
      case 0 -> wrong[at] = (byte) random.nextInt(256);
      case 1 -> wrong[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> wrong[at] = (byte) SPECIAL.charAt(random.nextInt(SPECIAL.length()));
      case 3 -> wrong = cut(wrong, at, Math.min(wrong.length, at + 1 + random.nextInt(8)), "");
      case 4 -> wrong = cut(wrong, at, at, "A".repeat(1 + random.nextInt(20)));
      case 5 -> wrong = cut(wrong, at, at, "%" + "%02x".formatted(random.nextInt(256)));
      case 6 -> {
        String[] lines = {
          "Transfer-Encoding: chunked\r\n",
          "Content-Length: 3\r\n",
          "Content-Length: -1\r\n",
          "Expect: 100-continue\r\n",
          "Connection: Upgrade\r\nUpgrade: h2c\r\n",
          "Host: second.example\r\n",
          " folded\r\n",
          "X: " + "y".repeat(random.nextInt(12_000)) + "\r\n",
          "Range: bytes=0-0\r\n",
          "Accept-Encoding: gzip\r\n"
        };
        int line = new String(wrong, StandardCharsets.ISO_8859_1).indexOf("Host: ");
        wrong = cut(wrong, line, line, lines[random.nextInt(lines.length)]);
      }
      default -> {
        String text = new String(wrong, StandardCharsets.ISO_8859_1);
        String[][] words = {
          {"GET", "HEAD"},
          {"GET", "OPTIONS"},
          {"PUT", "POST"},
          {"HTTP/1.1", "HTTP/1.0"},
          {"HTTP/1.1", "HTTP/2.0"},
          {"/v1/", "/v1//"},
          {"/v1/", "/../v1/"},
          {"/v1/", "/v1/%2e%2e/"},
          {"add", "\\ud800"},
          {"}", ",\"number\":1e400}"},
          {"}", ",\"number\":99999999999999999999}"},
          {"{", "{".repeat(500)},
        };
        String[] pair = words[random.nextInt(words.length)];
        wrong = text.replace(pair[0], pair[1]).getBytes(StandardCharsets.ISO_8859_1);
      }
    }
    return wrong;
  }

  private static byte[] cut(byte[] of, int from, int to, String in) {
    byte[] added = in.getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = Arrays.copyOf(of, from + added.length + of.length - to);
    System.arraycopy(added, 0, all, from, added.length);
    System.arraycopy(of, to, all, from + added.length, of.length - to);
    return all;
  }
}
