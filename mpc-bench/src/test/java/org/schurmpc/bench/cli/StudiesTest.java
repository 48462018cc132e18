package org.schurmpc.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.html.PageText;
import org.schurmpc.bench.html.ResultReports;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.bench.monitor.ThroughputPlan;
import org.schurmpc.bench.reproduce.CipherRuns;
import org.schurmpc.bench.reproduce.Fakes;
import org.schurmpc.bench.reproduce.Plots;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.cli.launch.HeapSize;

/**
 * The whole output of each study for made-up measurements, compared with the files beside this
 * class: text, JSON and the names of all files. Output that differs is kept in target/studies.
 */
class StudiesTest {
  private static final Path ACTUAL = Path.of("target", "studies");
  private static final Pattern FILE = Pattern.compile("[a-z0-9.-]+[.](json|png|svg)");
  private static final Pattern WORDS = Pattern.compile("\\s+");

  @TempDir Path folder;

  private final ReproduceOptions options = new ReproduceOptions();
  private int runs;

  /** Three runs that differ, and that are slower each time. */
  private Measured measured(EvaluationPlan plan, HeapSize heap, String what) {
    runs++;
    return Fakes.measured(plan, List.of(100L + runs, 110L + 3L * runs, 123L + 7L * runs));
  }

  /** One second, and each time more bytes. */
  private Measured generated(ThroughputPlan plan, HeapSize heap, String what) {
    runs++;
    return Fakes.generated(plan, 20_000 + 321 * runs);
  }

  /** Runs of a program, slower each time; those that make their material take seconds for it. */
  private Measured ran(ProgramPlan plan, HeapSize heap, String what) {
    runs++;
    return Fakes.ran(plan, runs);
  }

  @Test
  void spdz() throws Exception {
    options.budget = Duration.ofMinutes(25);
    options.figures = List.of("5", "10");
    options.widths = List.of(1, 3);
    options.threads = List.of(1, 4);
    check("spdz", SpdzStudy.of(options, Optional.of(new HeapSize(64)), this::ran));
  }

  @Test
  void spdzInAHurry() throws Exception {
    options.budget = Duration.ofMinutes(25);
    options.quick = true;
    options.figures = List.of("4");
    check("spdz-quick", SpdzStudy.of(options, Optional.of(new HeapSize(64)), this::ran));
  }

  @Test
  void spdzWithoutTime() throws Exception {
    options.budget = Duration.ZERO;
    options.figures = List.of("3");
    check("spdz-late", SpdzStudy.of(options, Optional.of(new HeapSize(64)), this::ran));
  }

  /** Remembers the stores, and fills none. */
  private static final class NoStores implements CipherRuns.Stores {
    private final List<String> done = new ArrayList<>();

    @Override
    public void fill(EvaluationPlan plan, Path stores) {
      done.add("fill " + stores.getFileName() + " for " + plan.allPasses());
    }

    @Override
    public void destroy(EvaluationPlan plan, Path stores) {
      done.add("destroy " + stores.getFileName());
    }
  }

  /** Evaluations of ciphers, slower each time. */
  private Measured encrypted(EvaluationPlan plan, HeapSize heap, String what) {
    runs++;
    return Fakes.encrypted(plan, runs);
  }

  private LutStudy lut(CipherRuns.Stores stores) throws Exception {
    return LutStudy.of(
        options, Optional.of(new HeapSize(64)), this::encrypted, this::generated, stores);
  }

  @Test
  void lut() throws Exception {
    options.budget = Duration.ofMinutes(25);
    NoStores stores = new NoStores();
    check("lut", lut(stores));
    assertEquals(
        List.of("fill stores for 4", "destroy stores", "fill stores for 4", "destroy stores"),
        stores.done);
  }

  @Test
  void lutInAHurry() throws Exception {
    options.budget = Duration.ofMinutes(25);
    options.quick = true;
    options.tables = List.of("2", "4", "5");
    options.figures = List.of("3");
    check("lut-quick", lut(new NoStores()));
  }

  @Test
  void lutWithoutTime() throws Exception {
    options.budget = Duration.ZERO;
    options.tables = List.of("3", "4");
    check("lut-late", lut(new NoStores()));
    assertEquals(0, runs);
  }

  @Test
  void minimac() throws Exception {
    options.budget = Duration.ofMinutes(25);
    options.runs = 3;
    options.instances = 2;
    check("minimac", MiniMacStudy.of(options, Optional.of(new HeapSize(64)), this::measured));
  }

  @Test
  void endToEnd() throws Exception {
    options.budget = Duration.ofMinutes(25);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ReproduceCommand.Study study =
        EndToEndStudy.of(
            options,
            Optional.of(new HeapSize(64)),
            (plan, heap, what) -> Fakes.generated(plan, runs++, !what.equals("tinyot")));
    study.run(
        new PrintStream(bytes, true, StandardCharsets.UTF_8), ResultsFolder.open(folder), false);
    compare("end-to-end.txt", bytes.toString(StandardCharsets.UTF_8));
    JsonNode rows = json("end-to-end.json").get("rows");
    assertEquals(3, rows.size());
    assertEquals("256x120", rows.get(1).get("code").asText());
    assertEquals(4080, rows.get(2).get("blocks").asInt());
  }

  @Test
  void tinytable() throws Exception {
    options.budget = Duration.ofMinutes(25);
    options.quick = true;
    check("tinytable", TinyTableStudy.of(options, Optional.empty(), this::measured));
  }

  @Test
  void tinytableOverALine() throws Exception {
    options.budget = Duration.ofMinutes(25);
    options.quick = true;
    options.link = "1gbit";
    options.tables = List.of("3");
    options.macs = List.of("passive", "lookup64");
    check("tinytable-line", TinyTableStudy.of(options, Optional.empty(), this::measured));
  }

  @Test
  void tinytableWithoutTime() throws Exception {
    options.budget = Duration.ZERO;
    options.quick = true;
    options.tables = List.of("2");
    check("tinytable-late", TinyTableStudy.of(options, Optional.empty(), this::measured));
  }

  @Test
  void mascot() throws Exception {
    options.budget = Duration.ofMinutes(25);
    check(
        "mascot",
        MascotStudy.of(options, Optional.of(new HeapSize(64)), this::generated, this::ran));
  }

  @Test
  void mascotInAHurry() throws Exception {
    options.budget = Duration.ofMinutes(25);
    options.quick = true;
    options.figures = List.of("9");
    check(
        "mascot-quick",
        MascotStudy.of(options, Optional.of(new HeapSize(64)), this::generated, this::ran));
  }

  private void check(String name, ReproduceCommand.Study study) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean draws = Plots.obstacle().isEmpty();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    study.run(out, ResultsFolder.open(folder), draws);
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(file -> draws || !file.endsWith(".png"))
          .sorted()
          .forEach(out::println);
    }
    String text = bytes.toString(StandardCharsets.UTF_8);
    compare(name + ".txt", text.replaceAll("Huge pages: .*", "Huge pages: ..."));
    JsonNode all = json(name.replaceAll("-.*", "") + ".json");
    List<JsonNode> tables = new ArrayList<>();
    (all.has("figures") ? all.get("figures") : all.get("tables")).forEach(tables::add);
    List<JsonNode> apart = new ArrayList<>();
    for (JsonNode table : tables) {
      String label =
          all.has("figures") ? table.get("figure").asText() : table.get("table").asText();
      String file =
          label.contains(" ")
              ? label.toLowerCase(Locale.ROOT).replace(' ', '-')
              : (all.has("figures") ? "figure-" : "table-") + label;
      apart.add(json(file + ".json"));
    }
    assertEquals(tables, apart);
    checkReport(all, text);
    forgetTheMachine(all);
    DefaultPrettyPrinter lines = new DefaultPrettyPrinter();
    lines.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
    String json = new ObjectMapper().writer(lines).writeValueAsString(all) + "\n";
    compare(name + ".json", json.replaceAll("Huge pages: [^\"]*", "Huge pages: ..."));
  }

  /** What is stored of a study gives its text again, and a page with all words of the text. */
  private static void checkReport(JsonNode study, String text) throws Exception {
    List<String> tables = Fakes.printed(study);
    for (String table : tables) {
      assertTrue(text.contains(table), table);
    }
    PageText page = new PageText(ResultReports.report(study).html());
    Set<String> words = words(page.text());
    List<String> lines = text.lines().filter(line -> !FILE.matcher(line).matches()).toList();
    Set<String> missing = words(String.join("\n", lines));
    missing.removeAll(words);
    assertEquals(Set.of(), missing);
    assertTrue(page.all("section").size() >= tables.size());
  }

  private static Set<String> words(String text) {
    return WORDS
        .splitAsStream(text)
        .map(word -> word.replaceAll("[.,;:]+$", ""))
        .filter(word -> !word.equals("-") && !word.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private JsonNode json(String file) throws Exception {
    return new ObjectMapper().readTree(folder.resolve(file).toFile());
  }

  /** Drops what differs from machine to machine, and the reports, which have tests of their own. */
  private static void forgetTheMachine(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (String name : List.of("started", "processors", "here", "report")) {
        boolean number = name.equals("here") && object.path(name).isNumber();
        if (object.hasNonNull(name) && !number) {
          object.put(name, "...");
        }
      }
    }
    node.forEach(StudiesTest::forgetTheMachine);
  }

  private static void compare(String name, String actual) throws Exception {
    String expected = "";
    try (var in = StudiesTest.class.getResourceAsStream("studies/" + name)) {
      if (in != null) {
        expected = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
    if (!expected.equals(actual)) {
      Files.createDirectories(ACTUAL);
      Files.writeString(ACTUAL.resolve(name), actual);
    }
    assertEquals(expected, actual, name);
  }
}
