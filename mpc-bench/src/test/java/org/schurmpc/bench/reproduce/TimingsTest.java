package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.cli.StudyRows;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.ExitCode;

/** Tables of times whose cells never were measured. */
class TimingsTest {
  private static final InstanceLimit ROOM = new InstanceLimit(1, "so it is", 2, 1 << 20);
  private static final Effort USUAL = usual(Duration.ofMinutes(25));

  @TempDir Path folder;

  private final List<EvaluationPlan> plans = new ArrayList<>();
  private final List<HeapSize> heaps = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private long nanos;

  private static Effort usual(Duration budget) {
    return Effort.of(Paper.DNNR17, false, budget);
  }

  private Measured pretend(Plan any, HeapSize heap, String what) {
    EvaluationPlan plan = (EvaluationPlan) any;
    plans.add(plan);
    heaps.add(heap);
    names.add(what);
    nanos += Duration.ofSeconds(40).toNanos();
    return Fakes.measured(plan.job().schedule().runs() > 5 ? shorter(plan) : plan, 2);
  }

  /** As if there had been time for three runs. */
  private static EvaluationPlan shorter(EvaluationPlan plan) {
    var job = plan.job();
    var three = job.with(job.schedule().withRuns(3).forMillis(0));
    return new EvaluationPlan(three, plan.work(), plan.reference(), 1, Duration.ZERO, plan.seed());
  }

  private Study timings(Effort effort, InstanceLimit limit, String... ids) throws Exception {
    return timings(effort, limit, this::pretend, ids);
  }

  private Study timings(
      Effort effort, InstanceLimit limit, StudyCommands.Runner runner, String... ids)
      throws Exception {
    return new Study(
        Paper.DNNR17,
        Paper.DNNR17.numbered(List.of(ids), null),
        effort.with(limit),
        new Study.Machinery(
            StudyRows.commands(), runner, null, folder, Optional.empty(), () -> nanos));
  }

  @Test
  void measuresOneAfterTheOtherAndManyAtOnce() throws Exception {
    List<String> taken = new ArrayList<>();
    List<TableResult> results =
        timings(USUAL, ROOM, "2", "3").run(result -> taken.add(result.table().id()));
    assertEquals(List.of("2", "3"), taken);
    assertEquals(2 * 4 * 2, plans.size());
    assertEquals("Table 2, linear, k = 64, one after the other", names.get(0));
    EvaluationPlan latency = plans.get(0);
    assertEquals(1, latency.work().lanes());
    assertEquals("aes_128_expanded_sbox", latency.job().evaluations().circuit().name());
    assertEquals(30_000, latency.job().schedule().wallMillis());
    assertEquals(List.of("party2", "party1"), latency.job().evaluations().sources());
    assertTrue(
        latency.job().evaluations().inARow() > 10,
        "in a row: " + latency.job().evaluations().inARow());
    assertEquals(
        1, plans.get(2).job().evaluations().inARow()); // the lookup MAC with 80 MB of tables
    EvaluationPlan amortised = plans.get(1);
    int lanes = amortised.work().lanes();
    assertTrue(lanes >= 64 && Integer.bitCount(lanes) == 1, "lanes " + lanes);
    assertTrue(2 * amortised.work().demand().bytes() > 512 << 20, "more lanes would do");
    assertEquals(1, amortised.job().evaluations().inARow());
    assertEquals(4, plans.get(3).work().lanes());
    assertEquals(1024, plans.get(7).work().lanes());
    for (int i = 0; i < plans.size(); i++) {
      long megabytes =
          (plans.get(i).work().demand().bytes() * plans.get(i).evaluationsPerPass()) >> 20;
      assertTrue(megabytes <= 512, names.get(i));
      assertTrue(heaps.get(i).megabytes() > megabytes + 500, names.get(i));
    }
    TableResult second = results.get(0);
    // An evaluation of 2 ms at the slower party.
    assertEquals(2, number(second, 0, "latency.mean_ms"), 1e-9);
    assertEquals(1.09 / 2, number(second, 0, "latency.paper_to_here"), 1e-9);
    assertEquals(2000.0 / lanes, number(second, 0, "amortised.here_us"), 1e-9);
    assertEquals(0.47 * lanes / 2000, number(second, 0, "amortised.paper_to_here"), 1e-9);
    assertEquals(
        3 * latency.job().evaluations().inARow(), number(second, 0, "latency.evaluations"));
  }

  private static double number(TableResult result, int row, String path) {
    return result.rows().get(row).number(path).orElseThrow();
  }

  private static Optional<Object> notRun(TableResult result, int row, String cell) {
    return result.rows().get(row).value(cell + ".not_run");
  }

  @Test
  void onALanItIsComparedWithTheLan() throws Exception {
    TableResult result = timings(USUAL.with("line", "1gbit"), ROOM, "3").run(each -> {}).get(0);
    assertEquals(4.92 / 2, number(result, 0, "latency.paper_to_here"), 1e-9);
    assertEquals(1_000_000_000, plans.get(0).job().line().bitsPerSecond());
  }

  @Test
  void whatThereIsNoTimeForIsNotRun() throws Exception {
    Effort hurried = usual(Duration.ofSeconds(90));
    TableResult result = timings(hurried, ROOM, "3").run(each -> {}).get(0);
    assertEquals(3, plans.size());
    assertEquals(Optional.empty(), notRun(result, 1, "latency"));
    assertEquals(
        Optional.of("the time is up (--budget allows more)"), notRun(result, 1, "amortised"));
  }

  @Test
  void littleMemoryHoldsFewAtOnceOrNone() throws Exception {
    TableResult result =
        timings(USUAL, new InstanceLimit(1, "so it is", 2, 1750), "2").run(each -> {}).get(0);
    assertTrue(plans.get(1).work().lanes() <= 64, "lanes " + plans.get(1).work().lanes());
    assertEquals(Optional.of("this machine has too little memory"), notRun(result, 1, "latency"));
  }

  @Test
  void aQuickOneRunsOnce() throws Exception {
    timings(Effort.of(Paper.DNNR17, true, Duration.ofMinutes(25)), ROOM, "2").run(each -> {});
    for (EvaluationPlan plan : plans) {
      assertEquals(1, plan.job().allRuns());
      assertEquals(0, plan.job().schedule().rehearsalMillis());
      assertTrue(plan.job().evaluations().inARow() <= 3 && plan.work().lanes() <= 64);
    }
    assertEquals(1, plans.get(3).work().lanes());
  }

  @Test
  void aCellThatFailsIsNamed() throws Exception {
    StudyCommands.Runner broken =
        (plan, heap, what) -> {
          throw new RunFailed(ExitCode.CONNECTION_LOST, "a party died");
        };
    Study timings = timings(USUAL, ROOM, broken, "2", "3");
    RunFailed failed = assertThrows(RunFailed.class, () -> timings.run(result -> {}));
    assertEquals("Table 2, linear, k = 64, one after the other: a party died", failed.getMessage());
  }

  private static List<String> print(TableResult result) {
    return Fakes.print(Paper.DNNR17, result).stream()
        .map(line -> line.strip().replaceAll(" +", " "))
        .toList();
  }

  @Test
  void putsThePapersTimesAndOursSideBySide() throws Exception {
    Effort hurried = usual(Duration.ofSeconds(250));
    TableResult result = timings(hurried, ROOM, "3").run(each -> {}).get(0);
    List<String> lines = print(result);
    assertEquals("Table 3 (DNNR17, section 5). Execution times for binary version", lines.get(0));
    assertTrue(
        lines.get(1).startsWith("--protocol tinytable --mac MAC --circuit aes_128_expanded_sh"),
        lines.get(1));
    assertTrue(lines.get(2).contains("loopback as it is: compare with the cloud"), lines.get(2));
    String first = lines.stream().filter(line -> line.startsWith("linear")).findFirst().orElse("");
    assertEquals(
        "linear, k = 64 4.92 2.37 2.000 2.000 300 1.2 75.36 19.19 1.953 1024 3 9.8", first);
    String last = lines.stream().filter(line -> line.startsWith("passive")).findFirst().orElse("");
    assertEquals("passive * 3.94 1.84 2.000 2.000 300 0.92 25.50 6.73 - - - -", last);
    assertTrue(
        lines.contains("not run of passive: the time is up (--budget allows more)"),
        lines.toString());
    assertTrue(lines.stream().anyMatch(line -> line.contains("has lost the headings")));
    assertTrue(lines.contains("* INSECURE, for comparison alone: eval refuses it."));
  }

  @Test
  void keepsTablesAndPictures() throws Exception {
    ResultsFolder results = ResultsFolder.open(folder);
    StudyOutput output = Fakes.output(Paper.DNNR17, results);
    List<TableResult> tables = new ArrayList<>(List.of(Dnnr17Test.sizes()));
    output.take(tables.get(0));
    tables.addAll(timings(USUAL.with("line", "1gbit"), ROOM, "2", "3").run(output));
    output.end(tables);
    JsonNode all = new ObjectMapper().readTree(folder.resolve("tinytable.json").toFile());
    assertEquals("1970-01-01T00:00:00Z", all.get("started").asText());
    assertEquals(3, all.get("tables").size());
    for (String id : List.of("1", "2", "3")) {
      JsonNode table =
          new ObjectMapper().readTree(folder.resolve("table-" + id + ".json").toFile());
      assertEquals(table, all.get("tables").get(Integer.parseInt(id) - 1));
    }
    JsonNode passive = all.get("tables").get(0).get("rows").get(3);
    assertTrue(passive.get("insecure").asBoolean());
    assertEquals(40960, passive.get("optimised").get("table_bytes").asInt());
    assertEquals("40.0 KiB", passive.get("optimised").get("paper").asText());
    JsonNode linear = all.get("tables").get(1).get("rows").get(0);
    assertFalse(linear.get("insecure").asBoolean());
    assertEquals(1.03, linear.get("latency").get("paper_lan_ms").asDouble());
    assertEquals(2, linear.get("latency").get("mean_ms").asDouble(), 1e-9);
    int lanes = linear.get("amortised").get("lanes").asInt();
    assertEquals(plans.get(1).work().lanes(), lanes);
    assertEquals(2000.0 / lanes, linear.get("amortised").get("here_us").asDouble(), 1e-9);
    assertTrue(linear.get("latency").get("report").get("verified").asBoolean());
    assertTrue(all.get("tables").get(1).get("link").asText().contains("1000"));
    for (String name : List.of("table-2-latency.png", "table-3-amortised.png")) {
      assertTrue(Files.size(folder.resolve(name)) > 1000, name);
    }
  }
}
