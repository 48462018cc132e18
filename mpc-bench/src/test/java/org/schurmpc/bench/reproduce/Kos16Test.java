package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.cli.StudyRows;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.ThroughputPlan;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.Refused;

/** KOS16's tables with made-up measurements: 22,528 bytes to each peer for an item, in a second. */
class Kos16Test {
  private static final int BYTES = 22_528; // 180.224 kbit

  private final List<ThroughputPlan> plans = new ArrayList<>();

  @TempDir Path folder;

  private Measured measured(Plan plan) {
    plans.add((ThroughputPlan) plan);
    return Fakes.generated((ThroughputPlan) plan, BYTES);
  }

  /** Runs Table 2 and Figures 9 and 10, or some of them. */
  private List<TableResult> run(String threads, long memory, String... ids) throws Exception {
    List<String> wanted = ids.length == 0 ? List.of("2", "9", "10") : List.of(ids);
    List<PaperTable> tables =
        Paper.KOS16.tables().stream().filter(table -> wanted.contains(table.id())).toList();
    Effort effort =
        Effort.of(Paper.KOS16, false, Duration.ofMinutes(1))
            .with("threads", threads)
            .with("all_threads", threads)
            .with(new InstanceLimit(1, "", 1, memory));
    Study.Machinery machinery =
        new Study.Machinery(
            StudyRows.commands(),
            (plan, heap, what) -> measured(plan),
            null,
            folder,
            Optional.empty(),
            () -> 0);
    return new Study(Paper.KOS16, tables, effort, machinery).run(result -> {});
  }

  @Test
  void whatThePaperSaysIsPossibleFollowsFromItsBits() throws Exception {
    List<TableResult> results = run("1,10", 1 << 20);
    for (TableResult result : results.subList(1, 3)) {
      for (RowResult row : result.rows()) {
        assertEquals(180.224, row.number("kbit_by_pair").orElseThrow(), 1e-9, row.label());
        OptionalDouble most = row.number("paper_at_most_per_s");
        if (most.isPresent()) {
          double printed = most.getAsDouble();
          double here = row.number("here_at_most_per_s").orElseThrow();
          assertEquals(printed, here, 0.02 * printed, row.label());
        }
      }
    }
    List<RowResult> costs = results.get(0).rows();
    // Both parties were made to send as much: of an input with 2 parties both count.
    assertEquals(360.448, costs.get(2).number("here").orElseThrow(), 1e-9);
    assertEquals(180.22 / 180.224, costs.get(3).number("gain").orElseThrow(), 1e-9);
    for (RowResult row : costs.subList(6, 8)) {
      assertTrue(row.number("here").isEmpty(), "512 bits");
    }
  }

  @Test
  void threadsShareTheLine() throws Exception {
    run("1", 1 << 20, "10");
    TriplesTask wan = (TriplesTask) plans.get(0).task();
    assertEquals("2", wan.protocol().options().get("threads"));
    assertEquals(25_000_000, wan.line().bitsPerSecond());
    assertEquals(50_000_000, wan.line().delayNanos());
  }

  @Test
  void theTextOnlySaysWhatThePaperDoes() throws Exception {
    List<RowResult> rows = run("1,10", 1 << 20, "9").get(0).rows();
    double[] printed = rows.stream().mapToDouble(row -> row.number("paper").orElse(0)).toArray();
    double[] expected = {2000, 0, 0, 0, 4800, 0, 0, 1000, 4800, 0, 0, 1000};
    assertEquals(Arrays.toString(expected), Arrays.toString(printed));
    for (ThroughputPlan plan : plans) {
      TriplesTask task = (TriplesTask) plan.task();
      long batch = Long.parseLong(task.protocol().options().get("batch"));
      long threads = Long.parseLong(task.protocol().options().get("threads"));
      assertTrue(task.count() / batch >= threads, "work for each: " + task);
    }
  }

  @Test
  void whatDoesNotFitIsNotRun() throws Exception {
    long memory = 2 * HeapSize.forMaterial(0, 1).megabytes();
    TableResult result = run("1", memory, "9").get(0);
    assertTrue(result.rows().get(0).number("here").isPresent(), "two parties fit");
    assertTrue(result.rows().get(1).number("here").isEmpty(), "three do not");
  }

  @Test
  void otherTablesAreRefused() {
    assertThrows(Refused.class, () -> Paper.KOS16.numbered(List.of("2", "1"), null));
    assertThrows(Refused.class, () -> Paper.KOS16.numbered(null, List.of("9", "12")));
  }

  @Test
  void isPrintedKeptAndDrawn() throws Exception {
    ResultsFolder results = ResultsFolder.open(folder);
    List<TableResult> all = run("1", 1 << 20);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    boolean draws = Plots.obstacle().isEmpty();
    StudyOutput output = new StudyOutput(Paper.KOS16, out, results, draws);
    for (TableResult result : all) {
      output.take(result);
      assertEquals(draws, Files.exists(folder.resolve(result.table().file() + ".png")));
    }
    output.end(all);
    String printed = bytes.toString(StandardCharsets.UTF_8);
    assertTrue(printed.matches("(?s).*128 bits, triple +180\\.22 +180\\.22 +1\\.00 .*"), printed);
    assertTrue(printed.contains("not run, 512 bits, triple: no field here"), printed);
    JsonNode json = new ObjectMapper().readTree(folder.resolve("mascot.json").toFile());
    JsonNode triple = json.get("tables").get(0).get("rows").get(3);
    assertEquals(180.22, triple.get("paper").asDouble());
    assertEquals(180.224, triple.get("here").asDouble(), 1e-9);
    assertEquals(3, json.get("tables").size());
  }
}
