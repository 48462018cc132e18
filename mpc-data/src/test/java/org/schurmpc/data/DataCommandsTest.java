package org.schurmpc.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.cli.command.OperatorCommands;

class DataCommandsTest {
  private static final String BILLS =
      """
      [table.bills]
      csv = "bills.csv"
      rows = 4
      [table.bills.columns]
      sum = { decimal = [5, 2] }
      day = { date = ["2026-01-01", "2026-12-31"], null = true }
      """;

  @TempDir Path path;

  private record Ending(int code, String out, String err) {}

  @BeforeEach
  void write() throws Exception {
    new Folder(path)
        .with("bills.toml", BILLS)
        .with("bills.csv", "sum,day\n10.25,2026-03-01\n-0.50,\n")
        .with("more.txt", "more = 5\n");
  }

  private Ending run(String call) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] arguments =
        Arrays.stream(call.split(" ", -1))
            .map(each -> each.replace("@", path + "/"))
            .toArray(String[]::new);
    int code =
        new CommandLineProgram(OperatorCommands.standalone())
            .run(arguments, new PrintStream(out, true), new PrintStream(err, true));
    return new Ending(
        code,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8).replace(path + "/", "@").strip());
  }

  private Ending compile(String more) {
    return run(
        "program compile org.schurmpc.data.Totals --class-path target/test-classes --out @p.vm"
            + more);
  }

  @Test
  void checkPrintsWhatAProgramWouldGet() {
    Ending ending = run("data check --config @bills.toml");
    assertEquals("", ending.err);
    assertEquals(
        """
        table bills, 4 rows of capacity, of which 2 are used
          sum, decimal of 5 digits, 2 of them behind the point; widest 4 of 5 digits
          day, date from 2026-01-01 to 2026-12-31, in days since the first; 1 missing; widest 6 of 9 bits
        argument bills_day_bits = 9
        argument bills_rows = 4
        argument bills_sum_bits = 18
        argument bills_sum_scale = 2
        """,
        ending.out);
  }

  @Test
  void programsTakeRowsAndWidthsFromTheDescription() {
    Ending ending = compile(" --data @bills.toml");
    assertEquals(0, ending.code, ending.err);
    assertTrue(ending.out.contains("bills_sum1, party 1, 4 of signed 18"), ending.out);
    Ending tried = run("program try @p.vm --data 1=@bills.toml --input 2=@more.txt");
    assertEquals(0, tried.code, tried.err);
    assertTrue(tried.out.contains("total = 980\n"), tried.out);
  }

  @Test
  void anArgumentIsGivenOnce() throws Exception {
    assertEquals(
        "mpc-cli: --arg bills_rows is in @bills.toml, too: leave out one of them",
        compile(" --data @bills.toml --arg bills_rows=5").err);
    new Folder(path).with("other.toml", BILLS.replace("rows = 4", "rows = 5"));
    assertEquals(
        "mpc-cli: --data: @other.toml and a file before it differ in bills_rows: tables that differ"
            + " have names of their own",
        compile(" --data @bills.toml --data @other.toml").err);
    Ending unread = compile(" --data @bills.toml --arg none=1");
    assertEquals(2, unread.code);
    assertTrue(unread.err.contains("there is no argument none"), unread.err);
  }

  @Test
  void aProgramForOtherBoundsIsRefusedBeforeTheTableIsRead() throws Exception {
    assertEquals(0, compile(" --data @bills.toml").code);
    new Folder(path).with("bills.toml", BILLS.replace("rows = 4", "rows = 3"));
    new Folder(path).with("bills.csv", "none");
    Ending ending = run("program try @p.vm --data 1=@bills.toml --input 2=@more.txt");
    assertEquals(3, ending.code);
    assertEquals(
        "mpc-cli: @bills.toml: table bills has a capacity of 3 rows, and the program takes 4 of"
            + " bills_sum1",
        ending.err);
  }

  @Test
  void optionsThatAreOfNoUseAreRefused() {
    assertEquals(0, compile(" --data @bills.toml").code);
    String start = "program try @p.vm --input 2=@more.txt";
    assertTrue(
        run("program try @p.vm --data 1=@bills.toml --data 2=@bills.toml")
            .err
            .contains("--data 2=FILE"),
        "no input of party 2 is in the table");
    assertTrue(
        run(start + " --data 1=@bills.toml --csv 1=@bills.csv").err.contains("leave out"),
        "the table gives all values");
    assertTrue(
        run(start + " --csv 1=@bills.csv --class-path x").err.contains("--data N=FILE"),
        "there are no drivers to load");
    Ending missing = run("program run --program @p.vm --party 1 --run-name x");
    assertFalse(missing.code == 0, missing.err);
  }
}
