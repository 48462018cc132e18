package org.schurmpc.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.BadFile;

class EvalReportTest {
  @TempDir Path folder;

  private static Map<String, Object> fields(String circuit) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("party", 2);
    fields.put("protocol", "tinyot");
    fields.put("terms", Map.of("MACs", "64 bits"));
    fields.put("sigma", 64);
    fields.put("insecure", null);
    fields.put("circuit", circuit);
    fields.put("instances", 3000);
    fields.put("tls", true);
    fields.put("ready_ms", 12.5);
    fields.put("total_ms", 1234.5);
    fields.put("phases_ms", phases(100.0, 1000.25, 30));
    fields.put("bytes_sent", phases(0, 5_000_000_000L, 17));
    fields.put("bytes_received", phases(0, 6_000_000, 18));
    fields.put("rounds", phases(0, 7, 1));
    return fields;
  }

  private static Map<String, Object> phases(Object setup, Object preprocessing, Object output) {
    Map<String, Object> phases = new LinkedHashMap<>();
    phases.put("setup", setup);
    phases.put("preprocessing", preprocessing);
    phases.put("output", output);
    return phases;
  }

  private static JsonNode tree(Path file) throws Exception {
    return new ObjectMapper().readTree(file.toFile());
  }

  /** The word, and the sentence of results of earlier versions. */
  @Test
  void warnsOfMaterialThatADealerMade() {
    String sentence = "dealer (trusted, INSECURE)";
    Map<String, Object> dealt = fields("c");
    dealt.put("preprocessing", "dealer");
    dealt.put("preprocessing_terms", Map.of("trusted", true));
    dealt.put("preprocessing_insecure", true);
    assertEquals(List.of("Preprocessing: " + sentence), warnings(dealt));
    Map<String, Object> stored = fields("c");
    stored.put("preprocessing", "store");
    stored.put("preprocessing_terms", List.of(Map.of("made_by", sentence)));
    stored.put("preprocessing_insecure", true);
    assertEquals(List.of("Preprocessing: store (INSECURE)"), warnings(stored));
    Map<String, Object> earlier = fields("c");
    earlier.put("preprocessing", sentence);
    assertEquals(List.of("Preprocessing: " + sentence), warnings(earlier));
    Map<String, Object> own = fields("c");
    own.put("preprocessing", "ot");
    own.put("preprocessing_insecure", false);
    assertEquals(List.of(), warnings(own));
  }

  private static List<String> warnings(Map<String, Object> fields) {
    return new FigureBlocks(new ObjectMapper().valueToTree(fields))
        .warnings().stream().map(block -> ((Block.Warning) block).text()).toList();
  }

  @Test
  void showsPhasesTrafficAndSetting() throws Exception {
    Path file = folder.resolve("page.html");
    try (ReportFile report = ReportFile.open(file, EvalReport::report)) {
      report.write(fields("a<b>&\"c\".txt"));
    }
    PageText page = new PageText(Files.readString(file));
    assertEquals("a<b>&\"c\".txt under tinyot, figures of party 2", page.texts("h1").get(0));
    assertEquals(2, page.all("svg").size());
    // A part of the legend, and of each bar: of three phases, and of two in two directions.
    assertEquals(1 + 1, page.count("rect", "s0"));
    assertEquals((1 + 1) + (1 + 2), page.count("rect", "s1"));
    assertEquals((1 + 1) + (1 + 2), page.count("rect", "s5")); // the output
    assertTrue(page.texts("td").contains("5,000,000,017"), page.texts("td").toString());
    assertTrue(page.texts("td").contains("1,235"), page.texts("td").toString());
    assertTrue(page.texts("td").contains("MACs: 64 bits"), page.texts("td").toString());
    assertEquals(0, page.count("p", "warning"));
  }

  @Test
  void saysInsecure() throws Exception {
    Map<String, Object> fields = fields("c");
    fields.put("insecure", "of σ = 32 bits only");
    Path file = folder.resolve("page.html");
    try (ReportFile report = ReportFile.open(file, EvalReport::report)) {
      report.write(fields);
    }
    assertEquals(1, new PageText(Files.readString(file)).count("p", "warning"));
  }

  /** The page of a run is that of the file which the run stores. */
  @Test
  void pageOfAStoredResultIsTheSame() throws Exception {
    Path json = folder.resolve("result.json");
    Path page = folder.resolve("page.html");
    try (ResultFile result = ResultFile.open(json);
        ReportFile report = ReportFile.open(page, EvalReport::report)) {
      result.write(fields("c"));
      report.write(fields("c"));
    }
    assertTrue(EvalReport.suits(tree(json)));
    assertEquals(Files.readString(page), EvalReport.report(tree(json)).html());
  }

  @Test
  void aRunWithoutResultLeavesFilesAsTheyWere() throws Exception {
    Path old = Files.writeString(folder.resolve("old.html"), "old");
    ReportFile.open(old, EvalReport::report).close();
    assertEquals("old", Files.readString(old));
    Path fresh = folder.resolve("new.html");
    ReportFile.open(fresh, EvalReport::report).close();
    assertFalse(Files.exists(fresh));
    ReportFile.open(null, EvalReport::report).write(fields("c"));
    Path missing = folder.resolve("none/page.html");
    assertThrows(BadFile.class, () -> ReportFile.open(missing, EvalReport::report));
  }
}
