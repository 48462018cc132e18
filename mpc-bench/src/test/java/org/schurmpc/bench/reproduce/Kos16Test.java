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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.ThroughputPlan;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.Refused;

/** KOS16's tables with made-up measurements: 22,528 bytes to each peer for an item, in a second. */
class Kos16Test {
  private static final int BYTES = 22_528; // 180.224 kbit

  private final RateEffort effort = RateEffort.usual(Duration.ofMinutes(1));
  private final List<ThroughputPlan> plans = new ArrayList<>();

  @TempDir Path folder;

  private Measured measured(ThroughputPlan plan) {
    plans.add(plan);
    return Fakes.generated(plan, BYTES);
  }

  private List<RateResult> run(List<RateTable> tables, long memory) throws Exception {
    Rates rates =
        new Rates(
            tables,
            effort,
            new InstanceLimit(1, "", 1, memory),
            Optional.empty(),
            (plan, heap, what) -> measured(plan),
            () -> 0);
    return rates.run(result -> {});
  }

  @Test
  void whatThePaperSaysIsPossibleFollowsFromItsBits() throws Exception {
    List<RateResult> results = run(Kos16.tables(List.of(1, 10), effort), 1 << 20);
    for (RateResult result : results.subList(1, 3)) {
      for (int i = 0; i < result.outcomes().size(); i++) {
        RateCell cell = result.table().cells().get(i);
        assertEquals(180.224, result.kbitByPair(i).orElseThrow(), 1e-9, cell.label());
        if (cell.mostPrinted().isPresent()) {
          double printed = cell.mostPrinted().getAsDouble();
          assertEquals(printed, result.mostHere(i).orElseThrow(), 0.02 * printed, cell.label());
        }
      }
    }
    RateResult costs = results.get(0);
    // Both parties were made to send as much: of an input with 2 parties both count.
    assertEquals(360.448, costs.here(2).orElseThrow(), 1e-9);
    assertEquals(180.22 / 180.224, costs.ratio(3).orElseThrow(), 1e-9);
    assertTrue(costs.here(6).isEmpty() && costs.here(7).isEmpty(), "512 bits");
  }

  @Test
  void threadsShareTheLine() throws Exception {
    run(Kos16.tables(List.of(1), effort).subList(2, 3), 1 << 20);
    TriplesTask wan = (TriplesTask) plans.get(0).task();
    assertEquals("2", wan.protocol().options().get("threads"));
    assertEquals(25_000_000, wan.line().bitsPerSecond());
    assertEquals(50_000_000, wan.line().delayNanos());
  }

  @Test
  void theTextOnlySaysWhatThePaperDoes() throws Exception {
    List<RateCell> cells = Kos16.tables(List.of(1, 10), effort).get(1).cells();
    double[] printed = cells.stream().mapToDouble(cell -> cell.printed().orElse(0)).toArray();
    double[] expected = {2000, 0, 0, 0, 4800, 0, 0, 1000, 4800, 0, 0, 1000};
    assertEquals(Arrays.toString(expected), Arrays.toString(printed));
    for (RateCell cell : cells) {
      assertTrue(cell.count() / cell.batch() >= cell.threads(), "work for each: " + cell.label());
    }
  }

  @Test
  void whatDoesNotFitIsNotRun() throws Exception {
    long memory = 2 * HeapSize.forMaterial(0, 1).megabytes();
    RateResult result = run(Kos16.tables(List.of(1), effort).subList(1, 2), memory).get(0);
    assertTrue(result.here(0).isPresent(), "two parties fit");
    assertTrue(result.here(1).isEmpty(), "three do not");
  }

  @Test
  void otherTablesAreRefused() {
    assertThrows(Refused.class, () -> Kos16.requireTables(List.of("2", "1")));
    assertThrows(Refused.class, () -> Kos16.requireFigures(List.of("9", "11")));
  }

  @Test
  void isPrintedKeptAndDrawn() throws Exception {
    ResultsFolder results = ResultsFolder.open(folder);
    List<RateResult> all = run(Kos16.tables(List.of(1), effort), 1 << 20);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Kos16Text text = new Kos16Text(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    for (RateResult result : all) {
      text.print(result);
      Kos16Json.write(result, results);
      if (Plots.obstacle().isEmpty()) {
        Kos16Plots.in(results).draw(result);
        assertTrue(Files.exists(folder.resolve(Kos16Json.fileName(result.table()) + ".png")));
      }
    }
    Kos16Json.write(all, Instant.EPOCH, results);
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
