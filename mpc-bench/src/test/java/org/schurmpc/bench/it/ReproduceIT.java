package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reproduces two tables of the paper, with one instance and one run each. */
class ReproduceIT {
  @TempDir Path folder;

  @Test
  @Tag("slow")
  void measuresFiguresBesideThePapers() throws Exception {
    Path results = folder.resolve("results");
    String line = "reproduce minimac --quick --figure 4.6 6 --out " + results;
    try (BenchRun bench = BenchThread.start(line.split(" "))) {
      bench.expect(0);
      List<String> lines = bench.out().lines().map(text -> text.replaceAll(" +", " ")).toList();
      assertTrue(lines.get(2).startsWith("Figure 6 (DLT14, 3.5)."), bench.out());
      List<String> verified = lines.stream().filter(text -> text.endsWith("verified")).toList();
      assertEquals(2, verified.size(), bench.out());
      assertTrue(verified.get(0).startsWith("1 1 1079 1079 ± 251 "), bench.out());
      assertTrue(verified.get(1).startsWith("1 680 - - "), bench.out());
      long notRun = lines.stream().filter(text -> text.endsWith("--quick runs one")).count();
      assertEquals(9, notRun, bench.out());
      assertTrue(bench.out().contains("MiniTrix (section 4.6)"), bench.out());
      assertTrue(bench.out().contains("its place means little"), bench.out());
      assertEquals("results in " + results, lines.get(lines.size() - 1));
    }
    JsonNode all = new ObjectMapper().readTree(results.resolve("minimac.json").toFile());
    JsonNode here = all.get("figures").get(1).get("rows").get(0).get("here");
    assertTrue(here.get("verified").asBoolean());
    assertEquals("aes_128_shallow", here.get("circuit").asText());
    assertEquals(1, here.get("runs").size());
    for (String name : List.of("figure-6.json", "figure-4.6.json", "figure-4.6.png", "rungs.png")) {
      assertTrue(Files.size(results.resolve(name)) > 100, name);
    }
  }

  /** Prints the sizes alone, by the packaged jar. */
  @Test
  void printsSizesBesideThePapers() throws Exception {
    Path results = folder.resolve("results");
    String line = "reproduce tinytable --quick --table 1 --out " + results;
    try (BenchRun bench = BenchJar.start(folder, line.split(" "))) {
      List<String> lines = bench.expect(0).out().lines().toList();
      assertTrue(lines.get(2).startsWith("Table 1 (DNNR17, section 5)."), bench.out());
      assertEquals("results in " + results, lines.get(lines.size() - 1));
    }
    assertTrue(Files.size(results.resolve("tinytable.json")) > 100);
  }

  /** Measures the sizes, and the times of one kind of MAC. */
  @Test
  void measuresTablesBesideThePapers() throws Exception {
    Path results = folder.resolve("results");
    String line = "reproduce tinytable --quick --table 1 2 --mac linear --out " + results;
    try (BenchRun bench = BenchThread.start(line.split(" "))) {
      bench.expect(0);
      List<String> lines = bench.out().lines().map(text -> text.replaceAll(" +", " ")).toList();
      assertTrue(lines.get(2).startsWith("Table 1 (DNNR17, section 5)."), bench.out());
      assertTrue(
          lines.contains("passive * 40.0 KiB 40.0 KiB 40.2 KiB 2.7 KiB 2.7 KiB 2.9 KiB"),
          bench.out());
      assertTrue(
          lines.stream().anyMatch(text -> text.startsWith("linear, k = 64 1.03 1.09 ")),
          bench.out());
      assertEquals("results in " + results, lines.get(lines.size() - 1));
    }
    JsonNode all = new ObjectMapper().readTree(results.resolve("tinytable.json").toFile());
    JsonNode row = all.get("tables").get(1).get("rows").get(0);
    assertEquals(3, row.get("latency").get("evaluations").asInt());
    assertEquals(1, row.get("latency").get("lanes").asInt());
    assertTrue(row.get("amortised").get("lanes").asInt() >= 16);
    for (String kind : List.of("latency", "amortised")) {
      JsonNode report = row.get(kind).get("report");
      assertTrue(report.get("verified").asBoolean());
      assertEquals("aes_128_expanded_sbox", report.get("circuit").asText());
      assertTrue(report.get("aes").asBoolean());
      assertTrue(Files.size(results.resolve("table-2-" + kind + ".png")) > 1000);
    }
  }

  /** Measures all methods of ciphers: with dealt material, from stores, and with their own. */
  @Test
  @Tag("slow")
  void measuresMethodsOfCiphers() throws Exception {
    Path results = folder.resolve("results");
    String line = "reproduce lut --quick --table 1 3 --out " + results;
    try (BenchRun bench = BenchThread.start(line.split(" "))) {
      List<String> lines = bench.expect(0).out().lines().toList();
      assertTrue(lines.get(3).startsWith("Table 1 (KORSVV17, section 4.2)."), bench.out());
      assertEquals("results in " + results, lines.get(lines.size() - 1));
    }
    JsonNode all = new ObjectMapper().readTree(results.resolve("lut.json").toFile());
    JsonNode rows = all.get("tables").get(1).get("rows");
    assertEquals(6, rows.size());
    for (JsonNode row : rows) {
      assertTrue(row.get("here").get("blocks_per_s").asDouble() > 0, row.toString());
      assertEquals(16, row.get("here").get("lanes").asInt(), row.toString());
    }
    JsonNode tables = rows.get(2);
    assertEquals("AES-LT", tables.get("label").asText());
    for (String measured : List.of("latency_ms", "stored_per_s", "offline_per_s")) {
      assertTrue(tables.get("here").get(measured).asDouble() > 0, tables.toString());
    }
    assertTrue(tables.get("not_run").isNull(), tables.toString());
    assertFalse(Files.exists(results.resolve("stores")), "stores remain");
    assertTrue(Files.size(results.resolve("table-3-online.png")) > 100);
  }
}
