package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.BadFile;

class PaperReaderTest {
  static final String TOML =
      """
      name = "made-up"
      paper = "MU01"
      citation = "MU01: Nobody, A Made-Up Paper"
      machines = "two of them"
      list = "tables"

      [texts]
      note = "Of both tables."

      [[tables]]
      label = "Table 2"
      section = "section 6"
      caption = "Rounds and data"
      layout = "costs"
      settings = { bits = "32" }
      rows = '''
      Protocol   | Rounds | Size    | Time
      Mult.      |      1 | 1.5 KiB | 14 ± 1
      Comparison |      - | 20 MiB  | 1.50
      '''
      remarks = ["$note", "One more."]

      [layouts.costs]
      columns = [
        { heads = ["", "Protocol"], width = -12, value = "label" },
        { heads = ["MU01", "Rounds"], width = 6, paper = "Rounds" },
        { heads = ["here", "Rounds"], width = 6, value = "here.rounds", as = "count" },
        { heads = ["MU01", "Size"], gap = 3, width = 9, paper = "Size" },
        { heads = ["here", "Size"], width = 9, value = "here.bytes", as = "size" },
        { heads = ["", "1/s"], width = 9, value = "here.rate", as = "whole" },
        { heads = ["", ""], gap = 2, value = "verdict" },
      ]

      [[layouts.costs.plots]]
      axis = "rounds"
      series = [
        { name = "MU01", value = "paper.Rounds" },
        { name = "here", value = "here.rounds" },
      ]

      [measures.costs]
      needs = "Rounds"
      lacking = "no time"
      runs = ["all"]
      label = "{Protocol}"
      verdict = "[not run: {reason}]"
      settings = ["--bits {bits}"]
      table = '''
      table   = table
      caption = caption
      section = section
      remarks = remarks
      '''
      fields = '''
      label   = label
      paper   = cells
      here    = report all
      not_run = reason
      '''

      [runs.all]
      line = "--protocol {Protocol} --bits {bits}"
      what = "{label}"
      """;

  @Test
  void readsTables() throws Exception {
    Paper paper = PaperReader.read("made-up.toml", TOML);
    assertEquals("MU01", paper.key());
    PaperTable table = paper.table("2");
    assertEquals("table-2", table.file());
    assertEquals("Rounds and data", table.title());
    assertEquals(Map.of("bits", "32"), table.settings());
    assertEquals(List.of("Of both tables.", "One more."), table.remarks());
    assertEquals(List.of(), table.footnotes());
    PaperRow mult = table.rows().get(0);
    assertEquals(OptionalInt.of(1), mult.integer("Rounds"));
    assertEquals(1.5, mult.number("Size").orElseThrow());
    assertEquals(14, mult.number("Time").orElseThrow());
    assertEquals(OptionalInt.of(1), mult.interval("Time"));
    PaperRow comparison = table.rows().get(1);
    assertEquals(OptionalDouble.empty(), comparison.number("Rounds"));
    assertEquals("1.50", comparison.text("Time"));
    assertEquals("-", comparison.text("no such column"));
    assertEquals("table-2", table.layout().plots().get(0).file(table));
  }

  @Test
  void saysWhichCellIsNoNumber() throws Exception {
    PaperRow row = PaperReader.read("made-up.toml", TOML).table("2").rows().get(1);
    IllegalStateException text =
        assertThrows(IllegalStateException.class, () -> row.number("Protocol"));
    assertEquals(
        "Table 2 of made-up.toml, row 2: column Protocol is not a number but 'Comparison'",
        text.getMessage());
    IllegalStateException half =
        assertThrows(IllegalStateException.class, () -> row.integer("Time"));
    assertTrue(half.getMessage().endsWith("Time is not a whole number but '1.50'"));
  }

  private static void refused(String wrong, String right, String message) {
    assertTrue(TOML.contains(wrong), wrong);
    BadFile bad =
        assertThrows(
            BadFile.class, () -> PaperReader.read("made-up.toml", TOML.replace(wrong, right)));
    assertTrue(bad.getMessage().startsWith(message), bad.getMessage());
  }

  @Test
  void saysWhatIsWrongWhere() {
    refused("paper = \"MU01\"\n", "", "made-up.toml: there is no paper");
    refused("label = \"Table 2\"\n", "", "made-up.toml, table number 1: there is no label");
    refused("caption = \"Rounds and data\"\n", "", "made-up.toml, Table 2: there is no caption");
    refused("layout = \"costs\"", "layout = \"cost\"", "made-up.toml, Table 2: there is no layout");
    refused("$note", "$notes", "made-up.toml, Table 2: there is no text notes");
    refused(
        "| 14 ± 1",
        "| 14 | 1",
        "made-up.toml, Table 2: row 1 needs 4 cells ('-' for nothing): Mult.      |      1 |");
    refused("|      - |", "|        |", "made-up.toml, Table 2: row 2 needs 4 cells");
    refused("| Rounds | Size ", "| Size   | Size ", "made-up.toml, Table 2: rows has two columns");
    refused("caption =", "captoin =", "made-up.toml, tables[1] captoin: Unrecognized field");
    refused(
        "as = \"size\"",
        "as = \"sizes\"",
        "made-up.toml, layouts costs columns[5] as: Cannot deserialize");
    refused(
        ", paper = \"Rounds\" }",
        " }",
        "made-up.toml, layouts costs columns[2]: the column [MU01, Rounds] needs a value or a");
    refused(
        "heads = [\"\", \"1/s\"]",
        "heads = [\"1/s\"]",
        "made-up.toml, layouts costs: not all columns have 2 heads");
    refused("name = \"here\"", "name = \"there\"", "made-up.toml, layouts costs plots[1]: a plot");
    refused("runs = [\"all\"]", "runs = [\"al\"]", "made-up.toml, Table 2: there is no run al");
    refused("[texts]", "[texts", "made-up.toml, line 7");
  }

  @Test
  void aResourceThatIsMissingIsNamed() {
    IllegalStateException missing =
        assertThrows(IllegalStateException.class, () -> PaperReader.resource("none.toml"));
    assertEquals("there is no resource none.toml", missing.getMessage());
  }
}
