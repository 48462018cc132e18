package org.schurmpc.bench.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.session.Phase;
import org.w3c.dom.Element;

class StoredResultsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<String> ODD =
      List.of("null", "-1", "1e300", "\"<x>\"", "[]", "{}", "[[1]]", "{\"a\":{\"b\":[{}]}}");

  private static final List<String> PHASES =
      Arrays.stream(Phase.values()).map(Phase::label).toList();

  @TempDir Path folder;

  private static JsonNode resource(String name) throws Exception {
    try (InputStream in = StoredResultsTest.class.getResourceAsStream(name)) {
      return MAPPER.readTree(in);
    }
  }

  private Path write(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String refusal(Path... files) {
    return assertThrows(BadFile.class, () -> StoredResults.report(List.of(files))).getMessage();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "no JSON | line 1",
        "{\"a\":\\n1,,} | line 2",
        "[] | no object",
        "`` | no object",
        "{} | this is no result",
        "{\"a\":1,\"a\":2} | not JSON",
        "{\"rows\":[{}]} | row 1 is no result",
        "{\"rate_per_s\":1e999,\"rates_per_s\":[]} | too large",
        "{\"paper_machines\":\"x\",\"paper\":\"y\"} | no study of the paper 'y'",
        "{\"caption\":\"x\",\"remarks\":[],\"table\":\"9\"} | no table '9'"
      })
  void saysWhyAFileIsNoResult(String text, String reason) throws Exception {
    Path file = write("r.json", text.replace("\\n", "\n"));
    String sentence = refusal(file);
    assertTrue(sentence.startsWith(file + ": ") && sentence.contains(reason), sentence);
  }

  @Test
  void saysWhichFileIsMissing() throws Exception {
    Path sound = write("sound.json", resource("circuit.json").toString());
    Path missing = folder.resolve("missing.json");
    assertEquals(missing + ": the file does not exist", refusal(sound, missing));
    assertTrue(refusal(folder).contains("cannot be read"), refusal(folder));
  }

  @Test
  void severalResultsAreOnePage() throws Exception {
    Path circuit = write("circuit.json", resource("circuit.json").toString());
    Path study = write("study.json", resource("../cli/studies/tinytable-line.json").toString());
    PageText page = new PageText(StoredResults.report(List.of(circuit, study)).html());
    assertEquals(List.of("2 results"), page.texts("h1"));
    assertEquals(3, page.all("section").size()); // the circuit, what the study is, its table
    assertEquals(page.texts("h2"), page.texts("a"));
    List<String> ids =
        page.all("svg").stream().map(svg -> svg.getAttribute("aria-labelledby")).toList();
    assertEquals(ids.size(), ids.stream().distinct().count());
  }

  /** Parties report each phase, benchmarks those in which time was spent. */
  @Test
  void aPhaseHasOneColourOnAllPages() throws Exception {
    ObjectNode circuit = (ObjectNode) resource("circuit.json");
    ObjectNode party = MAPPER.createObjectNode().put("party", 1).put("ready_ms", 1);
    ObjectNode tables = MAPPER.createObjectNode();
    for (String phase : PHASES) {
      tables.put(phase, 7);
    }
    ObjectNode late = tables.deepCopy().without(List.of("setup", "preprocessing"));
    party.set("phases_ms", tables);
    party.set("bytes_sent", late);
    party.set("bytes_received", tables.deepCopy().put("function_preprocessing", 0));
    Map<String, Set<String>> colours = new TreeMap<>();
    for (JsonNode result : List.of(circuit, party)) {
      PageText page = new PageText(ResultReports.report(result).html());
      for (Element bar : page.all("rect")) {
        Matcher hint = Pattern.compile(", ([a-z -]+): .*").matcher(bar.getTextContent());
        if (hint.find()) {
          colours
              .computeIfAbsent(hint.group(1), none -> new TreeSet<>())
              .add(bar.getAttribute("fill"));
        }
      }
    }
    for (String phase : PHASES) {
      String name = phase.equals("setup") ? "set-up" : phase.replace('_', ' ');
      assertEquals(1, colours.getOrDefault(name, Set.of()).size(), name + " in " + colours);
    }
  }

  @Test
  void timesOfEvaluationsAreInWords() throws Exception {
    JsonNode circuit = resource("circuit.json");
    String page = new PageText(ResultReports.report(circuit).html()).text();
    assertTrue(page.contains("time of each evaluation"), page);
    String words =
        "median 256.0 ms, mean 222.6 ms, 95\u00a0% confidence interval ±\u00a087.95 ms;"
            + " number of evaluations: 7";
    assertTrue(page.contains(words), page);
    assertFalse(page.contains("ci95"), page);
    ObjectNode once = circuit.deepCopy();
    ((ObjectNode) once.get("evaluation_ms")).putNull("ci95");
    page = new PageText(ResultReports.report(once).html()).text();
    assertTrue(page.contains("mean 222.6 ms, no confidence interval; number of"), page);
  }

  /** A single table of a study is a result, too. */
  @Test
  void aTableOfAStudyIsAResult() throws Exception {
    JsonNode table = resource("../cli/studies/tinytable.json").get("tables").get(1);
    PageText page = new PageText(ResultReports.report(table).html());
    assertEquals(1, page.all("section").size());
    assertEquals(2, page.all("svg").size());
    assertTrue(page.count("line", "s2") > 0, "there are no error bars");
    assertEquals(0, page.count("polyline", "joined")); // between categories there is no line
  }

  /** Whatever stands in the place of a field, there is a page or a sentence. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "circuit.json",
        "../report/mul-line.json",
        "../report/triples.json",
        "../cli/studies/tinytable-line.json",
        "../cli/studies/spdz-quick.json"
      })
  void oddFieldsAreNoFailure(String name) throws Exception {
    JsonNode result = resource(name);
    List<String> paths = new ArrayList<>();
    collect(result, "", paths);
    int pages = 0;
    for (int i = 0; i < paths.size(); i++) {
      JsonNode changed = result.deepCopy();
      replace(changed, paths.get(i), MAPPER.readTree(ODD.get(i % ODD.size())));
      try {
        String page = ResultReports.report(changed).html();
        pages++;
        if (i % ODD.size() == 3) { // a text with markup
          assertEquals(0, new PageText(page).all("x").size());
        }
      } catch (BadFile e) {
        assertTrue(e.getMessage().length() < 500, e.getMessage());
      }
    }
    assertTrue(pages > paths.size() / 2, pages + " of " + paths.size());
  }

  /** Adds the paths of all values below a node. */
  private static void collect(JsonNode node, String path, List<String> paths) {
    if (node.isObject()) {
      node.fieldNames()
          .forEachRemaining(
              name -> {
                paths.add(path + "/" + name);
                collect(node.get(name), path + "/" + name, paths);
              });
    }
    for (int i = 0; node.isArray() && i < Math.min(2, node.size()); i++) {
      paths.add(path + "/" + i);
      collect(node.get(i), path + "/" + i, paths);
    }
  }

  private static void replace(JsonNode tree, String path, JsonNode value) {
    int last = path.lastIndexOf('/');
    JsonNode parent = tree.at(path.substring(0, last));
    String name = path.substring(last + 1);
    if (parent instanceof ArrayNode array) {
      array.set(Integer.parseInt(name), value);
    } else if (parent instanceof ObjectNode object) {
      object.set(name, value);
    }
  }
}
