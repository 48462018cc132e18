package org.schurmpc.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that docs/service.md explains each key of the configuration, and no other. */
class DocumentedKeysTest {
  private static Set<String> keys(Class<?> of) throws Exception {
    Field field = of.getDeclaredField("KEYS");
    field.setAccessible(true);
    Set<String> keys = new TreeSet<>();
    ((Set<?>) field.get(null)).forEach(each -> keys.add((String) each));
    return keys;
  }

  /** Returns the words in code in the first column of the table that begins with a word. */
  private static Set<String> documented(String page, String table) {
    String rows = page.substring(page.indexOf("\n| `" + table + "`"));
    rows = rows.substring(1, rows.indexOf("\n\n"));
    Set<String> names = new TreeSet<>();
    for (String row : rows.split("\n", -1)) {
      String first = row.split("\\|", -1)[1];
      Matcher word = Pattern.compile("`([a-z_]+)`").matcher(first);
      while (word.find()) {
        names.add(word.group(1));
      }
    }
    return names;
  }

  @Test
  void everyKeyIsExplained() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "service.md"));
    assertEquals(keys(ServiceConfig.Settings.class), documented(page, "[service]"));
    assertEquals(keys(Stock.class), documented(page, "[stock.NAME]"));
    assertEquals(keys(JobEntry.class), documented(page, "[[job]]"));
    Set<String> tables = new TreeSet<>();
    Matcher table = Pattern.compile("(?m)^\\| `\\[+([a-z]+)").matcher(page);
    while (table.find()) {
      tables.add(table.group(1));
    }
    assertEquals(keys(ServiceConfig.class), tables);
    assertEquals(
        new TreeSet<>(Arrays.asList("address", "clients", "fingerprint")),
        documented(page, "[[party]]"));
    assertEquals(
        new TreeSet<>(Arrays.asList("name", "fingerprint")), documented(page, "[[client]]"));
  }
}
