package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.cli.option.StockAmounts;
import org.schurmpc.core.abort.Refused;

/** Tests which calls {@code prepare} refuses before anything connects or is written. */
class PrepareWrongCallTest {
  @TempDir Path folder;

  @Test
  void readsAmounts() throws Exception {
    assertEquals(Map.of("and", 1_000_000L), StockAmounts.parse("and=1000000"));
    assertEquals(Map.of("sbox_aes", 7L), StockAmounts.parse("sbox_aes=7"));
    assertEquals(
        Map.of("and", 1L, "input1", 4096L, "input2", StockAmounts.MOST),
        StockAmounts.parse("input1=4096,and=1,input2=" + StockAmounts.MOST));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|'' is no name and number",
        "and|'and' is no name and number",
        "=5|'=5' is no name and number",
        "and=|'and=' is no name and number",
        "and=5,|'' is no name and number",
        "and=5, input1=3|' input1=3' is no name and number",
        "and=-1|'and=-1' is no name and number",
        "and=1e6|'and=1e6' is no name and number",
        "and=99999999999999|'and=99999999999999' is no name and number",
        "and=1=2|'and=1=2' is no name and number",
        "and=0|wants 0 of 'and': 1 to 1099511627776 are possible",
        "and=1099511627777|wants 1099511627777 of 'and': 1 to",
        "and=1,and=2|names 'and' twice",
      })
  void refusesAmounts(String text, String what) {
    String message = assertThrows(Refused.class, () -> StockAmounts.parse(text)).getMessage();
    assertTrue(message.startsWith("--demand "), message);
    assertTrue(message.contains(what), message);
  }

  private void assertRefused(String what, String... options) {
    Path store = folder.resolve("store");
    List<String> line =
        new ArrayList<>(
            List.of("prepare", "--party=1", "--peers=127.0.0.1:1", "--connect-timeout=1ms"));
    line.addAll(List.of("--store=" + store, "--plaintext"));
    line.addAll(List.of(options));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int ended =
        new CommandLineProgram(OperatorCommands.standalone())
            .run(
                line.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    String said = err.toString(StandardCharsets.UTF_8);
    assertEquals(2, ended, said);
    List<String> sentences = said.lines().filter(text -> text.startsWith("mpc-cli: ")).toList();
    assertEquals(1, sentences.size(), said);
    assertTrue(sentences.get(0).contains(what), said);
    assertFalse(Files.exists(store), "nothing is made");
  }

  @Test
  void demands() {
    assertRefused(
        "tinyot has material for and, input1, input2, random, not for 'output'",
        "--protocol=tinyot",
        "--demand=and=5,output=3");
    assertRefused(
        "minitrix 255x85, sigma 64 has material for and, input1, input2, output, random, not for"
            + " 'bit'",
        "--protocol=minitrix",
        "--demand=bit=5");
    assertRefused(
        "minimac prepares its material without a dealer for packing bits alone",
        "--protocol=minimac",
        "--demand=and=5");
    assertRefused(
        "tinytable has no material for any circuit", "--protocol=tinytable", "--demand=and=5");
    assertRefused("which protocol?", "--demand=and=5");
    assertRefused("exclude each other", "--protocol=tinyot", "--demand=and=5", "--blocks=3");
    assertRefused("'and' is no name and number", "--protocol=tinyot", "--demand=and");
    assertRefused(
        "leave the dealer out", "--protocol=tinyot", "--demand=and=5", "--dealer=127.0.0.1:2");
  }

  @Test
  void blocks() {
    String[] aes = {
      "--protocol=tinyot", "--circuit=aes_128", "--inputs=party1,party2", "--outputs=all", ""
    };
    aes[4] = "--blocks=0";
    assertRefused("--blocks", aes);
    aes[4] = "--order=auto";
    assertRefused("Say it with --blocks N", aes);
  }

  @Test
  void bytesWithoutADealer() {
    assertRefused(
        "minimac prepares its material without a dealer for packing bits alone: use packing bits or"
            + " a dealer",
        "--protocol=minimac",
        "--circuit=aes_128",
        "--inputs=party1,party2",
        "--outputs=all",
        "--blocks=1");
  }

  @Test
  void whatIsNotSecure() {
    String[] adder = {
      "--protocol=tinytable",
      "--circuit=add_32",
      "--inputs=party1,party2",
      "--outputs=all",
      "--blocks=64",
      ""
    };
    adder[5] = "--mac=passive";
    assertRefused("with these options tinytable is not actively secure", adder);
    adder[5] = "--mac=lookup32";
    assertRefused("with these options tinytable is of σ = 32 bits only", adder);
  }
}
