package org.schurmpc.bench.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.bench.html.StoredResults;

/** Tests in a browser that reports draw their charts, ask for nothing, and keep their policy. */
class ReportBrowserTest {
  private static final String RESULTS = "/org/schurmpc/bench/";

  @TempDir Path folder;

  private static Browser browser;

  @BeforeAll
  static void start() {
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  /** Writes the report of a result among the resources of tests. */
  private Path page(String result) throws Exception {
    Path json = folder.resolve("result.json");
    try (InputStream in = ReportBrowserTest.class.getResourceAsStream(RESULTS + result)) {
      Files.write(json, in.readAllBytes());
    }
    return Files.writeString(
        folder.resolve("page.html"), StoredResults.report(List.of(json)).html());
  }

  private static Object count(String condition) {
    return browser.script(
        "return [...document.querySelectorAll('svg')].filter(svg => " + condition + ").length");
  }

  @ParameterizedTest
  @CsvSource({
    "html/circuit.json, 4",
    "report/triples.json, 3",
    "cli/studies/tinytable.json, 4",
    "cli/studies/mascot.json, 3"
  })
  void drawsChartsAndAsksForNothing(String result, long charts) throws Exception {
    browser.view(1000, 800, false);
    Path page = page(result);
    browser.open(page);
    assertEquals(charts, count("svg.getBoundingClientRect().height > 60"));
    assertEquals(0L, count("svg.getBoundingClientRect().width > 1000"));
    assertEquals(
        charts, count("[...svg.querySelectorAll('.mark, rect')].some(e => e.getBBox().width > 3)"));
    browser.requireQuiet();
    assertEquals(List.of(page.toUri().toString()), browser.requests());
  }

  /** All text of a chart lies within the picture. */
  @ParameterizedTest
  @CsvSource({"html/circuit.json", "cli/studies/mascot.json", "cli/studies/lut-quick.json"})
  void labelsAreNotCutOff(String result) throws Exception {
    browser.view(1000, 800, false);
    browser.open(page(result));
    Object cut =
        browser.script(
            """
            const cut = [];
            for (const svg of document.querySelectorAll('svg')) {
              const all = svg.getBoundingClientRect();
              for (const text of svg.querySelectorAll('text')) {
                const box = text.getBoundingClientRect();
                if (box.left < all.left - 1 || box.right > all.right + 1
                    || box.top < all.top - 1 || box.bottom > all.bottom + 1) {
                  cut.push(text.textContent);
                }
              }
            }
            return cut.join('; ');
            """);
    assertEquals("", cut);
  }

  @Test
  void followsTheColoursThatTheReaderPrefers() throws Exception {
    Path page = page("html/circuit.json");
    String paper = "return getComputedStyle(document.querySelector('svg .paper')).fill";
    browser.view(1000, 800, false);
    browser.open(page);
    Object light = browser.script(paper);
    browser.view(1000, 800, true);
    assertEquals("rgb(255, 255, 255)", light);
    assertNotEquals(light, browser.script(paper));
    browser.view(1000, 800, false);
  }

  /** The policy is in force: what is added to the page neither runs nor styles. */
  @Test
  void policyStopsScriptsAndStyles() throws Exception {
    Path page = page("html/circuit.json");
    String hostile =
        "<p id=\"p\" style=\"color: rgb(1, 2, 3)\">p</p><script>document.title = 'run'</script>"
            + "<img src=\"http://localhost:9/x.png\" alt=\"\"/></body>";
    Files.writeString(page, Files.readString(page).replace("</body>", hostile));
    browser.open(page);
    assertNotEquals("run", browser.script("return document.title"));
    Object colour = browser.script("return getComputedStyle(document.getElementById('p')).color");
    assertNotEquals("rgb(1, 2, 3)", colour);
    assertEquals(3, browser.console().size(), browser.console().toString());
    assertTrue(browser.console().stream().allMatch(line -> line.contains("Content Security")));
  }
}
