package org.schurmpc.data.config;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.schurmpc.cli.config.ConfigTable;
import org.schurmpc.core.abort.BadFile;

/** Reads where tables come from and where results go. */
final class Places {
  private static final List<String> DATABASE = List.of("user", "password_file", "timeout", "fetch");

  /** The keys of a table. */
  static final Set<String> TABLE_KEYS = keys(List.of("query", "rows", "key", "order", "columns"));

  /** The keys of a result. */
  static final Set<String> RESULT_KEYS = keys(List.of("into", "columns"));

  private static final int USUAL_TIMEOUT = 60;
  private static final int MOST_TIMEOUT = 86_400;
  private static final int USUAL_FETCH = 1_000;
  private static final int MOST_FETCH = 1 << 20;
  private static final Pattern PASSWORD = Pattern.compile("password|//[^/?]*:[^/?]*@");
  private static final Pattern TABLE =
      Pattern.compile("[A-Za-z][A-Za-z0-9_]*([.][A-Za-z][A-Za-z0-9_]*)?");

  private Places() {}

  private static Set<String> keys(List<String> own) {
    Set<String> keys = new LinkedHashSet<>(List.of("csv", "jdbc"));
    keys.addAll(DATABASE);
    keys.addAll(own);
    return keys;
  }

  /** Returns where a table comes from. */
  static Place source(ConfigTable table) throws BadFile {
    Place place = place(table, "query");
    if (place instanceof Place.Jdbc jdbc && !Statements.isOne(jdbc.statement())) {
      throw table.wrong("query", "is more than one statement: leave out what is behind the ';'");
    }
    return place;
  }

  /** Returns where a result goes. */
  static Place target(ConfigTable table) throws BadFile {
    Place place = place(table, "into");
    if (place instanceof Place.Elsewhere) {
      throw table.wrong("csv", "is missing: say csv = \"FILE\", or jdbc with into = \"TABLE\"");
    }
    if (place instanceof Place.Jdbc jdbc && !TABLE.matcher(jdbc.statement()).matches()) {
      throw table.wrong("into", "is no name of a table: letters, digits and underscores");
    }
    return place;
  }

  private static Place place(ConfigTable table, String statement) throws BadFile {
    boolean csv = table.has("csv");
    boolean jdbc = table.has("jdbc");
    if (csv && jdbc) {
      throw table.wrong("csv", "and jdbc are both there: a table has one place");
    }
    if (!jdbc) {
      for (String key : DATABASE) {
        if (table.has(key)) {
          throw table.wrong(key, "is for databases, and there is no jdbc");
        }
      }
      if (table.has(statement)) {
        throw table.wrong(statement, "is for databases, and there is no jdbc");
      }
      return csv ? new Place.Csv(table.path("csv")) : new Place.Elsewhere();
    }
    Optional<String> text = table.text(statement);
    if (text.isEmpty()) {
      throw table.wrong(statement, "is missing");
    }
    return new Place.Jdbc(database(table), text.get());
  }

  private static Database database(ConfigTable table) throws BadFile {
    String url = table.text("jdbc").orElseThrow();
    if (!url.startsWith("jdbc:")) {
      throw table.wrong("jdbc", "does not begin with jdbc:");
    }
    if (PASSWORD.matcher(url.toLowerCase(Locale.ROOT)).find()) {
      throw table.wrong("jdbc", "holds a password: name its file with password_file");
    }
    int timeout = table.number("timeout", 1, MOST_TIMEOUT).orElse(USUAL_TIMEOUT);
    return new Database(
        url,
        table.text("user"),
        table.has("password_file") ? Optional.of(table.path("password_file")) : Optional.empty(),
        Duration.ofSeconds(timeout),
        table.number("fetch", 1, MOST_FETCH).orElse(USUAL_FETCH));
  }
}
