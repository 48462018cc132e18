package org.schurmpc.data.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.BadFile;

class DataConfigTest {
  @TempDir Path folder;

  private DataConfig read(String toml) throws Exception {
    return DataConfig.read(Files.writeString(folder.resolve("data.toml"), toml));
  }

  private String said(String toml) {
    String message = assertThrows(BadFile.class, () -> read(toml), toml).getMessage();
    return message.replaceFirst("^.*data[.]toml(, line \\d+)?: ", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "integer = [5, 4] | key 'table.t.columns.c.integer' has bounds in the wrong order",
        "integer = [5] | key 'table.t.columns.c.integer' is not [LEAST, GREATEST]",
        "integer = [0, 1.5] | key 'table.t.columns.c.integer' is not [LEAST, GREATEST] in whole"
            + " numbers of 64 bits",
        "decimal = [2, 3] | key 'table.t.columns.c.decimal' is not 1 to 36 digits, and as many"
            + " behind the point",
        "decimal = [37, 3] | key 'table.t.columns.c.decimal' is not 1 to 36 digits, and as many"
            + " behind the point",
        "date = [\"2023-02-29\", \"2024-01-01\"] | key 'table.t.columns.c.date' has a bound that"
            + " is no date such as 2026-02-28",
        "date = [\"2025-02-01\", \"2024-01-01\"] | key 'table.t.columns.c.date' has bounds in the"
            + " wrong order",
        "boolean = false | key 'table.t.columns.c.boolean' is not true: write boolean = true",
        "one_of = [\"A\", \"A\"] | key 'table.t.columns.c.one_of' is no list of 1 to 4096"
            + " different words",
        "string = 0 | key 'table.t.columns.c.string' is no whole number from 1 to 4096",
        "string = 9, as = \"kee\" | key 'table.t.columns.c.as' is 'kee' (did you mean 'key'?);"
            + " valid are key",
        "string = 9, as = \"key\", bits = 85 | key 'table.t.columns.c.bits' is no whole number"
            + " from 40 to 84",
        "string = 9, bits = 64 | key 'table.t.columns.c.bits' is for keys alone: string = BYTES,"
            + " as = \"key\"",
        "null = true | key 'table.t.columns.c' has no type: give one of integer, decimal, string,"
            + " date, timestamp, boolean, one_of",
        "boolean = true, string = 3 | key 'table.t.columns.c' has several types: string, boolean:"
            + " give one of integer, decimal, string, date, timestamp, boolean, one_of",
      })
  void typesAreChecked(String type, String sentence) {
    assertEquals(
        sentence, said("[table.t]\nrows = 2\n[table.t.columns]\nc = { %s }\n".formatted(type)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "csv = \"a\" & jdbc = \"jdbc:x:y\" | key 'table.t.csv' and jdbc are both there: a table has"
            + " one place",
        "query = \"select 1\" | key 'table.t.query' is for databases, and there is no jdbc",
        "csv = \"a\" & user = \"u\" | key 'table.t.user' is for databases, and there is no jdbc",
        "jdbc = \"jdbc:x:y\" | key 'table.t.query' is missing",
        "jdbc = \"http://x\" & query = \"q\" | key 'table.t.jdbc' does not begin with jdbc:",
        "jdbc = \"jdbc:x:y\" & query = \"a; b\" | key 'table.t.query' is more than one statement:"
            + " leave out what is behind the ';'",
        "key = [\"d\"] | key 'table.t.key' names 'd', which is no column",
        "key = [\"n\"] | key 'table.t.key' names n, whose values may be missing",
        "order = [\"d\"] | key 'table.t.order' names 'd', which is no column",
        "order = [\"c\"] & key = [\"c\"] | key 'table.t.order' is there beside key, which is an"
            + " order, too",
      })
  void placesAreChecked(String lines, String sentence) {
    String toml =
        """
        [table.t]
        rows = 2
        %s
        [table.t.columns]
        c = { boolean = true }
        n = { boolean = true, null = true }
        """;
    assertEquals(sentence, said(toml.formatted(lines.replace(" & ", "\n"))));
  }

  @Test
  void noPasswordIsInAnAddress() {
    for (String url :
        new String[] {
          "jdbc:postgresql://h/d?password=planted",
          "jdbc:x://me:planted@h/d",
          "jdbc:x:y;Password=planted"
        }) {
      String said =
          said(
              "[table.t]\nrows = 2\njdbc = \"%s\"\nquery = \"q\"\n".formatted(url)
                  + "[table.t.columns]\nc = { boolean = true }\n");
      assertEquals("key 'table.t.jdbc' holds a password: name its file with password_file", said);
      assertFalse(said.contains("planted"));
    }
  }

  @Test
  void twoListsOfOneNameAreRefused() {
    assertEquals(
        "key 'table.t.columns' names t_c_null twice",
        said(
            """
            [table.t]
            rows = 2
            [table.t.columns]
            c = { boolean = true, null = true }
            c_null = { boolean = true }
            """));
    assertEquals(
        "key 'table.t.columns' names t_valid twice",
        said("[table.t]\nrows = 2\n[table.t.columns]\nvalid = { boolean = true }\n"));
  }

  @Test
  void resultsAreReadBackAndNamedWithCare() {
    String head =
        "[result.r]\njdbc = \"jdbc:x:y\"\ninto = \"%s\"\n[result.r.columns]\nc = { %s }\n";
    assertEquals(
        "key 'result.r.into' is no name of a table: letters, digits and underscores",
        said(head.formatted("t; drop table t", "boolean = true")));
    assertEquals(
        "key 'result.r.columns' has c, a key, which cannot be read back",
        said(head.formatted("t", "string = 9, as = \"key\"")));
    assertEquals(
        "key 'result.r.columns' has c, whose name in the database is none of letters, digits and"
            + " underscores",
        said(head.formatted("t", "boolean = true, from = \"c) values (1); --\"")));
  }

  @Test
  void statementsAreOne() {
    for (String one :
        new String[] {
          "select 1", "select 1;", "select ';'", "select \";\" ; ", "select 'it''s;'"
        }) {
      assertTrue(Statements.isOne(one), one);
    }
    for (String more : new String[] {"select 1; select 2", ";;", "select ''; x"}) {
      assertFalse(Statements.isOne(more), more);
    }
  }

  @Test
  void everyKeyIsExplained() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "data.md"));
    Set<String> keys = new TreeSet<>(Places.TABLE_KEYS);
    keys.addAll(Places.RESULT_KEYS);
    keys.addAll(Types.TYPES);
    keys.addAll(Types.OTHERS);
    for (String key : keys) {
      assertTrue(Pattern.compile("`" + key + "[` ]|, " + key + " =").matcher(page).find(), key);
    }
  }
}
