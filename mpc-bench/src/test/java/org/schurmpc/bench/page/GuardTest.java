package org.schurmpc.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.cli.page.PageAccess;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;

/** Tests who may read the page, and what every answer says to the browser. */
class GuardTest {
  private static final String TOKEN = "0123456789+abc/def&ghi";
  private static final List<String> FILES =
      List.of(
          "/",
          "/base.css",
          "/base.js",
          "/page.css",
          "/page.js",
          "/chart.js",
          "/uplot.js",
          "/uplot.css",
          "/icon.svg");

  private MonitorPage page;

  private int open(Optional<String> token) throws Exception {
    page = MonitorPage.open(PageAccess.of("--page", new Endpoint("127.0.0.1", 0), token));
    return URI.create(page.address()).getPort();
  }

  @AfterEach
  void close() {
    if (page != null) {
      page.close();
    }
  }

  @Test
  void everyAnswerIsProtected() throws Exception {
    int port = open(Optional.empty());
    Map<String, String> wanted =
        Map.of(
            "Connection", "close",
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Cache-Control", "no-store");
    for (String path : FILES) {
      RawHttp.Response answer = RawHttp.get(port, path);
      assertEquals(200, answer.status(), path);
      assertFalse(answer.body().isEmpty(), path);
      wanted.forEach((name, value) -> assertEquals(value, answer.header(name), path));
      assertPolicy(answer);
    }
    RawHttp.Response absent = RawHttp.get(port, "/../secret");
    assertEquals(404, absent.status());
    assertPolicy(absent);
    assertPolicy(RawHttp.send(port, "POST / HTTP/1.1", "Host: 127.0.0.1"));
  }

  private static void assertPolicy(RawHttp.Response answer) {
    String policy = answer.header("Content-Security-Policy");
    assertTrue(
        policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"), policy);
    assertFalse(policy.contains("unsafe") || policy.contains("*"), policy);
    assertNull(answer.header("Access-Control-Allow-Origin"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "HEAD", "PUT", "DELETE", "OPTIONS"})
  void pagesAreOnlyRead(String method) throws Exception {
    int port = open(Optional.empty());
    RawHttp.Response answer = RawHttp.send(port, method + " / HTTP/1.1", "Host: 127.0.0.1");
    assertEquals(405, answer.status());
    assertEquals("GET", answer.header("Allow"));
  }

  @Test
  void namesOfOtherHostsAreRefused() throws Exception {
    int port = open(Optional.empty());
    for (String host : List.of("rebound.example", "127.0.0.1.example:80", "", "127.0.0.2")) {
      assertEquals(403, RawHttp.send(port, "GET / HTTP/1.1", "Host: " + host).status(), host);
    }
    assertEquals(403, RawHttp.send(port, "GET / HTTP/1.0").status());
    // The port is that of a tunnel, if there is one.
    for (String host : List.of("127.0.0.1:9", "LocalHost", "localhost:" + port, "[::1]:80")) {
      assertEquals(200, RawHttp.send(port, "GET / HTTP/1.1", "Host: " + host).status(), host);
    }
  }

  @Test
  void otherSitesAreRefused() throws Exception {
    int port = open(Optional.empty());
    List<String> foreign =
        List.of(
            "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Site: same-site",
            "Origin: null",
            "Origin: http://127.0.0.1:1",
            "Origin: https://other.example");
    for (String header : foreign) {
      for (String path : List.of("/", "/events")) {
        assertEquals(403, RawHttp.get(port, path, header).status(), header + " " + path);
      }
    }
    List<String> own =
        List.of(
            "Sec-Fetch-Site: same-origin",
            "Sec-Fetch-Site: none",
            "Origin: http://127.0.0.1:" + port);
    for (String header : own) {
      assertEquals(200, RawHttp.get(port, "/", header).status(), header);
    }
  }

  @Test
  void aTokenIsNeededForEveryPath() throws Exception {
    int port = open(Optional.of(TOKEN));
    for (String path : FILES) {
      assertEquals(401, RawHttp.get(port, path).status(), path);
    }
    for (String path : List.of("/events", "/?token=", "/?token=0123456789", "/?other=" + TOKEN)) {
      RawHttp.Response answer = RawHttp.get(port, path);
      assertEquals(401, answer.status(), path);
      assertNull(answer.header("Set-Cookie"), path);
    }
    assertEquals(401, RawHttp.get(port, "/", "Authorization: Bearer " + TOKEN + "x").status());
    assertEquals(401, RawHttp.get(port, "/", "Authorization: Basic " + TOKEN).status());
    assertEquals(200, RawHttp.get(port, "/", "Authorization: Bearer " + TOKEN).status());
    // The token does not open the page under another name.
    String bearer = "Authorization: Bearer " + TOKEN;
    assertEquals(
        403, RawHttp.send(port, "GET / HTTP/1.1", "Host: rebound.example", bearer).status());
  }

  @Test
  void aTokenIsGivenOnceForACookie() throws Exception {
    int port = open(Optional.of(TOKEN));
    for (String path : List.of("/%2Fother.example", "//other.example/", "/events")) {
      RawHttp.Response elsewhere = RawHttp.get(port, path + "?token=" + TOKEN);
      assertEquals(303, elsewhere.status(), path);
      assertEquals("/", elsewhere.header("Location"), path);
    }
    RawHttp.Response admitted = RawHttp.get(port, "/?token=" + TOKEN);
    assertEquals(303, admitted.status());
    assertEquals("/", admitted.header("Location"));
    String cookie = admitted.header("Set-Cookie");
    assertTrue(
        cookie.matches("schur-mpc-" + port + "=[0-9a-f]{32}; Path=/; HttpOnly; SameSite=Strict"),
        cookie);
    assertFalse(cookie.contains(TOKEN));
    String pair = cookie.substring(0, cookie.indexOf(';'));
    for (String path : FILES) {
      assertEquals(200, RawHttp.get(port, path, "Cookie: other=1; " + pair).status(), path);
    }
    assertEquals(401, RawHttp.get(port, "/", "Cookie: " + pair + "0").status());
  }

  @Test
  void otherMachinesNeedAToken() throws Exception {
    for (String host : List.of("0.0.0.0", "::", "192.0.2.1")) {
      Endpoint at = new Endpoint(host, 0);
      Refused refused =
          assertThrows(Refused.class, () -> PageAccess.of("--page", at, Optional.empty()), host);
      assertTrue(refused.getMessage().contains("--page-token-file"), refused.getMessage());
      assertFalse(PageAccess.of("--page", at, Optional.of(TOKEN)).toString().contains(TOKEN));
    }
    page =
        MonitorPage.open(PageAccess.of("--page", new Endpoint("0.0.0.0", 0), Optional.of(TOKEN)));
    int port = URI.create(page.address()).getPort();
    String bearer = "Authorization: Bearer " + TOKEN;
    assertEquals(401, RawHttp.send(port, "GET / HTTP/1.1", "Host: bench.example").status());
    assertEquals(200, RawHttp.send(port, "GET / HTTP/1.1", "Host: bench.example", bearer).status());
  }

  @Test
  void anAddressInUseIsNamed() throws Exception {
    int port = open(Optional.empty());
    PageAccess same = PageAccess.of("--page", new Endpoint("127.0.0.1", port), Optional.empty());
    ConnectionLost taken = assertThrows(ConnectionLost.class, () -> MonitorPage.open(same));
    assertTrue(taken.getMessage().startsWith("cannot serve the page at 127.0.0.1:" + port));
  }

  /** Answers that nobody takes fill the buffers of a connection that has many of them. */
  @Test
  void aConnectionHasOneRefusal() throws Exception {
    int port = open(Optional.of(TOKEN));
    String request = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write((request + request + request).getBytes(StandardCharsets.US_ASCII));
      byte[] all = socket.getInputStream().readAllBytes(); // ends when the server closes
      String answers = new String(all, StandardCharsets.UTF_8);
      assertTrue(answers.startsWith("HTTP/1.1 401 "), answers);
      assertEquals(answers.lastIndexOf("HTTP/1.1"), answers.indexOf("HTTP/1.1"), answers);
    }
  }

  @Test
  void theNumberOfConnectionsIsBounded() throws Exception {
    int port = open(Optional.empty());
    List<Socket> idle = new ArrayList<>();
    try {
      for (int i = 0; i < PageServer.CONNECTIONS; i++) {
        idle.add(new Socket(InetAddress.getLoopbackAddress(), port));
      }
      try (Socket next = new Socket(InetAddress.getLoopbackAddress(), port)) {
        next.setSoTimeout(20_000);
        assertEquals(-1, next.getInputStream().read());
      }
    } finally {
      for (Socket each : idle) {
        each.close();
      }
    }
  }
}
