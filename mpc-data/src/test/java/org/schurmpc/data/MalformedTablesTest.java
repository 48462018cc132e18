package org.schurmpc.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

/**
 * Files as people have them: every kind of line end, separator, quote, encoding, number, date and
 * missing value is read as it was meant, or refused with line and column and without the value.
 */
class MalformedTablesTest {
  @TempDir private Path path;

  /**
   * A table of one column, a.
   *
   * @param column its description
   * @param bytes the file, a character for each byte
   * @param says the numbers that the program gets, or the sentence
   */
  private record Case(String column, String bytes, String says) {}

  private static List<Case> cases() {
    return List.of(
        new Case("a = { integer = [-1000, 5000] }", "a\n1\n2\n", "1 2"),
        new Case("a = { integer = [-1000, 5000] }", "a\r\n1\r\n2\r\n", "1 2"),
        new Case("a = { integer = [-1000, 5000] }", "a\r1\r2\r", "1 2"),
        new Case("a = { integer = [-1000, 5000] }", "a\n1\n2", "1 2"),
        new Case("a = { integer = [-1000, 5000] }", "a\n1\r\n2\n", "1 2"),
        new Case("a = { integer = [-1000, 5000] }", "a\n1\n\n2\n", "1 2"),
        new Case("a = { integer = [-1000, 5000] }", "\n\na\n1\n", "1 -1000"),
        new Case("a = { integer = [-1000, 5000] }", "a\n1\n\n\n", "1 -1000"),
        new Case("a = { integer = [-1000, 5000] }", "\u00ef\u00bb\u00bfa\n1\n", "1 -1000"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "\u00ff\u00fea\u0000\n\u00001\u0000\n\u0000",
            "t.csv is no text in UTF-8, first in line 1: save it in this encoding"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "\u00fe\u00ff\u0000a\u0000\n\u00001\u0000\n",
            "t.csv is no text in UTF-8, first in line 1: save it in this encoding"),
        new Case(
            "a = { string = 4 }",
            "a\n\u00fc\n",
            "t.csv is no text in UTF-8, first in line 2: save it in this encoding"),
        new Case("a = { string = 4 }", "a\n\u00c3\u00bc\n", "3283877888 0"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n1\u0000\n",
            "table t, line 2 of t.csv, column a: the value is no number"),
        new Case(
            "a = { string = 4 }",
            "a\n\u00ed\u00a0\u0080\n",
            "t.csv is no text in UTF-8, first in line 2: save it in this encoding"),
        new Case("a = { integer = [-1000, 5000] }", "", "table t: t.csv has no column a"),
        new Case("a = { integer = [-1000, 5000] }", "\n", "table t: t.csv has no column a"),
        new Case("a = { integer = [-1000, 5000] }", "a", "-1000 -1000"),
        new Case("a = { integer = [-1000, 5000] }", "a\n", "-1000 -1000"),
        new Case("a = { integer = [-1000, 5000] }", "\"a\"\n\"1\"\n", "1 -1000"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n\"1\n",
            "t.csv, line 2: a quoted cell does not end, or text follows it"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n\"1\"2\n",
            "t.csv, line 2: a quoted cell does not end, or text follows it"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n1\"\n",
            "table t, line 2 of t.csv, column a: the value is no number"),
        new Case("a = { string = 4 }", "a\n\"x\"\"y\"\n", "2015525120 0"),
        new Case("a = { string = 4 }", "a\n\"x\ny\"\n", "2013952256 0"),
        new Case("a = { string = 4 }", "a\n'x'\n", "662185728 0"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a,b\n1,\"x\ny\"\n77x,2\n",
            "table t, line 4 of t.csv, column a: the value is no number"),
        new Case("a = { integer = [-1000, 5000] }", "a,b\n1,2\n", "1 -1000"),
        new Case("a = { integer = [-1000, 5000] }", "a;b\n1;2\n", "1 -1000"),
        new Case("a = { integer = [-1000, 5000] }", "a\tb\n1\t2\n", "1 -1000"),
        new Case("a = { integer = [-1000, 5000] }", "a|b\n1|2\n", "table t: t.csv has no column a"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a,b\n1;2\n",
            "t.csv, line 2: the row has 1 cells, and the first line has 2"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a;b\n1,5;2\n",
            "table t, line 2 of t.csv, column a: the value has a comma: write 1234.5, with a point and no mark between thousands"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a,b\n1\n",
            "t.csv, line 2: the row has 1 cells, and the first line has 2"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a,b\n1,2,3\n",
            "t.csv, line 2: the row has 3 cells, and the first line has 2"),
        new Case("a = { integer = [-1000, 5000] }", "a,b;c\n1,2\n", "1 -1000"),
        new Case("a = { integer = [-1000, 5000] }", "a,a\n1,2\n", "table t: t.csv has 2 columns a"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "A\n1\n",
            "table t: t.csv has no column a, and one A: say from = \"A\""),
        new Case("a = { integer = [-1000, 5000] }", "b\n1\n", "table t: t.csv has no column a"),
        new Case("a = { integer = [-1000, 5000] }", " a \n 1 \n", "1 -1000"),
        new Case("a = { integer = [-1000, 5000] }", "a,\n1,\n", "1 -1000"),
        new Case("a = { integer = [-1000, 5000] }", "a\n3.0\n", "3 -1000"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n3.5\n",
            "table t, line 2 of t.csv, column a: the value is no whole number"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n\"1,234\"\n",
            "table t, line 2 of t.csv, column a: the value has a comma: write 1234.5, with a point and no mark between thousands"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n1.234\n",
            "table t, line 2 of t.csv, column a: the value is no whole number"),
        new Case("a = { integer = [-1000, 5000] }", "a\n+3\n", "3 -1000"),
        new Case("a = { integer = [-1000, 5000] }", "a\n-3\n", "-3 -1000"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n--3\n",
            "table t, line 2 of t.csv, column a: the value is no number"),
        new Case("a = { integer = [-1000, 5000] }", "a\n1e3\n", "1000 -1000"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n0x10\n",
            "table t, line 2 of t.csv, column a: the value is no number"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n1_000\n",
            "table t, line 2 of t.csv, column a: the value is no number"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n5001\n",
            "table t, line 2 of t.csv, column a: the value is not from -1000 to 5000"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n99999999999999999999999\n",
            "table t, line 2 of t.csv, column a: the value is not from -1000 to 5000"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\nNaN\n",
            "table t, line 2 of t.csv, column a: the value is no number"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n\u00d9\u00a3\n",
            "table t, line 2 of t.csv, column a: the value is no number"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n1 000\n",
            "table t, line 2 of t.csv, column a: the value is no number"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a\n\u00e2\u0088\u00923\n",
            "table t, line 2 of t.csv, column a: the value is no number"),
        new Case("a = { decimal = [6, 2] }", "a\n12.34\n", "1234 -999999"),
        new Case(
            "a = { decimal = [6, 2] }",
            "a\n12.345\n",
            "table t, line 2 of t.csv, column a: the value has more than 2 digits behind its point"),
        new Case(
            "a = { decimal = [6, 2] }",
            "a\n\"12,34\"\n",
            "table t, line 2 of t.csv, column a: the value has a comma: write 1234.5, with a point and no mark between thousands"),
        new Case("a = { decimal = [6, 2] }", "a\n12.\n", "1200 -999999"),
        new Case("a = { decimal = [6, 2] }", "a\n.5\n", "50 -999999"),
        new Case(
            "a = { decimal = [6, 2] }",
            "a\n99999.00\n",
            "table t, line 2 of t.csv, column a: the value has more than 4 digits before its point"),
        new Case("a = { date = [\"2000-01-01\", \"2030-12-31\"] }", "a\n2026-02-28\n", "9555 0"),
        new Case(
            "a = { date = [\"2000-01-01\", \"2030-12-31\"] }",
            "a\n2026-02-29\n",
            "table t, line 2 of t.csv, column a: the value is a date that no calendar has"),
        new Case(
            "a = { date = [\"2000-01-01\", \"2030-12-31\"] }",
            "a\n28.02.2026\n",
            "table t, line 2 of t.csv, column a: the value is no date such as 2026-02-28"),
        new Case(
            "a = { date = [\"2000-01-01\", \"2030-12-31\"] }",
            "a\n2026-2-8\n",
            "table t, line 2 of t.csv, column a: the value is no date such as 2026-02-28"),
        new Case(
            "a = { date = [\"2000-01-01\", \"2030-12-31\"] }",
            "a\n1999-12-31\n",
            "table t, line 2 of t.csv, column a: the value is not from 2000-01-01 to 2030-12-31"),
        new Case(
            "a = { date = [\"2000-01-01\", \"2030-12-31\"] }",
            "a\n2026-02-28T00:00:00\n",
            "9555 0"),
        new Case(
            "a = { timestamp = [\"2026-01-01 00:00:00\", \"2026-12-31 23:59:59\"] }",
            "a\n2026-02-28 12:30:00\n",
            "5056200 0"),
        new Case(
            "a = { timestamp = [\"2026-01-01 00:00:00\", \"2026-12-31 23:59:59\"] }",
            "a\n2026-02-28T12:30:00Z\n",
            "5056200 0"),
        new Case(
            "a = { timestamp = [\"2026-01-01 00:00:00\", \"2026-12-31 23:59:59\"] }",
            "a\n2026-02-28 12:30:00.5\n",
            "table t, line 2 of t.csv, column a: the value has a fraction of a second: let the query cut it off"),
        new Case(
            "a = { timestamp = [\"2026-01-01 00:00:00\", \"2026-12-31 23:59:59\"] }",
            "a\n2026-02-28 24:30:00\n",
            "table t, line 2 of t.csv, column a: the value is a time that no calendar has"),
        new Case("a = { boolean = true }", "a\ntrue\n", "1 0"),
        new Case(
            "a = { boolean = true }",
            "a\nyes\n",
            "table t, line 2 of t.csv, column a: the value is neither true nor false"),
        new Case("a = { boolean = true }", "a\nTRUE\n", "1 0"),
        new Case("a = { one_of = [\"A\", \"B\"] }", "a\nB\n", "1 0"),
        new Case(
            "a = { one_of = [\"A\", \"B\"] }",
            "a\nb\n",
            "table t, line 2 of t.csv, column a: the value is none of the words that are listed"),
        new Case(
            "a = { one_of = [\"A\", \"B\"] }",
            "a\nC\n",
            "table t, line 2 of t.csv, column a: the value is none of the words that are listed"),
        new Case(
            "a = { integer = [-1000, 5000] }",
            "a,b\n,1\n",
            "table t, line 2 of t.csv, column a: the value is missing"),
        new Case("a = { integer = [0, 5000], null = true }", "a,b\n,1\n", "0 0"),
        new Case(
            "a = { integer = [0, 5000], null = true }",
            "a,b\nNULL,1\n",
            "table t, line 2 of t.csv, column a: the value is no number"),
        new Case("a = { integer = [0, 5000], null = true }", "a,b\n\"\",1\n", "0 0"),
        new Case(
            "a = { string = 8, as = \"key\" }",
            "a,b\n,1\n",
            "table t, line 2 of t.csv, column a: the value is empty, and a key is not"),
        new Case(
            "a = { string = 4 }",
            "a\nabcde\n",
            "table t, line 2 of t.csv, column a: the value is longer than 4 bytes of UTF-8"));
  }

  private String said(Case of) throws Exception {
    Folder folder = new Folder(path);
    Files.write(path.resolve("t.csv"), of.bytes.getBytes(StandardCharsets.ISO_8859_1));
    String toml = "[table.t]\ncsv = \"t.csv\"\nrows = 2\n[table.t.columns]\n" + of.column + "\n";
    List<ProgramPort> ports = new ArrayList<>();
    ports.add(
        of.column.contains("key")
            ? Folder.port("t_a", 64, 2)
            : of.column.contains("string")
                ? Folder.port("t_a", 32, 2)
                : Folder.signed("t_a", 40, 2));
    try {
      BigInteger[] values = folder.read(toml, ports.toArray(ProgramPort[]::new)).get("t_a");
      return Folder.text(values);
    } catch (BadFile e) {
      return e.getMessage().replace(path + "/", "");
    }
  }

  @Test
  void eachIsReadOrRefusedWithItsPlace() throws Exception {
    assertTrue(cases().size() >= 60, cases().size() + " tables");
    for (Case each : cases()) {
      String said = said(each);
      assertEquals(each.says, said, each.bytes);
      assertTrue(said.matches("[-0-9 ]+") || !said.contains("77"), "a value is in the message");
    }
  }
}
