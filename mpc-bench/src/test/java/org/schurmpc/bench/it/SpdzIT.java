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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs MASCOT and SPDZ between two and three parties, with small counts. */
class SpdzIT {
  @TempDir Path folder;

  private JsonNode run(String line) throws Exception {
    return run(Starter.THREAD, line);
  }

  private JsonNode run(Starter starter, String line) throws Exception {
    Path json = folder.resolve("result.json");
    List<String> args = new ArrayList<>(List.of(line.split(" ")));
    args.addAll(List.of("--warmup", "0", "--runs", "1", "--json", json.toString()));
    try (BenchRun bench = starter.start(args.toArray(String[]::new))) {
      bench.expect(0);
      assertEquals("", bench.err());
    }
    return new ObjectMapper().readTree(json.toFile());
  }

  @Test
  void threePartiesMakeTriples() throws Exception {
    JsonNode result =
        run(
            "triples --protocol mascot --parties 3 --field gf2_40 --count 500 --batch 500"
                + " --rehearsal 0ms");
    assertEquals(3, result.get("parties").asInt());
    assertEquals(3, result.get("bytes_sent_per_item").size());
    assertEquals(3, result.get("peak_rss_bytes").size());
    double sum = 0;
    for (JsonNode bytes : result.get("bytes_sent_per_item")) {
      sum += bytes.asDouble();
    }
    assertEquals(sum * 8 / 1000, result.get("kbit_per_item").asDouble(), 1e-9);
    assertEquals(sum * 8 / 6000, result.get("kbit_per_item_and_pair").asDouble(), 1e-9);
    // More than τ = 4 correlations of 40 times 40 bits, less than the paper's value for 64 bits.
    assertTrue(sum * 8 / 6000 > 6.4 && sum * 8 / 6000 < 53, result.toString());
    assertTrue(result.get("rate_per_s").asDouble() > 0, result.toString());
  }

  /**
   * The owner of an input sends most: an element for each four bits of the key. KOS16, Table 2, has
   * one for each bit: 16.51 kbit.
   */
  @Test
  void inputsAreTheirOwners() throws Exception {
    JsonNode result =
        run(
            "triples --protocol mascot --kind input2 --correlations ot --count 4096 --batch 4096"
                + " --rehearsal 0ms");
    assertEquals("inputs of party 2", result.get("items").asText());
    JsonNode bytes = result.get("bytes_sent_per_item");
    assertTrue(bytes.get(0).asDouble() < 1, bytes.toString());
    assertEquals(4.13, bytes.get(1).asDouble() * 8 / 1000, 0.1, "kbit for an input");
  }

  @Test
  void circuitsAreEvaluated() throws Exception {
    JsonNode dealt = run("--protocol spdz --parties 3 --circuit add_64 --blocks 4 --rehearsal 0ms");
    assertTrue(dealt.get("verified").asBoolean());
    JsonNode own =
        run("--protocol spdz --circuit add_64 --blocks 2 --preprocessing ot --rehearsal 0ms");
    assertTrue(own.get("verified").asBoolean());
    assertEquals("ot", own.get("preprocessing").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "aes, bd, 38",
    "aes, rp, 38",
    "aes, lt, 38",
    "3des, raw, 40",
    "3des, pv, 38",
    "3des, lt, 38"
  })
  void ciphersAreEvaluatedByEachMethod(String cipher, String method, int sigma) throws Exception {
    String line = "--protocol spdz --method %s --cipher %s --blocks 2 --rehearsal 0ms";
    JsonNode result = run(line.formatted(method, cipher));
    assertTrue(result.get("verified").asBoolean());
    assertEquals(method, result.get("method").asText());
    assertEquals(cipher, result.get("cipher").asText());
    assertEquals(sigma, result.get("sigma").asInt());
    assertTrue(result.get("compute_bytes_per_block").get(0).asDouble() >= 160, result.toString());
  }

  /** Processes of the launcher ask for huge pages where the system offers them. */
  @Test
  void processesWithTablesAskForHugePages() throws Exception {
    String line =
        "--cipher 3des --method lt --key-schedule on --parties 2 --blocks 1 --rehearsal 1ms";
    JsonNode result = run(Starter.process(folder), line);
    assertTrue(result.get("verified").asBoolean());
    assertTrue(result.get("key_schedule").asBoolean());
    assertEquals("triple DES of the Java platform", result.get("reference").asText());
    String pages = result.get("huge_pages").asText();
    boolean asks = result.get("jvm_options").asText().contains("-XX:+UseTransparentHugePages");
    assertTrue(pages.startsWith(asks ? "asked for (system: " : "none: "), pages);
  }

  @Test
  void productsAreVerified() throws Exception {
    JsonNode three = run("mul --parties 3 --count 1000 --batch 100 --rehearsal 1ms");
    assertTrue(three.get("verified").asBoolean());
    assertEquals(1000, three.get("count").asInt());
    assertEquals(3, three.get("bytes_sent_each").size());
    JsonNode single =
        run(Starter.process(folder), "mul --field gf2_40 --count 64 --batch 1 --rehearsal 0ms");
    assertTrue(single.get("rounds").asInt() >= 64, single.toString());
    // two openings of 5 bytes, and the checks
    assertTrue(single.get("bytes_sent_each").get(0).asDouble() >= 10, single.toString());
  }

  private String config() throws Exception {
    StringBuilder text = new StringBuilder("protocol = \"mascot\"\n");
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      sockets.add(socket);
      text.append("[[party]]\naddress = \"127.0.0.1:%d\"\n".formatted(socket.getLocalPort()));
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    return Files.writeString(folder.resolve("job.toml"), text + "[[party]]\n").toString();
  }

  private BenchThread prepare(String config, int party) {
    String line =
        "prepare --config %s --plaintext --party %d --store %s --field p128 --batch 64"
                .formatted(config, party, folder.resolve("store-" + party))
            + " --stock triple=70,square=9,bit=20,inverse=5,input1=30,input3=11";
    return BenchThread.start(line.split(" "));
  }

  @Test
  void threePartiesPrepareAndAllIsRight() throws Exception {
    String config = config();
    try (BenchRun one = prepare(config, 1);
        BenchRun two = prepare(config, 2);
        BenchRun three = prepare(config, 3)) {
      one.expect(0);
      two.expect(0);
      three.expect(0);
    }
    List<String> verify = new ArrayList<>(List.of("prep", "verify", "--reveal-everything"));
    for (int party = 1; party <= 3; party++) {
      verify.add(folder.resolve("store-" + party).toString());
    }
    try (BenchRun bench = BenchThread.start(verify.toArray(String[]::new))) {
      String out = bench.expect(0).out();
      assertTrue(out.contains("every relation holds"), out);
      assertTrue(out.matches("(?s).*triples +70\\R.*"), out);
      assertTrue(out.matches("(?s).*inputs of party 3 +11\\R.*"), out);
    }
  }

  @Test
  void thePaperIsReproduced() throws Exception {
    Path results = folder.resolve("results");
    String line = "reproduce mascot --quick --figure 10 --out " + results;
    try (BenchRun bench = BenchThread.start(line.split(" "))) {
      String out = bench.expect(0).out();
      assertTrue(out.contains("50Mbps WAN"), out);
    }
    JsonNode all = new ObjectMapper().readTree(results.resolve("mascot.json").toFile());
    assertEquals(1, all.get("tables").size());
    JsonNode wan = all.get("tables").get(0).get("rows").get(0);
    assertEquals(241, wan.get("paper").asDouble());
    assertTrue(wan.get("here").asDouble() > 0, wan.toString());
    // Each of the two threads has half of the link.
    assertEquals(25e6, wan.get("report").get("link").get("bits_per_s").asDouble());
    assertTrue(Files.exists(results.resolve("figure-10.json")));
    assertTrue(Files.exists(results.resolve("figure-10.png")));
  }
}
