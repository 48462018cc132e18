package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.browser.Browser;
import org.schurmpc.client.Answer;
import org.schurmpc.client.MpcClient;

/** Watches a service with real stock, peers and jobs in a browser. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class StatusPageIT {
  private static final String PLANTED = "5ec2e7ed5ec2e7ed";
  private static final String JOB =
      """
      [stock.bits]
      protocol = "tinyot"
      store = "store-%%d"
      deliveries = 8
      [[job]]
      name = "sum"
      circuit = "add_64"
      digest = "%s"
      stock = "bits"
      inputs = ["client", "client"]
      outputs = ["client"]
      input_names = ["a", "b"]
      output_names = ["sum"]
      clients = ["till"]
      """;

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

  private static String items() {
    return browser.text("#stock tbody tr td:nth-child(3)");
  }

  private static void await(String what, String items) {
    browser.await(what, page -> items().equals(items));
  }

  @Test
  void stockFallsAndRisesAndAKilledPeerIsRed() throws Exception {
    ServiceParties parties =
        new ServiceParties(folder, JOB.formatted(ServiceParties.digest("add_64")));
    try (BenchJar alice = parties.serve(1)) {
      String admin = "http://127.0.0.1:" + alice.awaitOut("operators at port ([0-9]+)").group(1);
      browser.view(1200, 900, false);
      browser.open(admin + "/status");
      browser.awaitText("#verdict-state", "Not ready");
      browser.awaitText("#peers tbody tr:nth-child(2) .state", "down");
      BenchJar bob = parties.serve(2);
      try {
        browser.awaitText("#peers tbody tr:nth-child(2) .state", "up");
        browser.awaitText("#verdict-state", "Ready");
        await("a full stock", "8");
        browser.await("the peer's certificate", page -> page.text("#peers").contains(" days)"));
        browser.await("a drawn chart", page -> page.drawn("#chart canvas"));

        MpcClient client = MpcClient.read(parties.client());
        UUID id = UUID.randomUUID();
        Answer answer =
            client
                .job("sum")
                .inputHex("a", PLANTED)
                .input("b", 1)
                .submit(id)
                .await(Duration.ofMinutes(2));
        assertEquals(PLANTED.substring(0, 15) + "e", answer.numbers("sum").get(0).toString(16));
        await("a stock that fell", "7");
        browser.await("a run", page -> page.text("#jobs tbody tr td:nth-child(3)").equals("1"));
        assertEquals("1", browser.text("#done"));
        for (int i = 0; i < 4; i++) { // below half, and it is made again
          client.job("sum").input("a", 1).input("b", i).submit().await(Duration.ofMinutes(2));
        }
        await("a stock that rose", "8");

        String page = (String) browser.script("return document.documentElement.outerHTML");
        for (String secret : new String[] {"till", PLANTED, id.toString()}) {
          assertFalse(page.contains(secret), secret + " in " + page);
        }
        suspend(admin);
        browser.awaitText("#jobs-note", "suspended: sum");

        bob.kill(false);
        bob.exitCode();
        browser.awaitText("#peers-note", "Party 2 down");
        browser.awaitText("#verdict-state", "Not ready");
        assertTrue(browser.text("#verdict-text").contains("parties"), browser.text("#verdict"));
      } finally {
        bob.close();
      }
      browser.requireQuiet();
      ServiceParties.signal(alice, "TERM");
      alice.expect(0);
      browser.awaitText("#verdict-state", "Ended");
      browser.requireQuiet();
    }
  }

  private static void suspend(String admin) throws Exception {
    HttpRequest call =
        HttpRequest.newBuilder(URI.create(admin + "/admin/jobs/sum/suspend"))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    HttpClient http = HttpClient.newHttpClient();
    assertEquals(200, http.send(call, HttpResponse.BodyHandlers.ofString()).statusCode());
  }
}
