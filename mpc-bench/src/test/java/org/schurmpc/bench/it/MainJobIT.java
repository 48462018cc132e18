package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whole benchmarks, small ones. Dealer and parties run on threads, except in one test. */
class MainJobIT {
  /** A circuit of three inputs of 2 bits and two outputs of 1 bit, with two layers of ANDs. */
  private static final String SMALL =
      """
      5 11
      3 2 2 2
      2 1 1

      2 1 0 2 6 AND
      2 1 1 3 7 AND
      2 1 6 7 8 XOR
      2 1 8 4 9 AND
      2 1 9 5 10 XOR
      """;

  @TempDir Path folder;

  private JsonNode run(String... args) throws Exception {
    JsonNode result = runRows(args);
    assertTrue(result.get("verified").asBoolean());
    return result;
  }

  private JsonNode runRows(String... args) throws Exception {
    return measure(Starter.THREAD, args);
  }

  private JsonNode measure(Starter starter, String... args) throws Exception {
    Path json = folder.resolve("result.json");
    List<String> all = new ArrayList<>(List.of(args));
    if (!all.contains("--protocol")) {
      all.addAll(List.of("--protocol", "minitrix"));
    }
    all.addAll(List.of("--json", json.toString()));
    if (!all.contains("--rehearsal")) {
      all.addAll(List.of("--rehearsal", "0ms"));
    }
    try (BenchRun bench = starter.start(all.toArray(String[]::new))) {
      bench.expect(0);
      assertTrue(bench.out().endsWith("verified" + System.lineSeparator()), bench.out());
      assertEquals("", bench.err());
    }
    return new ObjectMapper().readTree(json.toFile());
  }

  private String small() throws Exception {
    return Files.writeString(folder.resolve("small.txt"), SMALL).toString();
  }

  @Test
  void encryptsWithTheLibraryCircuit() throws Exception {
    JsonNode result = run("--runs", "1", "--warmup", "0", "--blocks", "16", "--seed", "7");
    assertEquals("aes_128", result.get("circuit").asText());
    assertTrue(result.get("aes").asBoolean());
    assertEquals(16, result.get("blocks").asInt());
    assertEquals(680, result.get("lanes").asInt());
    assertEquals(1, result.get("runs").size());
    assertTrue(result.get("ci95_ms").isNull());
    assertEquals(7, result.get("seed").asLong());
    assertEquals("dealer", result.get("preprocessing").asText());
    assertTrue(result.get("preprocessing_insecure").asBoolean(), result.toString());
    assertEquals(2, result.get("bytes_sent").size());
    assertTrue(result.get("rounds").get("compute").asInt() >= 60);
    assertTrue(result.get("phases_ms").get("compute").asDouble() > 0);
  }

  @Test
  void evaluatesWithTheOtherCodeAndOpening() throws Exception {
    String options = "--runs 1 --warmup 0 --code 256x120 --opening paper --circuit " + small();
    JsonNode result = run(options.split(" "));
    assertEquals(960, result.get("blocks").asInt());
    assertTrue(result.get("code").asText().contains("256"), result.toString());
  }

  /** Runs the variants before MiniTrix, whose options must reach the parties. */
  @Test
  void climbsTheLadder() throws Exception {
    JsonNode first = run("--circuit", small(), "--runs", "1", "--protocol", "minimac");
    assertEquals(120, first.get("lanes").asInt());
    assertEquals("bytes", first.get("terms").get("packing").asText());
    assertEquals("one", first.get("terms").get("conversion").asText());
    // three exchanges for each of three gates
    assertEquals(9, first.get("rounds").get("compute").asInt());
    String options = "--protocol minimac --packing bits --symmetric --simultaneous on";
    List<String> args = new ArrayList<>(List.of("--circuit", small(), "--runs", "1"));
    args.addAll(List.of((options + " --code 255x85 --opening batched").split(" ")));
    JsonNode later = run(args.toArray(String[]::new));
    assertEquals(680, later.get("lanes").asInt());
    assertEquals("symmetric", later.get("terms").get("conversion").asText());
    // two exchanges for each of two layers, and the MAC check
    assertEquals(5, later.get("rounds").get("compute").asInt());
  }

  @Test
  void threePartiesEncrypt() throws Exception {
    JsonNode result =
        run("--parties", "3", "--runs", "1", "--warmup", "0", "--blocks", "1", "--seed", "7");
    assertTrue(result.get("aes").asBoolean());
    assertEquals(3, result.get("parties").asInt());
    assertEquals(3, result.get("peak_rss_bytes").size());
    result.get("bytes_per_and").forEach(bytes -> assertEquals(338, bytes.asInt()));
    // The openings of a gate are sent to both peers.
    long ands = result.get("and_gates").asLong();
    assertEquals(3, result.get("bytes_sent").size());
    result
        .get("bytes_sent")
        .forEach(bytes -> assertTrue(bytes.asLong() >= 2 * 338 * ands, result.toString()));
  }

  @Test
  @Tag("slow")
  void fourPartiesRunMiniMac() throws Exception {
    String options = "--protocol minimac --parties 4 --runs 1 --warmup 0 --symmetric --seed 7";
    List<String> args = new ArrayList<>(List.of(options.split(" ")));
    args.addAll(List.of("--circuit", small()));
    JsonNode result = run(args.toArray(String[]::new));
    assertEquals(4, result.get("parties").asInt());
    assertEquals(4, result.get("bytes_sent").size());
    assertEquals("symmetric", result.get("terms").get("conversion").asText());
  }

  @Test
  void encryptsWithTables() throws Exception {
    String options = "--protocol tinytable --runs 2 --warmup 0 --blocks 64 --circuit ";
    JsonNode gates = run((options + "aes_128_expanded_shallow --mac lookup64").split(" "));
    assertTrue(gates.get("aes").asBoolean());
    assertEquals("AES of the Java platform", gates.get("reference").asText());
    assertEquals(64, gates.get("lanes").asInt());
    assertEquals(5440, gates.get("and_gates").asInt());
    assertTrue(gates.get("insecure").isNull());
    // one round for each layer, and the MAC check
    assertEquals(41, gates.get("rounds").get("compute").asInt());
    JsonNode tables = run((options + "aes_128_expanded_sbox --mac linear").split(" "));
    assertTrue(tables.get("aes").asBoolean());
    assertEquals("linear", tables.get("terms").get("MACs").asText());
    assertEquals(160, tables.get("lookup_gates").asInt());
    assertEquals(2, tables.get("evaluation_ms").get("count").asInt());
    // one bit for each bit, framing and checks
    for (JsonNode bits : tables.get("compute_bits_per_written_bit")) {
      assertTrue(bits.asDouble() >= 1 && bits.asDouble() < 1.1, tables.toString());
    }
  }

  @Test
  void measuresWhatIsNotSecureInARow() throws Exception {
    String options = "--protocol tinytable --circuit aes_128_expanded_sbox --blocks 1 --runs 2";
    JsonNode result = run((options + " --mac passive --in-a-row 5").split(" "));
    assertEquals(0, result.get("sigma").asInt());
    assertTrue(result.get("insecure").asText().startsWith("not actively secure"));
    assertEquals(5, result.get("blocks").asInt());
    assertEquals(10, result.get("evaluation_ms").get("count").asInt());
    // one round for each layer of five evaluations
    assertEquals(5 * 10, result.get("rounds").get("compute").asInt());
  }

  @Test
  void evaluatesCircuitsOfTheLibrary() throws Exception {
    JsonNode result = run("--circuit", "des", "--runs", "1", "--warmup", "0");
    assertEquals("des", result.get("circuit").asText());
    assertEquals(680, result.get("blocks").asInt());
  }

  @Test
  void evaluatesAnyCircuitInAsManyPassesAsItTakes() throws Exception {
    JsonNode result =
        run("--circuit", small(), "--runs", "2", "--blocks", "700", "--rehearsal", "500ms");
    assertEquals(2, result.get("passes").asInt());
    assertEquals(700, result.get("blocks").asInt());
    assertEquals("small.txt", result.get("circuit").asText());
    // two layers and a check in each pass
    assertTrue(result.get("rounds").get("compute").asInt() >= 4);
  }

  @Test
  void runsInstancesSideBySideOneAfterTheOtherOff() throws Exception {
    JsonNode result =
        run("--circuit", small(), "--runs", "2", "--instances", "2", "--stagger", "50ms");
    assertEquals(2, result.get("instances").asInt());
    assertEquals(2 * 680, result.get("blocks").asInt());
    assertEquals(4, result.get("peak_rss_bytes").size());
    // The second instance starts 50 ms after the first.
    assertTrue(result.get("total_ms").asDouble() >= 50, result.toString());
  }

  @Test
  void runsSessionsSideBySideInOnePairOfProcesses() throws Exception {
    JsonNode result =
        run("--circuit", small(), "--runs", "1", "--threads", "2", "--stagger", "50ms");
    assertEquals(1, result.get("instances").asInt());
    assertEquals(2, result.get("threads").asInt());
    assertEquals(2 * 680, result.get("blocks").asInt());
    assertEquals(2, result.get("peak_rss_bytes").size());
    // The second session starts 50 ms after the first; its own time counts from its start.
    double total = result.get("total_ms").asDouble();
    assertTrue(total >= 50, result.toString());
    assertTrue(result.get("latency_ms").asDouble() < total, result.toString());
  }

  @Test
  void runsANumberOfBlocksAfterTheOther() throws Exception {
    JsonNode rows =
        runRows("--circuit", small(), "--runs", "1", "--warmup", "0", "--blocks", "1,8")
            .get("rows");
    assertEquals(2, rows.size());
    assertEquals(1, rows.get(0).get("blocks").asInt());
    assertEquals(8, rows.get(1).get("blocks").asInt());
    rows.forEach(row -> assertTrue(row.get("verified").asBoolean(), row.toString()));
  }

  /** No run can be faster than the link alone allows. */
  @Test
  void imitatesALine() throws Exception {
    JsonNode result = run("--circuit", small(), "--runs", "2", "--link", "100mbit,20ms");
    JsonNode link = result.get("link");
    assertEquals(20, link.get("delay_ms").asDouble());
    assertEquals(result.get("rounds").get("compute").asLong(), link.get("rounds").asLong());
    double least = link.get("rounds").asLong() * 20;
    assertTrue(link.get("line_ms").asDouble() > least, result.toString());
    result.get("runs").forEach(run -> assertTrue(run.asDouble() >= least, result.toString()));
  }

  /** Runs dealer and parties in processes. */
  @Test
  void runsOnTheJvmThatItIsTold() throws Exception {
    String home = System.getProperty("java.home");
    String[] args = {"--circuit", small(), "--runs", "1", "--jvm", home};
    JsonNode result = measure(Starter.process(folder), args);
    assertTrue(result.get("verified").asBoolean());
    assertTrue(result.get("jvm").asText().startsWith("Java " + Runtime.version()));
  }
}
