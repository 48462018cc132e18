package org.schurmpc.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.browser.Browser;
import org.schurmpc.bench.control.Contact;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Failure;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.monitor.TestPlans;
import org.schurmpc.bench.monitor.Watcher;
import org.schurmpc.cli.page.PageAccess;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.session.Phase;

/** Tests the page in a browser, with events of no real run. */
class PageBrowserTest {
  private static final String TOKEN = "0123456789abcdef";

  /** Sums how far elements have moved without the reader's doing, from 0 to 1 and above. */
  private static final String WATCH_SHIFTS =
      """
      window.shift = 0;
      new PerformanceObserver(list => list.getEntries().forEach(each => window.shift += each.value))
          .observe({type: 'layout-shift', buffered: true});
      """;

  private static Browser browser;

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

  private static MonitorPage page(Optional<String> token) throws Exception {
    return MonitorPage.open(PageAccess.of("--page", new Endpoint("127.0.0.1", 0), token));
  }

  private static EvaluationPlan plan(int runs) throws Exception {
    EvaluationPlan plan = TestPlans.aes(1, 77);
    return new EvaluationPlan(
        plan.job().with(new Schedule(1, runs, 0, 10_000)),
        plan.work(),
        plan.reference(),
        1,
        plan.stagger(),
        plan.seed());
  }

  private static void work(Watcher watcher) {
    for (Role role : new Role[] {Role.dealer(), new Role(0, 0), new Role(0, 1)}) {
      watcher.called(role, new Contact());
      watcher.prepared(role);
    }
    for (int party = 0; party < 2; party++) {
      watcher.established(new Role(0, party));
    }
    for (int run = 0; run < 13; run++) {
      watcher.runEnded(run, 4_000_000L + 137_000L * (run % 4));
      for (int party = 0; party < 2; party++) {
        watcher.reported(new Role(0, party), run, figures());
      }
    }
  }

  private static RunFigures figures() {
    return new RunFigures(
        Map.of(Phase.INPUT, 300_000L, Phase.COMPUTE, 3_900_000L),
        Map.of(Phase.COMPUTE, 900_000L),
        Map.of(),
        Map.of(Phase.INPUT, 4_000L, Phase.COMPUTE, 1_234_567L),
        Map.of(Phase.INPUT, 1L, Phase.COMPUTE, 41L));
  }

  @Test
  void showsARunUntilItIsVerified() throws Exception {
    MonitorPage page = page(Optional.empty());
    try {
      browser.view(1200, 900, false);
      browser.open(page.address());
      browser.awaitText("#title", "Waiting for a run");
      Watcher watcher = page.watch(plan(20), () -> {});
      browser.awaitText("#title", "aes_128 under minitrix");
      browser.script(WATCH_SHIFTS);
      work(watcher);
      browser.awaitText("#progress-text", "12 of 20 runs");
      browser.await("a drawn chart", each -> each.drawn("#chart canvas"));
      assertEquals("12", browser.text("#runs tbody tr td"));
      assertEquals("running", browser.text("#parties tbody tr:nth-child(2) .state"));
      assertEquals("compute", browser.text("#phases tbody tr:nth-child(2) td"));
      assertEquals("42", browser.text("#rounds"));
      assertEquals("2.48 MB", browser.text("#bytes"));
      assertFalse(browser.text("#verdict").contains("77"));
      watcher.ended(Optional.empty());
      browser.awaitText("#verdict-state", "Verified");
      browser.awaitText("#verdict-text", "Every output was correct. Seed of the inputs: 77");
      assertEquals(
          "polite", browser.script("return document.getElementById('verdict-state').ariaLive"));
      double shift = ((Number) browser.script("return window.shift")).doubleValue();
      assertTrue(shift < 0.1, "elements moved by " + shift);
      for (int width : new int[] {1200, 700, 400, 320}) {
        browser.view(width, 900, width == 700);
        String fits = "return document.documentElement.scrollWidth <= " + width;
        browser.await("a page " + width + " wide", each -> (Boolean) each.script(fits));
      }
      browser.await("a chart of that width", each -> each.drawn("#chart canvas"));
      browser.requireQuiet();
      page.close();
      browser.awaitText("#link", "ended");
      assertEquals("Verified", browser.text("#verdict-state"));
      browser.requireQuiet();
    } finally {
      page.close();
    }
  }

  @Test
  void showsWhoIsLostAndTakesNoTextForMarkup() throws Exception {
    String sentence = "party 2 died: <img src=x onerror=alert(1)>";
    try (MonitorPage page = page(Optional.of(TOKEN))) {
      browser.open(page.address() + "?token=" + TOKEN);
      assertEquals(URI.create(page.address()).toString(), browser.driver().getCurrentUrl());
      Watcher watcher = page.watch(plan(20), () -> {});
      work(watcher);
      watcher.failed(
          new Failure(new Role(0, 1), Failure.Kind.DIED, ExitCode.CONNECTION_LOST, sentence));
      browser.awaitText("#parties tbody tr:nth-child(3) .state", "lost");
      browser.awaitText("#parties-note", "Party 2 lost");
      watcher.ended(Optional.of(new RunFailed(ExitCode.CONNECTION_LOST, sentence)));
      browser.awaitText("#verdict-state", "Failed");
      assertEquals(sentence + "; this program ends with 4", browser.text("#verdict-text"));
      assertEquals(sentence, browser.text("#parties .why"));
      assertEquals(0, browser.all("img").size());
      browser.requireQuiet();
    }
  }
}
