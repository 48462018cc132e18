package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.browser.Browser;

/** Watches the main job, with real processes, in a browser. */
class MonitorPageIT {
  private static final String PAGE = "page at (http://127\\.0\\.0\\.1:[0-9]+/)";

  private static Browser browser;

  @TempDir Path folder;

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

  private BenchJar job(String runs) throws Exception {
    return BenchJar.start(
        folder,
        ("--protocol tinyot --blocks 1 --rehearsal 0s --page 127.0.0.1:0 --runs " + runs)
            .split(" "));
  }

  @Test
  void showsRunsAsTheyComeAndTheVerdict() throws Exception {
    try (BenchJar job = job("12")) {
      browser.open(job.awaitErr(PAGE).group(1));
      browser.await("runs", page -> !page.text("#runs tbody tr td").isEmpty());
      job.expect(0);
      browser.awaitText("#verdict-state", "Verified");
      browser.awaitText("#progress-text", "12 of 12 runs");
      assertEquals("12", browser.text("#runs tbody tr td"));
      assertTrue(browser.drawn("#chart canvas"));
      assertEquals("done", browser.text("#parties tbody tr:nth-child(3) .state"));
      String seed = browser.text("#verdict-text").replaceAll("^.*?(-?\\d+)$", "$1");
      assertTrue(job.out().contains("seed " + seed), seed + " in " + job.out());
      browser.awaitText("#link", "ended");
      browser.requireQuiet();
    }
  }

  @Test
  void aKilledPartyIsLost() throws Exception {
    try (BenchJar job = job("100000")) {
      browser.open(job.awaitErr(PAGE).group(1));
      browser.await("runs", page -> page.text("#runs tbody tr td").length() > 0);
      assertEquals("Running", browser.text("#verdict-state"));
      job.child("--party=2").destroyForcibly();
      browser.awaitText("#parties-note", "Party 2 lost");
      browser.awaitText("#verdict-state", "Failed");
      job.expect(4);
      assertTrue(browser.text("#verdict-text").contains("party 2"), browser.text("#verdict-text"));
      browser.requireQuiet();
    }
  }
}
