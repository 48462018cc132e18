package org.schurmpc.service.config;

import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.cli.config.ConfigTable;
import org.schurmpc.core.abort.BadFile;

/**
 * Says when a job of many clients runs.
 *
 * @param least number of requests below which it does not run
 * @param most number of places
 * @param close {@code full} (when all places have a request), {@code operator}, or a time of day in
 *     UTC, such as {@code 18:00}
 */
public record Gather(int least, int most, String close) {
  /** Maximum number of places: that of requests in an entry of the parties' log. */
  public static final int MAX_PLACES = 200;

  static Optional<Gather> of(ConfigTable table) throws BadFile {
    Optional<ConfigTable> gather = table.table("gather");
    if (gather.isEmpty()) {
      return Optional.empty();
    }
    ConfigTable keys = gather.get();
    keys.requireOnly(Set.of("least", "most", "close"));
    int most =
        keys.number("most", 1, MAX_PLACES).orElseThrow(() -> keys.wrong("most", "is missing"));
    int least = keys.number("least", 1, most).orElse(1);
    String close = keys.text("close").orElse("full");
    if (!Set.of("full", "operator").contains(close) && !isTime(close)) {
      throw keys.wrong(
          "close", "is '" + close + "'; valid are full, operator, and a time as 18:00");
    }
    return Optional.of(new Gather(least, most, close));
  }

  private static boolean isTime(String text) {
    try {
      LocalTime.parse(text);
      return text.length() == 5;
    } catch (DateTimeParseException e) {
      return false;
    }
  }
}
