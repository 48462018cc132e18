package org.schurmpc.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.data.ResultTables;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.program.ProgramPort;

/** What holds for tables of every database. */
abstract class DatabaseCases {
  static final String PASSWORD = "planted-4711";
  private static final ClassLoader DRIVERS = DatabaseCases.class.getClassLoader();
  private static final String DIGEST = "0".repeat(64);
  private static final String RUNS =
      "create table schur_mpc_runs (run varchar(64) primary key, digest varchar(64) not null)";

  @TempDir Path path;
  Folder folder;

  /** Returns the address of an empty database of the test. */
  abstract String url() throws Exception;

  /** Returns the lines of a description that name the user. */
  abstract String login();

  /** Returns the type of columns that keep decimals of 19 digits. */
  abstract String exact();

  /** Connects as the owner of the tables. */
  Connection connect() throws Exception {
    return DriverManager.getConnection(url());
  }

  @BeforeEach
  void begin() throws Exception {
    folder = new Folder(path).withSecret("pw", PASSWORD + "\n");
  }

  void sql(String... statements) throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  String toml(String query, String more, String columns) throws Exception {
    return """
        [table.t]
        jdbc = "%s"
        %squery = '''%s'''
        rows = 6
        %s
        [table.t.columns]
        %s
        """
        .formatted(url(), login(), query, more, columns);
  }

  /** Reads a table of one column, and returns what it gives. */
  String column(String query, String type, ProgramPort port) throws Exception {
    return Folder.text(folder.read(toml(query, "", "c = { " + type + " }"), port).get(port.name()));
  }

  void assertFails(String sentence, String query, String type, ProgramPort port) throws Exception {
    assertFails(sentence, toml(query, "", "c = { " + type + " }"), port);
  }

  void assertFails(String sentence, String toml, ProgramPort port) throws Exception {
    BadFile e = assertThrows(BadFile.class, () -> folder.read(toml, port));
    assertEquals(sentence, e.getMessage());
    assertEquals(ExitCode.BAD_FILE, e.exitCode());
    for (Throwable each = e; each != null; each = each.getCause()) {
      assertFalse(each.toString().contains(PASSWORD), "the password is in " + each.getClass());
      assertFalse(each.toString().contains("secret"), "a value is in " + each.getClass());
    }
  }

  @Test
  void integers() throws Exception {
    sql(
        "create table v (n integer, c bigint)",
        "insert into v values (1, -9223372036854775808), (2, 9223372036854775807), (3, null)");
    String type = "integer = ['-9223372036854775808', '9223372036854775807'], null = true";
    assertEquals(
        "-9223372036854775808 9223372036854775807 " + "-9223372036854775808 ".repeat(4).strip(),
        column("select c from v order by n", type, Folder.signed("c", 64, 6)));
    assertFails(
        "table t, row 2, column c: the value is not from -9223372036854775808 to"
            + " 9223372036854775806",
        "select c from v order by n",
        type.replace("5807'", "5806'"),
        Folder.signed("c", 64, 6));
    assertFails(
        "table t, row 3, column c: the value is missing, and the column has no null = true",
        "select c from v order by n",
        type.replace(", null = true", ""),
        Folder.signed("c", 64, 6));
  }

  @Test
  void decimals() throws Exception {
    sql(
        "create table v (n integer, c numeric(6, 2))",
        "insert into v values (1, -9999.99), (2, 9999.99), (3, 0.5)");
    assertEquals(
        "-999999 999999 50 " + "-999999 ".repeat(3).strip(),
        column("select c from v order by n", "decimal = [6, 2]", Folder.signed("c", 21, 6)));
    assertFails(
        "table t, row 1, column c: the value has more than 1 digits behind its point",
        "select c from v order by n",
        "decimal = [6, 1]",
        Folder.signed("c", 21, 6));
    assertFails(
        "table t, row 1, column c: the value has more than 3 digits before its point",
        "select c from v order by n",
        "decimal = [5, 2]",
        Folder.signed("c", 21, 6));
  }

  @Test
  void wordsAndTruth() throws Exception {
    sql(
        "create table v (n integer, c varchar(9), b boolean)",
        "insert into v values (1, 'C', true), (2, 'A', false), (3, 'secret', null)");
    String head = "select c, b from v where n < 3 order by n";
    assertEquals("2 0 0 0 0 0", column(head, "one_of = [\"A\", \"B\", \"C\"]", port(2)));
    assertEquals("1 0 0 0 0 0", column(head.replace("c, b", "b as c"), "boolean = true", port(1)));
    assertFails(
        "table t, row 3, column c: the value is none of the words that are listed",
        "select c from v order by n",
        "one_of = [\"A\", \"B\", \"C\"]",
        port(2));
  }

  @Test
  void texts() throws Exception {
    String heart = new String(Character.toChars(0x1F9E1));
    sql("create table v (n integer, c varchar(40))");
    try (Connection connection = connect();
        PreparedStatement insert = connection.prepareStatement("insert into v values (?, ?)")) {
      List<String> texts = List.of(heart + heart, "\u00e9", "e\u0301", "");
      for (int i = 0; i < texts.size(); i++) {
        insert.setInt(1, i);
        insert.setString(2, texts.get(i));
        insert.executeUpdate();
      }
    }
    String query = "select c from v order by n";
    String[] codes = column(query, "string = 8", Folder.port("c", 64, 6)).split(" ", -1);
    assertEquals(new BigInteger("f09fa7a1f09fa7a1", 16), new BigInteger(codes[0]));
    assertEquals(new BigInteger("c3a9000000000000", 16), new BigInteger(codes[1]));
    assertEquals(codes[1], codes[2], "composed and decomposed");
    assertEquals("0", codes[3]);
    String[] keys =
        column(
                "select c from v where n < 3 order by n",
                "string = 8, as = \"key\"",
                Folder.port("c", 64, 6))
            .split(" ", -1);
    assertEquals(keys[1], keys[2]);
    assertFails(
        "table t, row 1, column c: the value is longer than 7 bytes of UTF-8",
        query,
        "string = 7",
        Folder.port("c", 56, 6));
  }

  @Test
  void datesAndTimes() throws Exception {
    sql(
        "create table v (n integer, c date, at timestamp)",
        "insert into v values (1, '2024-02-29', '2024-02-29 23:59:59')",
        "insert into v values (2, '2024-03-01', '2024-03-01 00:00:00')");
    String query = "select c, at from v order by n";
    assertEquals("0 1 0 0 0 0", column(query, "date = [\"2024-02-29\", \"2024-03-01\"]", port(1)));
    String times = "timestamp = [\"2024-02-29 23:59:59\", \"2024-03-01 00:00:00\"]";
    assertEquals("0 1 0 0 0 0", column("select at as c from v order by n", times, port(1)));
    assertFails(
        "table t, row 2, column c: the value is not from 2024-02-28 to 2024-02-29",
        query,
        "date = [\"2024-02-28\", \"2024-02-29\"]",
        port(1));
    assertFails(
        "table t, row 1, column c: the value is not from 2024-03-01T00:00:00Z to"
            + " 2024-03-01T00:00:01Z",
        "select at as c from v order by n",
        "timestamp = [\"2024-03-01 00:00:00\", \"2024-03-01 00:00:01\"]",
        port(1));
  }

  static ProgramPort port(int bits) {
    return Folder.port("c", bits, 6);
  }

  @Test
  void aColumnThatIsGoneOrOfAnotherType() throws Exception {
    sql("create table v (x varchar(9))", "insert into v values ('secret')");
    assertFails(
        "table t: the query gives no column c", "select x from v", "integer = [0, 9]", port(4));
    assertFails(
        "table t, row 1, column c: the value is no number",
        "select x as c from v",
        "integer = [0, 9]",
        port(4));
  }

  @Test
  void moreRowsThanTheCapacity() throws Exception {
    sql("create table v (c integer)", "insert into v values (1), (1), (1), (1), (1), (1), (1)");
    assertFails(
        "table t has more rows than its capacity of 6: raise rows at all parties, or ask for fewer",
        "select c from v",
        "integer = [0, 9]",
        port(4));
  }

  @Test
  void decimalsComeBackExactly() throws Exception {
    Random random = new Random(5);
    sql(RUNS, "create table out (n integer, x %s)".formatted(exact()));
    List<BigDecimal> values = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      values.add(new BigDecimal(BigInteger.valueOf(random.nextLong()).shiftRight(3), 4));
    }
    ResultTables results =
        results(
            "n = { integer = [0, 9999] }\nx = { decimal = [19, 4] }",
            Folder.port("r_n", 14, values.size()),
            Folder.signed("r_x", 65, values.size()));
    SortedMap<String, BigInteger[]> outputs = new TreeMap<>();
    outputs.put("r_x", values.stream().map(BigDecimal::unscaledValue).toArray(BigInteger[]::new));
    BigInteger[] numbers = new BigInteger[values.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = BigInteger.valueOf(i);
    }
    outputs.put("r_n", numbers);
    results.write(DRIVERS, "exact", DIGEST, outputs);
    assertEquals(
        values.stream().map(BigDecimal::toPlainString).toList(),
        rows("select x from out order by n"));
  }

  private ResultTables results(String columns, ProgramPort... ports) throws Exception {
    String toml =
        """
        [result.r]
        jdbc = "%s"
        %sinto = "out"
        [result.r.columns]
        %s
        """
            .formatted(url(), login(), columns);
    return folder.data(toml).results(List.of(ports)).orElseThrow();
  }

  List<String> rows(String query) throws Exception {
    List<String> all = new ArrayList<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(rows.getString(i));
        }
        all.add(String.join(" ", row.stream().map(String::valueOf).toList()));
      }
    }
    return all;
  }

  private static final String RESULT =
      """
      day = { date = ["2024-02-28", "2024-03-01"] }
      sum = { decimal = [6, 2], null = true }
      note = { string = 4 }
      """;

  private ResultTables someResults() throws Exception {
    return results(
        RESULT,
        Folder.port("r_day", 2, 3),
        Folder.signed("r_sum", 21, 3),
        Folder.port("r_sum_null", 1, 3),
        Folder.port("r_note", 32, 3),
        Folder.port("r_valid", 1, 3));
  }

  private static SortedMap<String, BigInteger[]> outputs(long lastDay) {
    SortedMap<String, BigInteger[]> outputs = new TreeMap<>();
    outputs.put("r_day", numbers(1, 0, lastDay));
    outputs.put("r_sum", numbers(-150, 7, 0));
    outputs.put("r_sum_null", numbers(0, 1, 0));
    outputs.put("r_note", numbers(0x61000000L, 0, 0));
    outputs.put("r_valid", numbers(1, 1, 0));
    return outputs;
  }

  private static BigInteger[] numbers(long... values) {
    BigInteger[] all = new BigInteger[values.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = BigInteger.valueOf(values[i]);
    }
    return all;
  }

  /** What other parties and clients choose, values and names of runs, is data. */
  @Test
  void noValueReachesAStatement() throws Exception {
    sql(RUNS, "create table out (note varchar(15))", "create table v (c integer)");
    List<String> texts =
        List.of("');drop table v", "'||(select 1)||", "\";select 1;--\"", "?%s\\$1");
    ResultTables results =
        results("note = { string = 15 }", Folder.port("r_note", 120, texts.size()));
    SortedMap<String, BigInteger[]> outputs = new TreeMap<>();
    outputs.put(
        "r_note",
        texts.stream()
            .map(text -> Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), 15))
            .map(bytes -> new BigInteger(1, bytes))
            .toArray(BigInteger[]::new));
    String run = "'); drop table v; --";
    results.check(DRIVERS, run);
    results.write(DRIVERS, run, DIGEST, outputs);
    assertEquals(
        texts.stream().sorted().toList(), rows("select note from out").stream().sorted().toList());
    assertEquals(List.of(run), rows("select run from schur_mpc_runs"));
    assertEquals(List.of("0"), rows("select count(*) from v"));
  }

  @Test
  void aRunIsWrittenOnce() throws Exception {
    sql(RUNS, "create table out (day date, sum numeric(6, 2), note varchar(4))");
    ResultTables results = someResults();
    results.check(DRIVERS, "monday");
    results.write(DRIVERS, "monday", DIGEST, outputs(9));
    String written = "select day, sum, note from out order by day";
    List<String> rows = rows(written);
    assertEquals(2, rows.size(), "the third row is not there");
    assertTrue(rows.get(0).startsWith("2024-02-28 null"), rows.get(0));
    assertTrue(rows.get(1).startsWith("2024-02-29 -1.5"), rows.get(1));
    assertTrue(rows.get(1).endsWith(" a"), rows.get(1));
    String sentence =
        "result r: the database has the rows of run monday already, and a run is written once";
    assertEquals(
        sentence, assertThrows(BadFile.class, () -> results.check(DRIVERS, "monday")).getMessage());
    assertEquals(
        sentence,
        assertThrows(BadFile.class, () -> results.write(DRIVERS, "monday", DIGEST, outputs(9)))
            .getMessage());
    assertEquals(rows, rows(written));
    assertEquals(List.of("monday " + DIGEST), rows("select run, digest from schur_mpc_runs"));
    results.check(DRIVERS, "tuesday");
  }

  /** The table itself refuses a second run, and the run is then not noted. */
  @Test
  void allOrNothing() throws Exception {
    sql(RUNS, "create table out (day date primary key, sum numeric(6, 2), note varchar(4))");
    sql("insert into out values ('2024-02-28', 1, 'x')");
    BadFile e =
        assertThrows(
            BadFile.class, () -> someResults().write(DRIVERS, "monday", DIGEST, outputs(0)));
    assertTrue(
        e.getMessage()
            .startsWith(
                "result r: a row breaks a rule of the table, such as a key that is there already"),
        e.getMessage());
    assertEquals(List.of("1"), rows("select count(*) from out"));
    assertEquals(List.of("0"), rows("select count(*) from schur_mpc_runs"));
  }

  @Test
  void runsNeedTheirPrimaryKey() throws Exception {
    sql(
        "create table schur_mpc_runs (run varchar(64), digest varchar(64))",
        "create table out (day date, sum numeric(6, 2), note varchar(4))");
    BadFile e = assertThrows(BadFile.class, () -> someResults().check(DRIVERS, "monday"));
    assertEquals(
        "result r: the database has no table schur_mpc_runs with the primary key run: create table"
            + " schur_mpc_runs (run varchar(64) primary key, digest varchar(64) not null)",
        e.getMessage());
  }

  @Test
  void aValueOutOfTheRangeOfItsResult() throws Exception {
    sql(RUNS, "create table out (day date, sum numeric(6, 2), note varchar(4))");
    SortedMap<String, BigInteger[]> outputs = outputs(9);
    outputs.put("r_valid", numbers(1, 1, 1));
    BadFile e =
        assertThrows(BadFile.class, () -> someResults().write(DRIVERS, "monday", DIGEST, outputs));
    assertEquals("result r, row 3, column day: is out of its range", e.getMessage());
    assertEquals(List.of("0"), rows("select count(*) from schur_mpc_runs"));
  }

  @Test
  void aQueryCannotWrite() throws Exception {
    sql("create table v (c integer)", "insert into v values (1)");
    BadFile e =
        assertThrows(
            BadFile.class,
            () ->
                folder.read(
                    toml("insert into v values (2) returning c", "", "c = { integer = [0, 9] }"),
                    port(4)));
    assertTrue(
        e.getMessage().startsWith("table t: the statement writes, and only reads are allowed"),
        e.getMessage());
    assertEquals(List.of("1"), rows("select c from v"));
  }
}
