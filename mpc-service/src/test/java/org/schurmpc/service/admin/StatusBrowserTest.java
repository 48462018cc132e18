package org.schurmpc.service.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.browser.Browser;
import org.schurmpc.service.TestClock;
import org.schurmpc.service.TestService;
import org.schurmpc.service.state.Work.Health;

/** Tests the status page in a browser. */
class StatusBrowserTest {
  private static final String TOKEN = "0123456789+abcdef";

  private static Browser browser;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    browser = Browser.open();
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  private static void items(TestService service, long and, long masks) {
    service.work.items = Map.of("bits", Map.of("and", and, "masks of add", masks));
  }

  private static void post(TestService service, String path) throws Exception {
    URI at = URI.create("http://127.0.0.1:" + service.shell.adminPort() + path);
    HttpRequest call = HttpRequest.newBuilder(at).POST(HttpRequest.BodyPublishers.noBody()).build();
    HttpClient client = HttpClient.newHttpClient();
    assertEquals(200, client.send(call, HttpResponse.BodyHandlers.ofString()).statusCode());
  }

  /** Adds marks to the stock of the test's configuration. */
  private void write() throws Exception {
    TestService.write(folder, 1, TestService.jobs());
    Path file = folder.resolve("service.toml");
    Files.writeString(
        file,
        Files.readString(file)
            .replaceFirst(
                "deliveries = 100",
                "deliveries = 100\nlow = { and = 1000 }\nhigh = { and = 5000 }"));
  }

  @Test
  void showsStockPeersAndJobsAsTheyChange() throws Exception {
    write();
    TestService service = new TestService(folder, 1, new TestClock(), TestService.LIMITS);
    try {
      items(service, 4_000, 90);
      service.work.health.add(new Health("peer 2", true, "It is connected."));
      UUID id = UUID.fromString("5ec2e7ed-0000-4000-8000-5ec2e7ed5ec2");
      var till = service.client(TestService.TILL);
      byte[] envelope = TestService.send(till, service.open(id, TestService.body("add"))).body();
      byte[] planted = "plant!!!".getBytes(StandardCharsets.US_ASCII);
      TestService.send(till, service.inputs(id, TestService.number(envelope), planted));

      browser.view(1200, 900, false);
      browser.open("http://127.0.0.1:" + service.shell.adminPort() + "/status");
      browser.awaitText("#title", "Service of party 1");
      browser.awaitText("#verdict-state", "Ready");
      browser.awaitText("#link", "live");
      assertEquals("4,000", browser.text("#stock tbody tr:nth-child(1) td:nth-child(3)"));
      assertEquals("1,000", browser.text("#stock tbody tr:nth-child(1) td:nth-child(4)"));
      assertEquals("1", browser.text("#waiting"));
      assertEquals("up", browser.text("#peers tbody tr:nth-child(2) .state"));
      assertTrue(browser.text("#jobs-note").contains("wrong"), browser.text("#jobs-note"));
      browser.await("a drawn chart", each -> each.drawn("#chart canvas"));

      items(service, 900, 90); // falls below its low mark
      browser.awaitText("#stock tbody tr:nth-child(1) td:nth-child(3)", "900");
      browser.awaitText("#stock-note", "bits: and below its low mark");
      items(service, 5_000, 100); // rises again
      browser.awaitText("#stock tbody tr:nth-child(1) td:nth-child(3)", "5,000");
      browser.await("no note", each -> each.text("#stock-note").isEmpty());

      service.work.health.set(0, new Health("peer 2", false, "<img src=x onerror=alert(1)>"));
      browser.awaitText("#peers tbody tr:nth-child(2) .state", "down");
      browser.awaitText("#peers-note", "Party 2 down");
      browser.awaitText("#verdict-state", "Not ready");
      assertEquals(red(), color("#peers tbody tr:nth-child(2) .state"));
      assertEquals(0, browser.all("img").size());

      post(service, "/admin/jobs/add/suspend");
      browser.awaitText("#jobs-note", "suspended: add, wrong");
      browser.awaitText("#jobs tbody tr:nth-child(1) .state", "suspended");
      browser.awaitText("#jobs .why", "an operator suspended it");

      String all = (String) browser.script("return document.documentElement.outerHTML");
      for (String secret : new String[] {"till", "plant", "5ec2e7ed", "auditor"}) {
        assertFalse(all.contains(secret), secret + " in " + all);
      }
      for (int width : new int[] {1200, 700, 400, 320}) {
        browser.view(width, 900, width == 700);
        String fits = "return document.documentElement.scrollWidth <= " + width;
        browser.await("a page " + width + " wide", each -> (Boolean) each.script(fits));
      }
      browser.await("a chart of that width", each -> each.drawn("#chart canvas"));
      browser.requireQuiet();
    } finally {
      service.close();
    }
    browser.awaitText("#verdict-state", "Ended");
    browser.awaitText("#link", "ended");
    browser.requireQuiet();
  }

  private static String color(String selector) {
    return (String)
        browser.script(
            "return getComputedStyle(document.querySelector(arguments[0])).color", selector);
  }

  /** Returns the colour of what is wrong, as the browser says it. */
  private static String red() {
    return (String)
        browser.script(
            """
            const probe = document.body.appendChild(document.createElement('i'));
            probe.style.color = 'var(--bad)';
            const color = getComputedStyle(probe).color;
            probe.remove();
            return color;
            """);
  }

  @Test
  void aTokenIsGoneFromTheAddress() throws Exception {
    write();
    Path file = folder.resolve("service.toml");
    Files.writeString(
        file,
        Files.readString(file)
            .replaceFirst("open_deliveries", "admin_token = \"token\"\nopen_deliveries"));
    Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    try (TestService service = new TestService(folder, 1, new TestClock(), TestService.LIMITS)) {
      String page = "http://127.0.0.1:" + service.shell.adminPort() + "/status";
      browser.open(page + "?token=" + TOKEN);
      assertEquals(page, browser.driver().getCurrentUrl());
      browser.awaitText("#link", "live");
      browser.requireQuiet();
    }
  }
}
