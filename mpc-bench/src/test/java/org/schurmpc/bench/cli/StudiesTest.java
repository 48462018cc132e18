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
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.bench.monitor.ThroughputPlan;
import org.schurmpc.bench.reproduce.Fakes;
import org.schurmpc.bench.reproduce.Plots;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.bench.reproduce.Study;
import org.schurmpc.bench.reproduce.StudyCommands;
import org.schurmpc.cli.launch.HeapSize;
import picocli.CommandLine;

/**
 * The whole output of each study for made-up measurements, compared with the files beside this
 * class: text, JSON and the names of all files. Output that differs is kept in target/studies.
 */
class StudiesTest {
  private static final Path ACTUAL = Path.of("target", "studies");
  private static final Pattern FILE = Pattern.compile("[a-z0-9.-]+[.](json|png|svg)");
  private static final Pattern WORDS = Pattern.compile("\\s+");

  @TempDir Path folder;

  private final NoStores stores = new NoStores();
  private int runs;

  /** Three runs that differ, and that are slower each time. */
  private Measured measured(Plan plan) {
    runs++;
    return Fakes.measured(
        (EvaluationPlan) plan, List.of(100L + runs, 110L + 3L * runs, 123L + 7L * runs));
  }

  /** One second, and each time more bytes; or a program, slower each time. */
  private Measured generated(Plan plan) {
    runs++;
    return plan instanceof ProgramPlan program
        ? Fakes.ran(program, runs)
        : Fakes.generated((ThroughputPlan) plan, 20_000 + 321 * runs);
  }

  /** Evaluations of ciphers, slower each time; or their triples. */
  private Measured encrypted(Plan plan) {
    if (plan instanceof ThroughputPlan) {
      return generated(plan);
    }
    runs++;
    return Fakes.encrypted((EvaluationPlan) plan, runs);
  }

  /** Remembers the stores, and fills none. */
  private static final class NoStores implements Study.Stores {
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

  private static final Duration ENOUGH = Duration.ofMinutes(25);
  private static final Optional<HeapSize> HEAP = Optional.of(new HeapSize(64));

  @Test
  void spdz() throws Exception {
    String line = "spdz --figure 5 10 --widths 1,3 --threads 1,4";
    check("spdz", line, ENOUGH, HEAP, this::generated);
  }

  @Test
  void spdzInAHurry() throws Exception {
    check("spdz-quick", "spdz --quick --figure 4", ENOUGH, HEAP, this::generated);
  }

  @Test
  void spdzWithoutTime() throws Exception {
    check("spdz-late", "spdz --figure 3", Duration.ZERO, HEAP, this::generated);
  }

  @Test
  void lut() throws Exception {
    check("lut", "lut", ENOUGH, HEAP, this::encrypted);
    assertEquals(
        List.of("fill stores for 4", "destroy stores", "fill stores for 4", "destroy stores"),
        stores.done);
  }

  @Test
  void lutInAHurry() throws Exception {
    String line = "lut --quick --table 2 4 5 --figure 3";
    check("lut-quick", line, ENOUGH, HEAP, this::encrypted);
  }

  @Test
  void lutWithoutTime() throws Exception {
    check("lut-late", "lut --table 3 4", Duration.ZERO, HEAP, this::encrypted);
    assertEquals(0, runs);
  }

  @Test
  void minimac() throws Exception {
    check("minimac", "minimac --runs 3 --instances 2", ENOUGH, HEAP, this::measured);
  }

  @Test
  void endToEnd() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    StudyCommands.Runner runner =
        (plan, heap, what) ->
            Fakes.generated((EvaluationPlan) plan, runs++, !what.equals("tinyot"));
    measure("minimac --end-to-end", ENOUGH, HEAP, runner, out, false);
    compare("end-to-end.txt", bytes.toString(StandardCharsets.UTF_8));
    JsonNode rows = json("end-to-end.json").get("rows");
    assertEquals(3, rows.size());
    assertEquals("256x120", rows.get(1).get("code").asText());
    assertEquals(4080, rows.get(2).get("blocks").asInt());
  }

  @Test
  void tinytable() throws Exception {
    check("tinytable", "tinytable --quick", ENOUGH, Optional.empty(), this::measured);
  }

  @Test
  void tinytableOverALine() throws Exception {
    String line = "tinytable --quick --link 1gbit --table 3 --mac passive,lookup64";
    check("tinytable-line", line, ENOUGH, Optional.empty(), this::measured);
  }

  @Test
  void tinytableWithoutTime() throws Exception {
    String line = "tinytable --quick --table 2";
    check("tinytable-late", line, Duration.ZERO, Optional.empty(), this::measured);
  }

  @Test
  void mascot() throws Exception {
    check("mascot", "mascot", ENOUGH, HEAP, this::generated);
  }

  @Test
  void mascotInAHurry() throws Exception {
    check("mascot-quick", "mascot --quick --figure 9", ENOUGH, HEAP, this::generated);
  }

  /** A made-up measurement. */
  private interface Made {
    Measured of(Plan plan);
  }

  private void measure(
      String line,
      Duration budget,
      Optional<HeapSize> heap,
      StudyCommands.Runner runner,
      PrintStream out,
      boolean draws)
      throws Exception {
    CommandLine reproduce = ReproduceCommand.of(new BenchCommands().program(), out, out);
    StudyCommand command =
        (StudyCommand)
            reproduce.parseArgs(line.split(" ", -1)).subcommand().commandSpec().userObject();
    Study.Machinery machinery =
        new Study.Machinery(
            new RowCommands(), runner, stores, folder.resolve("stores"), heap, System::nanoTime);
    command.study(budget, machinery).write(out, ResultsFolder.open(folder), draws);
  }

  private void check(String name, String line, Duration budget, Optional<HeapSize> heap, Made made)
      throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean draws = Plots.obstacle().isEmpty();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    measure(line, budget, heap, (plan, size, what) -> made.of(plan), out, draws);
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
