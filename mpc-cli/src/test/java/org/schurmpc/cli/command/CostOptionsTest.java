package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code circuit FILE --cost}, also against what {@code eval} then counts. */
@Timeout(120)
class CostOptionsTest {
  private static final String CIRCUIT =
      """
      4 7
      2 2 1
      1 2

      2 1 0 2 3 AND
      2 1 1 2 4 AND
      2 1 3 4 5 XOR
      2 1 3 4 6 AND
      """;

  /** Rates of one lane in which only rounds take time: 1 ms each. */
  private static final String RATES =
      """
      {"version": 1, "measured": "2026-01-02T03:04:05Z", "jvm": "25", "kernels": "plain kernels",
       "processors": 2, "load": 7.5, "startMillis": 100, "roundTripMicros": 20, "loopbackMegabytes": 500,
       "protocols": {"tinyot": {"options": {},
         "online": [{"lanes": 1, "nanosPerRound": 1e6, "nanosPerAnd": 0, "nanosPerLookup": 0,
                     "nanosPerLinear": 0}],
         "material": [{"materialBytes": 1, "nanos": 2e9, "bytesSent": 10, "rounds": 3}]}}}
      """;

  @TempDir Path folder;

  @BeforeEach
  void writeFiles() throws Exception {
    Files.writeString(folder.resolve("c.txt"), CIRCUIT);
    Files.writeString(folder.resolve("rates.json"), RATES);
  }

  /** Of several protocols with rates, the fastest with material ready need not be so without. */
  @Test
  void namesTheFastestProtocol() throws Exception {
    String other =
        """
        , "garbled": {"options": {},
         "online": [{"lanes": 1, "nanosPerRound": 2e6, "nanosPerAnd": 0, "nanosPerLookup": 0,
                     "nanosPerLinear": 0}],
         "material": [{"materialBytes": 1, "nanos": 3e9, "bytesSent": 10, "rounds": 3}]}}}
        """;
    int end = RATES.lastIndexOf("}}");
    Files.writeString(folder.resolve("two.json"), RATES.substring(0, end) + other);
    // The circuit has 10 rounds under tinyot at most, and 5 under garbled.
    String said = line(cost("two.json", "--cost", "100mbit,500ms"), "fastest");
    assertTrue(said.contains("with material ready garbled, about 2.5 s"), said);
    assertTrue(said.contains("with own preprocessing "), said);
    said = line(cost("two.json", "--cost"), "fastest");
    assertTrue(said.contains("with own preprocessing tinyot, about 2.0 s"), said);
  }

  private CommandParties.End cost(String rates, String... more) {
    List<String> line = new ArrayList<>(List.of("circuit", folder.resolve("c.txt").toString()));
    line.addAll(List.of(more));
    line.addAll(List.of("--rates", folder.resolve(rates).toString()));
    return CommandParties.run(line);
  }

  private static String line(CommandParties.End end, String name) {
    return end.out()
        .lines()
        .filter(line -> line.startsWith(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(end.toString()));
  }

  /** What eval counts in a real run is what was forecast, for each protocol and number of bytes. */
  @ParameterizedTest
  @CsvSource({"tinyot, 2", "tinytable, 2", "spdz, 2", "spdz, 3"})
  void evalCountsWhatWasForecast(String protocol, int parties) throws Exception {
    CommandParties.End end =
        cost(
            "none.json",
            "--cost",
            "--protocol",
            protocol,
            "--blocks",
            "2",
            "--parties",
            "" + parties);
    assertEquals(0, end.code(), end.toString());
    String config =
        """
        protocol = "%s"
        circuit = "c.txt"
        inputs = ["%s"]
        outputs = ["all"]
        %s
        %s
        """
            .formatted(
                protocol,
                parties == 2 ? "party1\", \"party2" : "shared\", \"shared",
                protocol.equals("spdz") ? "options = { field = \"gf2_64\" }" : "",
                CommandParties.parties(parties));
    Path job = Files.writeString(folder.resolve("job.toml"), config);
    List<List<String>> lines = new ArrayList<>();
    for (int party : CommandParties.numbers(parties)) {
      String values = parties == 2 ? (party == 1 ? "3\n2\n" : "1\n0\n") : "3 1\n2 0\n";
      Path input = Files.writeString(folder.resolve("in" + party), values);
      lines.add(
          List.of(
              "eval",
              "--config",
              job.toString(),
              "--plaintext",
              "--party",
              "" + party,
              "--input",
              input.toString(),
              "--json",
              folder.resolve("r" + party).toString()));
    }
    CommandParties.together(lines).forEach(each -> assertEquals(0, each.code(), each.toString()));
    JsonNode first = new ObjectMapper().readTree(folder.resolve("r1").toFile());
    assertSame(first, line(end, "  online"), "input", "compute", "output");
    assertSame(first, line(end, "  preprocessing"), "preprocessing", "function_preprocessing");
    assertTrue(line(end, protocol).contains("2 lanes"), end.out());
    assertFalse(end.out().contains("  time"), end.out());
  }

  private static void assertSame(JsonNode run, String line, String... phases) {
    long rounds = 0;
    long bytes = 0;
    for (String phase : phases) {
      rounds += run.get("rounds").get(phase).asLong();
      bytes += run.get("bytes_sent").get(phase).asLong();
    }
    assertTrue(line.contains(" %,d rounds, ".formatted(rounds)), rounds + " in " + line);
    assertTrue(
        line.matches(".* %,d (bytes sent by each party|by party 1.*)".formatted(bytes)), line);
  }

  @Test
  void timesNeedRates() {
    CommandParties.End end = cost("none.json", "--cost");
    assertEquals(0, end.code(), end.toString());
    assertEquals("rates            no measured rates: run info --measure", line(end, "rates"));
    assertTrue(line(end, "minimac").contains("σ ="), end.out());
    assertTrue(end.out().contains("  preprocessing  a dealer's only"), end.out());
    assertTrue(end.out().contains("left out         mascot makes material"), end.out());
    end = cost("rates.json", "--cost", "100mbit,50ms", "--protocol", "tinyot");
    long rounds =
        Long.parseLong(line(end, "  online").replaceAll(" +online +(\\d+) rounds.*", "$1"));
    String expected = String.format(Locale.ROOT, "online about %.3g ms", rounds * 51.0);
    assertTrue(line(end, "  time").contains(expected), expected + " in " + end.out());
    assertTrue(line(end, "  time").contains("preprocessing about "), end.out());
    assertTrue(line(end, "rates").contains("2026-01-02T03:04:05Z on Java 25"), end.out());
    assertTrue(line(end, "rates").contains("was busy (load average 7.5)"), end.out());
    assertTrue(line(end, "link").contains("100.0 Mbit/s, 50.0 ms each way"), end.out());
    end = cost("rates.json", "--cost", "wan", "--protocol", "tinyot", "--sigma", "40");
    assertTrue(line(end, "  time").contains("rates are of other options"), end.out());
    assertTrue(line(end, "tinyot").contains("σ = 40 bits, sigma = 40"), end.out());
  }

  @Test
  void silentOtsHaveRatesOfTheirOwn() throws Exception {
    String silent = ", \"silent\": [{\"materialBytes\": 1, \"nanos\": 4e9, \"bytesSent\": 5e8,";
    String soft = "\"bytesSent\": 1e9, \"rounds\": 3}]";
    Files.writeString(
        folder.resolve("both.json"),
        RATES.replace("\"bytesSent\": 10, \"rounds\": 3}]", soft + silent + " \"rounds\": 3}]"));
    CommandParties.End end = cost("both.json", "--cost", "--protocol", "tinyot", "--cot", "silent");
    assertEquals(0, end.code(), end.toString());
    assertTrue(line(end, "  time").contains("preprocessing about 4.0 s"), end.out());
    assertFalse(line(end, "  time").contains("other options"), end.out());
    String sentence = "silent is faster than softspoken below about 2,000 Mbit/s";
    assertEquals("  cot            " + sentence, line(end, "  cot "));
    end = cost("both.json", "--cost", "--protocol", "tinyot");
    assertTrue(line(end, "  time").contains("preprocessing about 2.0 s"), end.out());
    assertTrue(line(end, "  cot").endsWith(sentence), end.out());
    end = cost("rates.json", "--cost", "--protocol", "tinyot", "--cot", "silent");
    assertTrue(line(end, "  time").contains("rates are of other options"), end.out());
    assertFalse(end.out().contains("  cot "), end.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | a link is 1gbit, 2gbit, wan | --cost fast",
        "2 | say it as well | --blocks 2",
        "2 | say it as well | --sigma 40",
        "2 | --blocks is 1 to | --cost --blocks 0",
        "2 | --parties is 2 to 16 | --cost --parties 17",
        "2 | there is no protocol 'x' | --cost --protocol x",
        "2 | not 'party3' | --cost --inputs party1,party3",
        "2 | outputs names 2 of the circuit's 1 output | --cost --outputs all,all",
        "2 | has no option 'code' | --cost --protocol tinyot --code 255x85",
        "2 | is for 2 parties, not 3 | --cost --protocol tinyot --parties 3",
        "2 | makes material | --cost --protocol mascot"
      })
  void wrongCalls(int code, String sentence, String line) {
    CommandParties.End end = cost("none.json", line.split(" ", -1));
    assertEquals(code, end.code(), end.toString());
    assertTrue(end.sentence().contains(sentence), end.toString());
  }
}
