package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which calls {@code eval} refuses before anything connects. */
class EvalWrongCallTest {
  private static final String KEY = "000102030405060708090a0b0c0d0e0f";

  @TempDir Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static String name(String option) {
    return option.substring(0, option.indexOf('=') + 1);
  }

  /**
   * Runs a party of AES with further options, which replace the usual options of the same names.
   */
  private String assertRefused(int code, String option, String what, String... more)
      throws Exception {
    List<String> line = new ArrayList<>(List.of("eval", option));
    line.addAll(List.of(more));
    String[] usual = {
      "--protocol=tinyot",
      "--circuit=aes_128",
      "--inputs=party1,party2",
      "--outputs=all",
      "--party=1",
      "--peers=127.0.0.1:1,127.0.0.1:1",
      "--connect-timeout=1ms",
      "--input=" + file("input", KEY + "\n"),
    };
    for (String other : usual) {
      if (line.stream().noneMatch(said -> name(said).equals(name(other)))) {
        line.add(other);
      }
    }
    if (!option.startsWith("--key")) {
      line.add("--plaintext");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int ended =
        new CommandLineProgram(OperatorCommands.standalone())
            .run(
                line.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    String said = err.toString(StandardCharsets.UTF_8);
    assertEquals(code, ended, said);
    assertEquals("", out.toString(StandardCharsets.UTF_8));
    List<String> sentences = said.lines().filter(text -> text.startsWith("mpc-cli: ")).toList();
    assertEquals(1, sentences.size(), said);
    assertTrue(sentences.get(0).contains(what), said);
    return said;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0011",
        "00112233445566778899aabbccddeeffff",
        "0011223344556677 8899aabbccddeeff",
        "0x112233445566778899aabbccddeeff",
        "00112233445566778899aabbccddeefg",
        "00112233445566778899aabbccddeeff\n\n00112233445566778899aabbccddeeff",
        "00112233445566778899aabbccddee\u00e9f"
      })
  void wrongInputIsShownByItsPlaceOnly(String text) throws Exception {
    String said = assertRefused(3, "--input=" + file("bad", text + "\n"), "line ");
    for (String word : text.split("\\s+", -1)) {
      assertFalse(!word.isEmpty() && said.contains(word), said);
    }
  }

  @Test
  void figuresDoNotOverwriteOutputs() throws Exception {
    String file = folder.resolve("results").toString();
    assertRefused(2, "--json=" + file, "same file", "--output=" + file);
  }

  /**
   * Insecure options are for measurements only; they are refused before the named files are read.
   */
  @ParameterizedTest
  @CsvSource({
    "--mac=passive, tinytable is not actively secure",
    "--mac=lookup32, tinytable is of σ = 32 bits only",
  })
  void whatIsNotSecureIsRefused(String mac, String why) throws Exception {
    String refusal = "with these options " + why;
    String nowhere = "--input=" + folder.resolve("none");
    assertRefused(2, mac, refusal, "--protocol=tinytable", nowhere);
    assertRefused(2, mac, refusal, "--protocol=tinytable", "--preprocessing=store:none");
    String config = file("job.toml", "protocol = \"tinytable\"\n[options]\n" + toml(mac));
    assertRefused(2, "--config=" + config, refusal, "--protocol=tinytable");
  }

  /**
   * Serving parties is refused; writing stores is allowed, because benchmarks use stores as well.
   */
  @Test
  void dealersServeNobodyWithWhatIsNotSecure() {
    List<String> line = new ArrayList<>(List.of("dealer", "--protocol=tinytable"));
    line.addAll(List.of("--circuit=add_32", "--inputs=party1,party2", "--outputs=all"));
    line.addAll(List.of("--mac=passive", "--lanes=64", "--listen=127.0.0.1:0", "--plaintext"));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    assertEquals(
        2,
        new CommandLineProgram(OperatorCommands.standalone())
            .run(line.toArray(String[]::new), stream, stream));
    String said = err.toString(StandardCharsets.UTF_8);
    assertTrue(said.contains("tinytable is not actively secure"), said);
  }

  private static String toml(String option) {
    return option.replace("--", "").replace("=", " = \"") + "\"\n";
  }

  @ParameterizedTest
  @CsvSource({
    "--protocol=nothing, 2, nothing",
    "--mac=lookup8, 2, mac",
    "--table-method=demux, 2, table-method",
    "--sigma=41, 2, 41",
    "--sigmund=1, 2, sigmund",
    "--code=255x85, 2, code",
    "--circuit=nowhere.txt, 3, nowhere.txt",
    "--input=nowhere.hex, 3, nowhere.hex",
    "--key=nowhere.key, 2, --cert",
    "--peers=there, 2, there",
    "'--peers=a:1,b', 2, b",
    "--party=3, 2, 3",
    "--party=one, 2, one",
    "--inputs=party1, 2, inputs",
    "--outputs=party9, 2, party9",
    "--lanes=2, 2, lanes",
    "--lanes=-1, 2, lanes",
    "--timeout=0s, 2, timeout",
    "--json=/nowhere/at/all.json, 3, /nowhere",
    "--output=/nowhere/at/all.hex, 3, /nowhere",
    "--config=nowhere.toml, 3, nowhere.toml",
  })
  void wrongCallsAreNamed(String option, int code, String what) throws Exception {
    assertRefused(code, option, what);
  }
}
