package org.schurmpc.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.bench.html.PageText;
import org.schurmpc.bench.html.ResultReports;
import org.schurmpc.bench.html.StoredResults;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.cli.values.ResultFile;

/** Tests the pages of the fields that runs and measurements of rates have. */
class ResultPageTest {
  @TempDir Path folder;

  private static JsonNode tree(Map<String, Object> fields) throws Exception {
    return new ObjectMapper().valueToTree(fields);
  }

  private static PageText page(Map<String, Object> fields) throws Exception {
    return new PageText(ResultReports.report(tree(fields)).html());
  }

  private static JsonNode resource(String name) throws Exception {
    try (InputStream in = ResultPageTest.class.getResourceAsStream(name)) {
      return new ObjectMapper().readTree(in);
    }
  }

  /** Two instances of 10 blocks in 100 and 140 ms: the figures of the text, and five charts. */
  @Test
  void showsTheRunsOfACircuit() throws Exception {
    PageText page = page(JsonReport.fields(ReportTest.result(2, 100, 140)));
    assertEquals(List.of("and.txt under minitrix, code 255x85: 20 evaluations"), page.texts("h1"));
    assertTrue(page.texts("td").contains("6.000 ± 12.71"), page.texts("td").toString());
    assertTrue(page.texts("td").contains("3,000,001"), page.texts("td").toString());
    assertEquals(
        List.of(
            "Chart 1. Time of each run.",
            "Chart 2. Time by phase.",
            "Chart 3. Steps of the preprocessing.",
            "Chart 4. What each phase spends its time on.",
            "Chart 5. Bytes by phase and peer."),
        page.texts("b"));
    assertEquals(2 + 1, page.count("circle", "mark")); // two runs, and the legend
    assertTrue(page.texts("text").contains("party 2 to party 1"));
    assertTrue(page.texts("p").get(0).startsWith("Every output was verified."));
  }

  /** With one run there is a point, and no interval. */
  @Test
  void oneRunHasNoInterval() throws Exception {
    PageText page = page(JsonReport.fields(ReportTest.result(1, 100)));
    assertEquals(1 + 1, page.count("circle", "mark"));
    assertEquals(0, page.count("rect", "band"));
    assertTrue(page.texts("td").contains("10.00 (one run: no interval)"), page.text());
  }

  @Test
  void saysHowInsecureItIs() throws Exception {
    PageText page =
        page(JsonReport.fields(ReportTest.result("tinytable", Map.of("mac", "passive"), 1, 100)));
    assertEquals(1, page.count("p", "warning"));
    assertTrue(page.text().contains("INSECURE: not actively secure"), page.text());
  }

  @Test
  void showsSeveralNumbersOfBlocks() throws Exception {
    List<Result> rows = List.of(ReportTest.result(1, 100, 140), ReportTest.result(2, 300));
    PageText page = page(JsonReport.rows(rows));
    assertEquals(3, page.all("section").size());
    assertEquals(1, page.count("polyline", "joined")); // the time over the number of evaluations
    assertEquals(1 + 2 * 5, page.all("svg").size());
  }

  /** Each text that JSON has of a result is on its page. */
  @ParameterizedTest
  @ValueSource(strings = {"mul.json", "mul-line.json", "ot.json", "triples.json"})
  void showsRates(String name) throws Exception {
    JsonNode result = resource(name);
    PageText page = new PageText(ResultReports.report(result).html());
    String text = page.text();
    for (JsonNode leaf : result.findValues("jvm")) {
      assertTrue(text.contains(leaf.asText()), text);
    }
    int runs = result.get("runs").size();
    assertEquals(2L * (runs + 1), page.count("circle", "mark")); // rates and times
    assertEquals(1, page.count("polyline", "joined")); // the rate over time
    assertEquals(3, page.all("svg").size());
    String rate = "%,.0f".formatted(result.get("rate_per_s").asDouble());
    assertTrue(page.texts("td").contains(rate), rate + " is not in " + page.texts("td"));
  }

  /** The page that a run writes is the page of what the run stores. */
  @Test
  void pageOfAStoredResultIsThatOfTheRun() throws Exception {
    Path json = folder.resolve("result.json");
    Path html = folder.resolve("result.html");
    Map<String, Object> fields = JsonReport.fields(ReportTest.result(2, 100, 140, 97));
    try (ResultFile result = ResultFile.open(json);
        ReportFile report = ReportFile.open(html, ResultReports::report)) {
      result.write(fields);
      report.write(fields);
    }
    assertEquals(Files.readString(html), StoredResults.report(List.of(json)).html());
  }
}
