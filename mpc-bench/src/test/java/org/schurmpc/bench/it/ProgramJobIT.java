package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.programs.Chain;
import org.schurmpc.bench.programs.Coin;
import org.schurmpc.bench.programs.OnePrint;
import org.schurmpc.bench.programs.Products;
import org.schurmpc.bench.programs.Silent;
import org.schurmpc.bench.programs.Sums;
import org.schurmpc.bench.programs.Tapes;
import org.schurmpc.bench.programs.TwoFields;

/** Compiles small programs, and runs them with the main job. */
class ProgramJobIT {
  private static final String SHORT = "--warmup 0 --rehearsal 0ms";

  @TempDir Path folder;

  /** Compiles a class of the tests. */
  private Path compile(Class<?> source, String options) throws Exception {
    Path file = folder.resolve(source.getSimpleName() + ".vm");
    Path classes = Path.of(source.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> args = new ArrayList<>(List.of("program", "compile", source.getName()));
    args.addAll(List.of("--class-path", classes.toString(), "--out", file.toString()));
    if (!options.isEmpty()) {
      args.addAll(List.of(options.split(" ")));
    }
    try (BenchRun bench = BenchThread.start(args.toArray(String[]::new))) {
      bench.expect(0);
    }
    return file;
  }

  private JsonNode run(Path program, String options) throws Exception {
    return run(Starter.THREAD, program, options);
  }

  private JsonNode run(Starter starter, Path program, String options) throws Exception {
    Path json = folder.resolve("result.json");
    List<String> args = new ArrayList<>(List.of("--program", program.toString()));
    args.addAll(List.of("--json", json.toString()));
    args.addAll(List.of(("--runs 2" + options).split(" ")));
    if (!options.contains("--rehearsal")) {
      args.addAll(List.of(SHORT.split(" ")));
    }
    try (BenchRun bench = starter.start(args.toArray(String[]::new))) {
      bench.expect(0);
      assertTrue(bench.out().endsWith("verified" + System.lineSeparator()), bench.out());
      assertEquals("", bench.err());
    }
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    assertTrue(result.get("verified").asBoolean());
    assertEquals(2, result.get("runs").size());
    assertEquals(2, result.get("evaluation_ms").get("count").asInt());
    return result;
  }

  @Test
  void threePartiesWithADealer() throws Exception {
    JsonNode result = run(compile(Sums.class, "--parties 3"), " --parties 3 --seed 7");
    assertEquals("Sums", result.get("program").asText());
    assertEquals("Sums.vm", result.get("file").asText());
    assertEquals(64, result.get("digest").asText().length());
    assertEquals(3, result.get("parties").asInt());
    assertEquals(3, result.get("bytes_sent").size());
    assertEquals(7, result.get("seed").asLong());
    assertEquals("dealer", result.get("preprocessing").asText());
    assertTrue(result.get("preprocessing_insecure").asBoolean(), result.toString());
    JsonNode field = result.get("fields").get(0);
    assertEquals("p128", field.get("field").asText());
    assertEquals(3, field.get("items").get("triples").asInt());
    for (int party = 1; party <= 3; party++) {
      assertEquals(16, field.get("items").get("bits of party " + party).asInt());
    }
    // Before the sum is printed, and of the outputs.
    assertEquals(2, sum(result.get("checks")), result.toString());
    assertTrue(result.get("rounds").get("input").asInt() > 0, result.toString());
    assertTrue(result.get("rounds").get("output").asInt() > 0, result.toString());
    assertTrue(result.get("phases_ms").get("compute").asDouble() > 0, result.toString());
  }

  @Test
  void twoPartiesMakeTheirMaterial() throws Exception {
    JsonNode result =
        run(compile(Sums.class, ""), " --preprocessing ot --batch 64 --opening king --sigma 40");
    assertEquals("ot", result.get("preprocessing").asText());
    JsonNode field = result.get("fields").get(0);
    assertEquals("king", field.get("terms").get("opening").asText());
    assertEquals(40, field.get("sigma").asInt());
  }

  /** One dealer, in a process of its own, deals under the keys of both fields. */
  @Test
  void oneDealerServesTwoFields() throws Exception {
    Path program = compile(TwoFields.class, "--field2 gf2_40 --arg turns=3 --arg both=1");
    JsonNode fields = run(Starter.process(folder), program, "").get("fields");
    assertEquals("p128", fields.get(0).get("field").asText());
    assertEquals(2, fields.get(0).get("items").get("triples").asInt());
    assertEquals("gf2_40", fields.get(1).get("field").asText());
    assertEquals(3, fields.get(1).get("items").get("triples").asInt());
  }

  @Test
  void oneDealerServesAFieldWithoutMaterial() throws Exception {
    Path program = compile(TwoFields.class, "--field2 gf2_40 --arg turns=1 --arg both=0");
    JsonNode result = run(program, "");
    assertTrue(result.get("fields").get(0).get("items").isEmpty(), result.toString());
    assertEquals(1, result.get("fields").get(1).get("items").get("triples").asInt());
    assertEquals("dealer", result.get("preprocessing").asText());
    assertTrue(result.get("preprocessing_insecure").asBoolean(), result.toString());
  }

  private BenchRun prepare(Path config, int party) {
    return BenchThread.start(
        "prepare",
        "--config",
        config.toString(),
        "--plaintext",
        "--party",
        Integer.toString(party),
        "--store",
        folder.resolve("party-" + party).toString(),
        "--blocks",
        "3",
        "--batch",
        "64");
  }

  /** Each run takes its material: there are three, and no fourth. */
  @Test
  void storesServeRunAfterRun() throws Exception {
    Path program = compile(Sums.class, "");
    Path config = folder.resolve("job.toml");
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String text = "program = \"%s\"\n[[party]]\naddress = \"127.0.0.1:%d\"\n[[party]]\n";
      Files.writeString(config, text.formatted(program, socket.getLocalPort()));
    }
    try (BenchRun one = prepare(config, 1);
        BenchRun two = prepare(config, 2)) {
      one.expect(0);
      two.expect(0);
    }
    JsonNode result = run(program, " --preprocessing store:" + folder);
    assertEquals("store", result.get("preprocessing").asText());
    String more = "--warmup 0 --runs 1 --rehearsal 0ms --preprocessing store:" + folder;
    List<String> args = new ArrayList<>(List.of("--program", program.toString()));
    args.addAll(List.of(more.split(" ")));
    try (BenchRun third = BenchThread.start(args.toArray(String[]::new))) {
      third.expect(0);
    }
    try (BenchRun fourth = BenchThread.start(args.toArray(String[]::new))) {
      assertTrue(fourth.expect(7).err().contains("2 more items of 'triples'"), fourth.err());
    }
  }

  private static int sum(JsonNode byPhase) {
    int sum = 0;
    for (JsonNode of : byPhase) {
      sum += of.asInt();
    }
    return sum;
  }

  @Test
  void aPrintTakesNoMessage() throws Exception {
    JsonNode result = run(compile(OnePrint.class, ""), "");
    assertEquals(0, sum(result.get("rounds")));
    assertEquals(0, sum(result.get("bytes_sent")));
    assertEquals(0, sum(result.get("checks")));
    assertTrue(result.get("fields").get(0).get("items").isEmpty(), result.toString());
    assertTrue(result.get("median_ms").asDouble() < 1000, result.toString());
  }

  @Test
  void productsAtOnceTakeOneRoundABatch() throws Exception {
    Path program = compile(Products.class, "--arg batch=300 --arg batches=2");
    JsonNode two = run(program, "");
    program = compile(Products.class, "--arg batch=300 --arg batches=4");
    JsonNode four = run(program, "");
    assertEquals(1200, four.get("fields").get(0).get("items").get("triples").asInt());
    assertEquals(sum(two.get("rounds")) + 2, sum(four.get("rounds")));
  }

  /** Chains of products side by side take the rounds of one. */
  @Test
  void fourTapesTakeTheRoundsOfOne() throws Exception {
    Path program = compile(Tapes.class, "--arg tapes=4 --arg turns=10");
    JsonNode one = run(program, "");
    JsonNode four = run(program, " --tapes 4");
    assertEquals(4, four.get("tapes").asInt());
    int saved = 3 * 10;
    assertEquals(
        one.get("rounds").get("compute").asInt() - saved,
        four.get("rounds").get("compute").asInt());
    assertEquals(one.get("fields"), four.get("fields"));
  }

  /** In processes of their own, over a line, after a rehearsal. */
  @Test
  void aChainOfProductsOverALine() throws Exception {
    Path program = compile(Chain.class, "--arg turns=5");
    JsonNode result =
        run(
            Starter.process(folder),
            program,
            " --link 100mbit,1ms --rehearsal 50ms --profile --timeout 60s");
    assertEquals(5, result.get("fields").get(0).get("items").get("triples").asInt());
    JsonNode line = result.get("link");
    int rounds = 0;
    for (String phase : List.of("input", "compute", "output")) {
      rounds += result.get("rounds").get(phase).asInt();
    }
    assertEquals(rounds, line.get("rounds").asInt());
    assertTrue(result.get("median_ms").asDouble() > line.get("line_ms").asDouble());
  }

  private void refused(int code, String sentence, String... args) throws Exception {
    try (BenchRun bench = BenchThread.start(args)) {
      assertEquals(List.of("mpc-bench: " + sentence), bench.expect(code).sentences(), bench.err());
      assertEquals(1, bench.err().lines().count(), bench.err());
    }
  }

  @Test
  void wrongFilesEndInOneSentence() throws Exception {
    Path program = compile(Sums.class, "");
    String lost = folder.resolve("lost.vm").toString();
    refused(3, lost + " does not exist", "--program", lost);
    byte[] bytes = Files.readAllBytes(program);
    bytes[bytes.length / 2] ^= 1;
    Files.write(program, bytes);
    try (BenchRun bench = BenchThread.start("--program", program.toString())) {
      bench.expect(3).requireSaid("mpc-bench: " + program);
      assertEquals(1, bench.err().lines().count(), bench.err());
    }
    refused(
        2,
        "program Coin reveals random values of its own, so nothing can check its outputs",
        "--program",
        compile(Coin.class, "").toString());
    refused(
        2,
        "the program Silent has no output and prints nothing: there is nothing to check",
        "--program",
        compile(Silent.class, "").toString());
    refused(
        2,
        "the program Keeping keeps its memory between runs, and runs here are apart: start it with"
            + " program run",
        "--program",
        compile(Silent.Keeping.class, "").toString());
  }

  @Test
  void wrongOptionsEndInOneSentence() throws Exception {
    String file = compile(Sums.class, "").toString();
    refused(
        2,
        "the program is for 2 parties, not for 3: leave out --parties",
        "--program",
        file,
        "--parties",
        "3");
    refused(
        2,
        "a run has a circuit or a program: leave out --circuit or --program",
        "--program",
        file,
        "--circuit",
        "aes_128");
    refused(
        2, "programs run under spdz, not under tinyot", "--program", file, "--protocol", "tinyot");
    refused(
        2,
        "--blocks, --in-a-row, --instances and --stagger are for circuits: leave them out",
        "--program",
        file,
        "--blocks",
        "2");
    refused(
        2,
        "--tapes is for programs: leave it out, or say --program FILE",
        "--protocol",
        "spdz",
        "--tapes",
        "2");
    refused(2, "tapes run with 1 to 64 threads, not with 65", "--program", file, "--tapes", "65");
    refused(
        2,
        "--threads is for circuits, or with --preprocessing ot: say --tapes N",
        "--program",
        file,
        "--threads",
        "2");
    refused(
        2,
        "the program says what it computes on: leave out the option 'field'",
        "--program",
        file,
        "--field",
        "p128");
  }

  /** Tapes that mostly wait for their line are faster side by side. */
  @Test
  @Tag("slow")
  void fourTapesTakeLessThanHalfTheTimeOverALine() throws Exception {
    Path program = compile(Tapes.class, "--arg tapes=4 --arg turns=50");
    String line = " --link 100mbit,5ms --warmup 1 --rehearsal 1s";
    double one = run(Starter.process(folder), program, line).get("median_ms").asDouble();
    double four =
        run(Starter.process(folder), program, line + " --tapes 4").get("median_ms").asDouble();
    assertTrue(one >= 2 * four, one + " ms and " + four + " ms");
  }
}
