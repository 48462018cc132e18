package org.schurmpc.cli.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;

class JobConfigTest {
  private static final String PIN = "SHA256:" + "0123456789abcdef".repeat(4);
  private static final String FULL =
      """
      protocol = "tinyot"
      circuit = "own.txt"
      inputs = ["party1", "shared"]
      outputs = ["all"]
      order = "msb"
      lanes = 3

      [options]
      sigma = 64
      threads = "2"

      [[party]]
      address = "alice.example:9001"
      fingerprint = "PIN"

      [[party]]
      fingerprint = "PIN"

      [dealer]
      address = "[::1]:9003"
      """
          .replace("PIN", PIN);

  @TempDir Path folder;

  private JobConfig read(String name, String text) throws Exception {
    return JobConfig.read(Files.writeString(folder.resolve(name), text), 2);
  }

  @Test
  void readsToml() throws Exception {
    JobConfig config = read("job.toml", FULL);
    assertEquals("tinyot", config.protocol().orElseThrow());
    assertEquals("own.txt", config.circuit().orElseThrow());
    assertEquals(Map.of("sigma", "64", "threads", "2"), config.options());
    assertEquals(List.of("party1", "shared"), config.inputs().orElseThrow());
    assertEquals(List.of("all"), config.outputs().orElseThrow());
    assertEquals("msb", config.order().orElseThrow());
    assertEquals(3, config.lanes().orElseThrow());
    assertEquals("alice.example", config.parties().get(0).address().orElseThrow().host());
    assertEquals(PIN, config.parties().get(1).pin().orElseThrow().toString());
    assertTrue(config.parties().get(1).address().isEmpty());
    assertEquals(9003, config.dealer().orElseThrow().address().orElseThrow().port());
  }

  @Test
  void readsJson() throws Exception {
    String text =
        """
        {"protocol": "minitrix", "options": {"code": "255x85"}, "lanes": 2,
         "party": [{"address": "h:1"}, {}]}
        """;
    JobConfig config = read("job.json", text);
    assertEquals("minitrix", config.protocol().orElseThrow());
    assertEquals(Map.of("code", "255x85"), config.options());
    assertEquals(1, config.parties().get(0).address().orElseThrow().port());
    assertTrue(config.dealer().isEmpty());
  }

  @Test
  void everythingMayBeMissing() throws Exception {
    assertEquals(JobConfig.empty(2), read("job.toml", "# nothing yet\n"));
  }

  @Test
  void circuitsLieBesideTheFile() throws Exception {
    Files.writeString(folder.resolve("own.txt"), "");
    String found = read("job.toml", FULL).circuit().orElseThrow();
    assertEquals(folder.resolve("own.txt").toAbsolutePath(), Path.of(found));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "protocl = 'x' | job.toml, line 1: key 'protocl' is unknown (did you mean 'protocol'?); known are circuit, dealer,",
        "lanes = 1\\ncircuit = \"c | job.toml, line 2: a value is missing, or a quote",
        "lanes = 1\\ncircuit = \"c\\n[[party]] | job.toml, line 2: a value is missing, or a quote",
        "lanes =\\n | job.toml, line 1: a value is missing, or a quote or bracket is not closed",
        "lanes = 1\\nlanes = 2 | line 2: a key is there twice, in this line or above it",
        "lanes: 1 | job.toml, line 1: this is not TOML: a line is KEY = VALUE, [TABLE]",
        "[options]\\nsigma = 64\\nsimga = 40 | job.toml, line 3: key 'options.simga' is unknown (did",
        "protocol = 'tinyto' | job.toml, line 1: key 'protocol' is 'tinyto' (did you mean 'tinyot'?)",
        "inputs = ['party1', 'party3'] | line 1: key 'inputs' is 'party3' (did you mean 'party1'?);",
        "outputs = ['shared'] | line 1: key 'outputs' is 'shared'; valid are party1, party2, all",
        "order = 'big' | line 1: key 'order' is 'big'; valid are auto, number, msb, lsb",
        "[[party]]\\n[[party]]\\nport = 1 | job.toml, line 3: key 'party[2].port' is unknown; known",
        "program = 'p'\\n# ...\\ncircuit = 'c' | job.toml, line 3: key 'circuit' is for circuits",
        "program = 'p'\\n \"inputs\" = ['all'] | job.toml, line 2: key 'inputs' is for circuits",
        "outputs=['all']\\nprogram = 'p' | job.toml, line 1: key 'outputs' is for circuits",
        "program = 'p'\\norder = 'lsb' | job.toml, line 2: key 'order' is for circuits",
        "program = 'p'\\nlanes = 3 | job.toml, line 2: key 'lanes' is for circuits",
        "circuit = 'p'\\ntapes = 3 | job.toml, line 2: key 'tapes' is for programs",
        "program = 'p'\\ntapes = 65 | job.toml, line 2: key 'tapes' is no whole number from 1 to 64",
        "program = ['p'] | job.toml, line 1: key 'program' is no text",
        "[[party]]\\naddres = 'h:1' | key 'party[1].addres' is unknown",
        "[[party]]\\n[[party]]\\naddress = 'h' | key 'party[2].address' is wrong",
        "[[party]]\\naddress = 'h:1' | key 'party' is there once",
        "[party]\\naddress = 'h:1' | key 'party' is no list of tables",
        "[[dealer]]\\naddress = 'h:1' | key 'dealer' is no table",
        "[dealer]\\nfingerprint = 'SHA256:12' | key 'dealer.fingerprint' is wrong",
        "inputs = 'party1' | key 'inputs' is no list of texts",
        "inputs = ['party1', ['x']] | key 'inputs' is no text",
        "protocol = ['x'] | key 'protocol' is no text",
        "protocol = '' | key 'protocol' is no text",
        "options = 'x' | key 'options' is no table",
        "[options]\\nsigma = [64] | key 'options.sigma' is no text",
        "lanes = 0 | key 'lanes' is no whole number",
        "lanes = 1.5 | key 'lanes' is no whole number",
        "lanes = 99999999999 | key 'lanes' is no whole number",
        "protocol = x | job.toml, line 1",
        "protocol = 'x'\\nprotocol = 'y' | job.toml, line 2"
      })
  void mistakesAreNamedByFileAndKey(String text, String sentence) {
    String content = text.replace("\\n", "\n");
    String message = assertThrows(BadFile.class, () -> read("job.toml", content)).getMessage();
    assertTrue(message.startsWith(folder.resolve("job.toml").toString()), message);
    assertTrue(message.contains(sentence), message);
    assertEquals(1, message.lines().count(), message);
  }

  @Test
  void mistakesInJsonAreNamedToo() {
    for (String text : new String[] {"[]", "{", "{} {}", "{\"lanes\":1,\"lanes\":2}", "7", ""}) {
      String message = assertThrows(BadFile.class, () -> read("job.json", text), text).getMessage();
      assertTrue(message.contains("job.json"), message);
    }
  }

  @Test
  void sixteenPartiesAreTheMost() throws Exception {
    String sixteen = "program = 'p.vm'\n" + "[[party]]\n".repeat(16);
    JobConfig config = read("job.toml", sixteen);
    assertEquals(16, config.parties().size());
    assertEquals(folder.resolve("p.vm").toAbsolutePath(), config.program().orElseThrow());
    String message =
        assertThrows(BadFile.class, () -> read("job.toml", sixteen + "[[party]]\n")).getMessage();
    assertTrue(
        message.endsWith(
            "job.toml, line 2: key 'party' is there 17 times; a computation has 2 to 16 parties"),
        message);
  }

  /** The parser of TOML reads 9223372036854775807 as 6854775807. */
  @Test
  void longNumbersAreRefusedUnlessTheyAreQuoted() throws Exception {
    String start = "program = 'p.vm' # 1234567890123456789\n[[party]]\n[[party]]\n[options]\n";
    String message =
        assertThrows(BadFile.class, () -> read("job.toml", start + "batch = 9223372036854775807\n"))
            .getMessage();
    assertTrue(
        message.endsWith("job.toml has a number of 19 digits or more: write it in quotes"),
        message);
    for (String quote : new String[] {"'", "\"", "\"\"\"", "\"\\\""}) {
      String end = quote.equals("\"\\\"") ? "\"" : quote;
      JobConfig config =
          read("job.toml", start + "batch = " + quote + "9223372036854775807" + end + "\n");
      assertTrue(config.options().get("batch").endsWith("9223372036854775807"), quote);
    }
    assertEquals(
        "123456789012345678",
        read("job.toml", start + "batch = 123456789012345678\n").options().get("batch"));
  }

  @Test
  void whatIsNoFileIsNamed() {
    for (String name : new String[] {"nothing.toml", "."}) {
      Path path = folder.resolve(name);
      String message = assertThrows(BadFile.class, () -> JobConfig.read(path, 2)).getMessage();
      assertTrue(message.startsWith(path.toString()), message);
    }
  }
}
