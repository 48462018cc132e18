package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Measures the rates of correlated OT and of TinyOT's preprocessing, for small counts. */
class GenerationIT {
  private static final String P64 = "18446744073709551557";
  private static final int RUNS = 2;

  @TempDir Path folder;

  private JsonNode run(String line) throws Exception {
    return run(Starter.THREAD, line);
  }

  private JsonNode run(Starter starter, String line) throws Exception {
    Path json = folder.resolve("result.json");
    List<String> args = new ArrayList<>(List.of(line.split(" ")));
    args.addAll(List.of("--runs", "" + RUNS, "--json", json.toString()));
    try (BenchRun bench = starter.start(args.toArray(String[]::new))) {
      bench.expect(0);
      assertTrue(bench.out().endsWith("done" + System.lineSeparator()), bench.out());
      assertEquals("", bench.err());
    }
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    assertEquals(RUNS, result.get("rates_per_s").size());
    assertTrue(result.get("rate_per_s").asDouble() > 0, result.toString());
    assertTrue(result.get("setup_ms").asDouble() > 0, result.toString());
    assertTrue(result.get("rounds").asInt() > 0, result.toString());
    assertEquals(2, result.get("peak_rss_bytes").size());
    return result;
  }

  @Test
  void receiversSendABitForEachTreeButOne() throws Exception {
    receiversSendABitForEachTreeButOne(4);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {1, 2, 8})
  void receiversSendABitForEachTreeButOne(int k) throws Exception {
    JsonNode result = run("ot --count 1048576 --warmup 0 --rehearsal 0ms --k " + k);
    assertEquals(1_048_576, result.get("count").asInt());
    assertEquals(k, result.get("parameters").get("k").asInt());
    JsonNode bytes = result.get("bytes_sent_per_item");
    double least = (128.0 / k - 1) / 8;
    double sent = bytes.get(1).asDouble();
    assertTrue(sent >= least && sent < 1.2 * least, bytes + " with k = " + k);
    assertTrue(bytes.get(0).asDouble() < 0.1, bytes + " with k = " + k);
    assertTrue(result.get("base_ot_ms").asDouble() > 0, result.toString());
    assertTrue(result.get("base_ot_ms").asDouble() <= result.get("setup_ms").asDouble());
  }

  @Test
  void anyCountOfOtsWillDo() throws Exception {
    JsonNode result = run(Starter.process(folder), "ot --count 77777 --rehearsal 200ms");
    assertEquals(77_777, result.get("count").asInt());
  }

  /** The first rounds, which send more than the others. */
  @Test
  void correlationsFromLpnSendFewBytes() throws Exception {
    JsonNode ots = run("ot --cot silent --count 1000000 --warmup 0 --rehearsal 0ms");
    assertEquals("correlated OTs", ots.get("items").asText());
    assertEquals("silent", ots.get("parameters").get("source").asText());
    assertTrue(sent(ots) < 1.5, ots.toString());
    JsonNode values = run("ot --vole " + P64 + " --count 1000000 --warmup 0 --rehearsal 0ms");
    assertEquals("VOLEs over " + P64, values.get("items").asText());
    assertTrue(sent(values) < 3, values.toString());
    assertTrue(values.get("base_ot_ms").asDouble() > 0, values.toString());
    JsonNode cope = run("ot --cope " + P64 + " --count 16384 --warmup 0 --rehearsal 0ms");
    assertEquals(64 / 4 * 8, sent(cope), 5, cope.toString());
  }

  private static double sent(JsonNode result) {
    JsonNode bytes = result.get("bytes_sent_per_item");
    return bytes.get(0).asDouble() + bytes.get(1).asDouble();
  }

  @Test
  void triplesOfTinyOt() throws Exception {
    triplesOfTinyOt(64);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {40, 80})
  void triplesOfTinyOt(int sigma) throws Exception {
    JsonNode result =
        run(
            sigma == 64 ? Starter.process(folder) : Starter.THREAD,
            "triples --protocol tinyot --count 5000 --rehearsal 0ms --sigma " + sigma);
    assertEquals(5_000, result.get("count").asInt());
    assertEquals(sigma, result.get("parameters").get("sigma").asInt());
    for (JsonNode bytes : result.get("bytes_sent_per_item")) {
      assertTrue(bytes.asDouble() > 16, "at least the G of a leaky AND: " + bytes);
    }
    assertFalse(result.has("base_ot_ms"));
  }

  @Test
  @Tag("slow")
  void namesThePartyThatDied() throws Exception {
    String line = "ot --count 1000000000 --rehearsal 0ms --debug";
    try (BenchJar bench = BenchJar.startAsUsersDo(folder, line.split(" "))) {
      assertTrue(bench.childAtWork("--party=2").destroyForcibly());
      bench.expect(4);
      String name = "party 2 of instance 1";
      bench.requireSaid("mpc-bench: " + name + " died with exit code 137");
    }
  }

  @Test
  void circuitsAreEvaluatedWithoutDealer() throws Exception {
    Path json = folder.resolve("result.json");
    String line = "--protocol tinyot --preprocessing ot --blocks 1 --runs 1 --rehearsal 500ms";
    List<String> args = new ArrayList<>(List.of(line.split(" ")));
    args.addAll(List.of("--json", json.toString()));
    try (BenchRun bench = BenchThread.start(args.toArray(String[]::new))) {
      bench.expect(0);
    }
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    assertTrue(result.get("verified").asBoolean());
    assertEquals("ot", result.get("preprocessing").asText());
    assertEquals(4, result.get("preprocessing_terms").get("ot_k").asInt(), result.toString());
    assertEquals("softspoken", result.get("preprocessing_terms").get("cot").asText());
    assertTrue(result.get("rounds").get("preprocessing").asInt() > 0, result.toString());
  }
}
