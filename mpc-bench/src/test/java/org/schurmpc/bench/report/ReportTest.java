package org.schurmpc.bench.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.EvaluationTask;
import org.schurmpc.bench.job.Evaluations;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.PartyFigures;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitAssembler;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.session.Phase;

class ReportTest {
  private static final List<String> FIXED_FIELDS =
      List.of(
          "protocol circuit circuit_sha256 code lanes instances blocks preprocessing sigma jvm"
              .split(" "));
  private static final List<String> MEASURED_FIELDS =
      List.of(
          ("kernels runs total_ms ms_per_block ci95_ms phases_ms bytes_sent rounds peak_rss_bytes"
                  + " verified seed warmup")
              .split(" "));

  @TempDir Path folder;

  private static Circuit and() {
    CircuitAssembler circuit = new CircuitAssembler(3, new int[] {1, 1}, new int[] {1});
    circuit.add(GateType.AND, 0, 1, 2);
    return circuit.assemble();
  }

  static Result result(int instances, long... millis) throws Exception {
    return result("minitrix", instances, millis);
  }

  static Result result(String protocol, int instances, long... millis) throws Exception {
    return result(protocol, (Line) null, instances, millis);
  }

  static Result result(String protocol, Line line, int instances, long... millis) throws Exception {
    return result(protocol, 2, 1, line, instances, millis);
  }

  static Result result(String protocol, Map<String, String> options, int instances, long... millis)
      throws Exception {
    return result(protocol, options, 2, 1, null, instances, millis);
  }

  static Result result(
      String protocol, int parties, int threads, Line line, int instances, long... millis)
      throws Exception {
    return result(protocol, Map.of(), parties, threads, line, instances, millis);
  }

  static Result result(
      String protocol,
      Map<String, String> options,
      int parties,
      int threads,
      Line line,
      int instances,
      long... millis)
      throws Exception {
    return result(protocol, options, parties, threads, line, instances, and(), millis);
  }

  static Result result(
      String protocol,
      Map<String, String> options,
      int parties,
      int threads,
      Line line,
      int instances,
      Circuit circuit,
      long... millis)
      throws Exception {
    CircuitSource source = new CircuitSource("/some/where/and.txt", false);
    EvaluationTask job =
        new EvaluationTask(
            new ProtocolChoice(protocol, options, parties),
            Evaluations.of(source, circuit, List.of("party1", "party2")).withBlocks(10),
            new MaterialSource.Dealer(),
            new Schedule(1, millis.length, 0, 1000),
            line);
    EvaluationPlan plan =
        new EvaluationPlan(
            job,
            Workload.of(job, circuit),
            Workload.reference(circuit, java.util.Optional.empty()),
            instances,
            threads,
            Duration.ZERO,
            42);
    List<PartyFigures> figures = new java.util.ArrayList<>();
    for (int i = 0; i < parties * instances; i++) {
      figures.add(party(i / parties, i % parties, millis.length));
    }
    long[] nanos = java.util.Arrays.stream(millis).map(ms -> ms * 1_000_000).toArray();
    return new Result(
        plan, new Measured(nanos, figures, "loopback, plaintext"), false, "launcher's JVM");
  }

  private static PartyFigures party(int instance, int party, int runs) {
    Map<Phase, Long> figures = new EnumMap<>(Phase.class);
    figures.put(Phase.COMPUTE, 2_000_000L);
    figures.put(Phase.OUTPUT, 1_000_000L + party);
    RunFigures run =
        new RunFigures(
            figures,
            Map.of(Phase.COMPUTE, 500_000L),
            Map.of(Phase.COMPUTE, 250_000L),
            figures,
            Map.of(Phase.COMPUTE, 3L),
            Map.of(),
            steps(),
            List.of(3_000_000L + party, 9_000_000L));
    return new PartyFigures(
        new Role(instance, party),
        new Message.Established(
            "party's JVM",
            "-Xparty",
            "plain",
            "why plain",
            Origin.own("somebody", Map.of()),
            5_000_000,
            0),
        java.util.Collections.nCopies(runs, run),
        1 << 20);
  }

  private static Map<String, Long> steps() {
    Map<String, Long> steps = new LinkedHashMap<>();
    steps.put("triples", 3_000_000L);
    steps.put("words", 1_000_000L);
    return steps;
  }

  private static String text(Result result) {
    return text(result, false);
  }

  private static String text(Result result, boolean profile) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new TextReport(result, profile, new PrintStream(bytes, true, StandardCharsets.UTF_8)).print();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** The number of lookups is reported only for circuits that have any. */
  @Test
  void saysHowManyLookupsThereAre() throws Exception {
    CircuitAssembler gates = new CircuitAssembler(4, new int[] {1, 1}, new int[] {1});
    gates.addLookup(new LookupTable(1, 1, new int[] {1, 0}), new int[] {0}, new int[] {2});
    gates.add(GateType.AND, 2, 1, 3);
    Result result = result("tinytable", Map.of(), 2, 1, null, 1, gates.assemble(), 100);
    String line = "and.txt: 1 AND and 1 LOOKUP in 2 layers, SHA-256";
    assertTrue(text(result).contains(line), text(result));
    Map<String, Object> fields = JsonReport.fields(result);
    assertEquals(
        List.of(1, 1, 2),
        List.of("and_gates", "lookup_gates", "depth").stream().map(fields::get).toList());
    assertFalse(fields.containsKey("and_depth"));
    Map<String, Object> without = JsonReport.fields(result(1, 100));
    assertEquals(1, without.get("and_depth"));
    assertFalse(without.containsKey("lookup_gates"));
    assertTrue(text(result(1, 100)).contains("and.txt: 1 AND in 1 layers"));
  }

  @Test
  void printsTheColumnsOfThePaper() throws Exception {
    String text = text(result(2, 100, 140));
    List<String> lines = text.lines().toList();
    assertTrue(lines.get(0).matches("Instances +Blocks +Total Time \\(ms\\) +Time per .*"), text);
    // 2 instances of 10 blocks; mean 120 ms; ± 12.706 · 20 / 20 blocks
    assertTrue(lines.get(1).matches("2 +20 +120\\.0 +6\\.000 ± 12\\.71"), text);
    assertEquals("verified", lines.get(lines.size() - 1));
    assertTrue(text.contains("compute 2.000") && text.contains("why plain"), text);
  }

  /** Two runs of two evaluations each: 3 and 9 ms, at the second party a nanosecond more. */
  @Test
  void saysWhatAnEvaluationTakes() throws Exception {
    Result result = result(1, 100, 140);
    assertTrue(
        text(result)
            .contains(
                "evaluation (ms)      median 6.000, mean 6.000 of 4 from input to output at the"
                    + " slower party"),
        text(result));
    Map<?, ?> fields = (Map<?, ?>) JsonReport.fields(result).get("evaluation_ms");
    assertEquals(4, fields.get("count"));
    assertEquals((3.000001 + 9) / 2, (double) fields.get("mean"), 1e-9);
  }

  /** One AND of 680 lanes, for which two million bytes are sent. */
  @Test
  void saysWhatABitCosts() throws Exception {
    double[] bits = result(1, 100).bitsPerWrittenBit().orElseThrow();
    assertEquals(8 * 2e6 / 680, bits[0], 1e-9);
    assertTrue(text(result(1, 100)).contains("bits for each bit of a lane that ANDs and lookups"));
  }

  @Test
  void saysHowInsecureItIs() throws Exception {
    assertFalse(text(result("tinytable", 1, 100)).contains("INSECURE"));
    assertNull(JsonReport.fields(result("tinytable", 1, 100)).get("insecure"));
    assertTrue(
        text(result("tinytable", Map.of("mac", "passive"), 1, 100))
            .contains("security             INSECURE: not actively secure"));
    assertTrue(
        text(result("tinytable", Map.of("mac", "lookup32"), 1, 100))
            .contains("INSECURE: of σ = 32 bits only, below 40"));
  }

  @Test
  void namesTheStepsOfThePreprocessing() throws Exception {
    Result result = result(1, 100);
    String steps = "  of preprocessing   triples 3.000 (75 %), words 1.000 (25 %)";
    assertTrue(text(result).contains(steps), text(result));
    assertEquals(
        Map.of("triples", 3.0, "words", 1.0),
        JsonReport.fields(result).get("preprocessing_steps_ms"));
  }

  @Test
  void splitsThePhasesIfAskedTo() throws Exception {
    Result result = result(1, 100);
    String split = "compute 1.250 (63 %), wait 0.5000 (25 %), serialise 0.2500 (13 %)";
    assertTrue(text(result, true).contains("  of compute         " + split), text(result, true));
    assertFalse(text(result).contains("wait"), text(result));
    assertEquals(
        Map.of("compute", 1.25, "wait", 0.5, "serialise", 0.25),
        ((Map<?, ?>) JsonReport.fields(result).get("profile_ms")).get("compute"));
  }

  @Test
  void sessionsOfAProcessAreOneInItsMemory() throws Exception {
    Result result = result("minitrix", 2, 3, null, 6, 100, 140);
    List<String> lines = text(result).lines().toList();
    assertTrue(lines.get(0).matches("Instances +Threads +Blocks +Total Time .*"), lines.get(0));
    // 2 pairs of 3 sessions of 10 blocks; mean 120 ms
    assertTrue(lines.get(1).matches("2 +3 +60 +120\\.0 +2\\.000 ± .*"), lines.get(1));
    String sessions =
        "sessions             6, on 3 threads of each process; one takes 2.000 ms, all do 500 blocks"
            + " a second";
    assertEquals(sessions, lines.get(3));
    assertEquals(4, result.peakRssBytes().size());
    assertTrue(text(result).contains("party 2 of instance 2: 1"), text(result));
    Map<String, Object> fields = JsonReport.fields(result);
    assertEquals(2, fields.get("instances"));
    assertEquals(3, fields.get("threads"));
    assertEquals(6, fields.get("sessions"));
    assertEquals(60L, fields.get("blocks"));
    assertEquals(30, fields.get("blocks_per_instance"));
    assertEquals(10, fields.get("blocks_per_session"));
    assertEquals(2.0, (double) fields.get("latency_ms"), 1e-9);
    assertEquals(500.0, (double) fields.get("blocks_per_s"), 1e-9);
  }

  @Test
  void aTableHasALineForEachNumberOfBlocks() throws Exception {
    List<Result> rows = List.of(result(1, 100, 140, 110), result(2, 300));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new BlocksTable(rows, new PrintStream(bytes, true, StandardCharsets.UTF_8)).print();
    List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertTrue(lines.get(1).matches(" +10 +1 +110\\.0 +11\\.00 +0\\.[0-9]+ +1"), lines.get(1));
    assertTrue(lines.get(2).matches(" +20 +1 +300\\.0 +15\\.00 +0\\.[0-9]+ +1"), lines.get(2));
    assertEquals("verified", lines.get(lines.size() - 1));
    Object all = JsonReport.rows(rows).get("rows");
    assertEquals(rows.stream().map(JsonReport::fields).map(Map::keySet).toList(), keys(all));
  }

  private static List<Object> keys(Object rows) {
    return ((List<?>) rows).stream().<Object>map(row -> ((Map<?, ?>) row).keySet()).toList();
  }

  @Test
  void saysWhatAnAndGateSends() throws Exception {
    Result minimac = result("minimac", 1, 100);
    // The opening as printed: three words of 512 bytes, and sigma from party 1.
    assertTrue(text(minimac).contains("party 1 to 2: 1,792; party 2 to 1: 1,536;"), text(minimac));
    assertArrayEquals(
        new int[] {1792, 1536}, (int[]) JsonReport.fields(minimac).get("bytes_per_and"));
    Result tinyot = result("tinyot", 1, 100);
    assertFalse(text(tinyot).contains("for an AND gate"), text(tinyot));
    assertNull(JsonReport.fields(tinyot).get("bytes_per_and"));
  }

  @Test
  void saysWhatEachOfManyPartiesSends() throws Exception {
    Result result = result("minimac", 3, 1, Line.parse("100mbit,5ms"), 2, 100);
    String text = text(result);
    String all = "party 1: 3,000,000; party 2: 3,000,001; party 3: 3,000,002; to all peers, a run";
    assertTrue(text.contains(all), text);
    String and = "party 1: 1,792; party 2: 1,536; party 3: 1,536; to each peer, of all lanes";
    assertTrue(text.contains(and), text);
    assertTrue(text.contains("party 3 of instance 2: 1"), text);
    // A party's bytes are sent on two links at the same time.
    assertEquals(3 * 5 + 80.0, result.line().orElseThrow().millis(), 1e-9);
    Map<String, Object> json = JsonReport.fields(result);
    assertEquals(3, json.get("parties"));
    assertArrayEquals(
        new long[] {3_000_000, 3_000_001, 3_000_002}, (long[]) json.get("bytes_sent"));
    assertArrayEquals(new int[] {1792, 1536, 1536}, (int[]) json.get("bytes_per_and"));
    assertEquals(6, ((List<?>) json.get("peak_rss_bytes")).size());
    assertEquals(2, JsonReport.fields(result(1, 100)).get("parties"));
  }

  @Test
  void oneRunHasNoInterval() throws Exception {
    assertTrue(text(result(1, 100)).contains("no interval"));
  }

  @Test
  void namesACodeWhereTheProtocolHasOne() throws Exception {
    String minitrix = text(result(1, 100));
    assertTrue(minitrix.contains("minitrix, code 255x85, 680 lanes"), minitrix);
    assertEquals("255x85", JsonReport.fields(result(1, 100)).get("code"));
    Result other = result("tinyot", 1, 100);
    assertTrue(text(other).contains("tinyot, 10 lanes"), text(other));
    assertFalse(text(other).contains("code"), text(other));
    assertTrue(JsonReport.fields(other).containsKey("code"));
    assertNull(JsonReport.fields(other).get("code"));
  }

  @Test
  void jsonHasTheFixedFields() throws Exception {
    Path file = folder.resolve("result.json");
    try (ResultFile out = ResultFile.open(file)) {
      out.write(JsonReport.fields(result(1, 100, 140)));
    }
    JsonNode json = new ObjectMapper().readTree(file.toFile());
    FIXED_FIELDS.forEach(name -> assertTrue(json.has(name), name));
    MEASURED_FIELDS.forEach(name -> assertTrue(json.has(name), name));
    assertEquals(120, json.get("total_ms").asDouble(), 1e-9);
    assertEquals(12, json.get("ms_per_block").asDouble(), 1e-9);
    assertEquals(2, json.get("runs").size());
    assertEquals(10, json.get("blocks").asInt());
    assertEquals("and.txt", json.get("circuit").asText());
    assertEquals(3_000_001, json.get("bytes_sent").get(1).asLong());
    assertTrue(json.get("verified").asBoolean());
  }

  /** The compute phase alone: 3 rounds and 2,000,000 bytes. */
  @Test
  void aLineIsReportedWithItsModel() throws Exception {
    Result result = result("minitrix", Line.parse("100mbit,5ms"), 1, 200, 220);
    assertEquals(3 * 5 + 160.0, result.line().orElseThrow().millis(), 1e-9);
    String text = text(result);
    String model = "3 rounds x 5.000 ms + 2,000,000 bytes / 100.0 Mbit/s = 175.0 ms of compute";
    assertTrue(text.contains(model), text);
    assertTrue(text.contains("100.0 Mbit/s, 5.0 ms each way"), text);
    Object link = JsonReport.fields(result).get("link");
    assertEquals(175.0, (double) ((Map<?, ?>) link).get("line_ms"), 1e-9);
  }

  @Test
  void withoutLineThereIsNoModel() throws Exception {
    Result result = result(1, 200);
    assertFalse(text(result).contains("rounds x"));
    assertTrue(JsonReport.fields(result).containsKey("link"));
    assertNull(JsonReport.fields(result).get("link"));
  }
}
