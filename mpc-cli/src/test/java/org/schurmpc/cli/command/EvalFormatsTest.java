package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests evaluations whose parties write values as numbers, with names, or each in its own way. */
@Timeout(120)
class EvalFormatsTest {
  @TempDir Path folder;

  private String job;

  @BeforeEach
  void writeJob() throws Exception {
    job =
        """
        protocol = "tinyot"
        circuit = "add_64"
        inputs = ["party1", "party2"]
        outputs = ["all"]
        %%s
        %s
        """
            .formatted(CommandParties.parties(2));
  }

  private String file(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private List<String> eval(int party, String keys, String input, String... more) throws Exception {
    String config = file("job" + party + ".toml", job.formatted(keys));
    List<String> line =
        new ArrayList<>(List.of("eval", "--config=" + config, "--party=" + party, "--plaintext"));
    line.add("--input=" + file("in" + party, input));
    line.addAll(List.of(more));
    return line;
  }

  @Test
  void eachPartyWritesValuesInItsOwnWay() throws Exception {
    String named =
        "format = \"signed\"\ninput_names = [\"alice\", \"bob\"]\noutput_names = [\"sum\"]";
    List<CommandParties.End> ends =
        CommandParties.together(
            List.of(
                eval(1, named, "# in euros\nalice = 1200, -300\n"),
                eval(2, "", "ffffffffffffff06\nfffffffffffffd44\n")));
    for (CommandParties.End end : ends) {
      assertEquals(0, end.code(), end.err());
    }
    assertEquals("sum = 950, -1000\n", ends.get(0).out());
    assertEquals("00000000000003b6\nfffffffffffffc18\n", ends.get(1).out());
  }

  @Test
  void theFlagGoesBeforeTheFile() throws Exception {
    List<CommandParties.End> ends =
        CommandParties.together(
            List.of(
                eval(1, "format = \"hex\"", "7\n", "--format=decimal"),
                eval(2, "output_formats = [\"decimal\"]", "0000000000000005\n")));
    for (CommandParties.End end : ends) {
      assertEquals(0, end.code(), end.err());
      assertEquals("12\n", end.out());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | format is one of hex, decimal, signed, float, not 'octal' | format = 'octal'",
        "2 | input_names has 1 of 2 texts | input_names = ['a']",
        "2 | the order of input value 1 is msb, not number | order = 'msb'\\nformat = 'float'",
        "3 | line 1, value 1: no whole number from 0 to 18446744073709551615 | format = 'decimal'",
        "3 | in1, line 1: 'NAME = VALUE' is expected | input_names = ['a', 'b']",
        "3 | key 'output_names' is no list of texts | output_names = 'sum'"
      })
  void wrongFormatsAreOneSentence(int code, String sentence, String keys) throws Exception {
    CommandParties.End end = CommandParties.alone(eval(1, keys.replace("\\n", "\n"), "-1\n"));
    assertEquals(code, end.code(), end.err());
    assertTrue(end.sentence().contains(sentence), end.err());
  }

  @Test
  void aDecimalCommaSeparatesNoValues() throws Exception {
    String keys = "format = 'float'\ninput_names = ['a', 'b']";
    CommandParties.End end = CommandParties.alone(eval(1, keys, "a = 1,5\n"));
    assertEquals(3, end.code(), end.err());
    assertTrue(end.sentence().contains("a blank belongs behind a comma"), end.err());
  }
}
