package org.schurmpc.service.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.cli.config.ConfigTable;
import org.schurmpc.core.abort.BadFile;

/** Reads spans of time, such as {@code 60s}, {@code 10m}, {@code 24h} and {@code 30d}. */
final class Spans {
  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,5})([smhd])");

  private Spans() {}

  /**
   * Returns the span under a key.
   *
   * @throws BadFile unless the span is between {@code least} and {@code most}, inclusive
   */
  static Duration read(
      ConfigTable table, String key, Duration least, Duration most, Duration otherwise)
      throws BadFile {
    Optional<String> text = table.text(key);
    if (text.isEmpty()) {
      return otherwise;
    }
    Matcher form = FORM.matcher(text.get());
    if (form.matches()) {
      Duration span = Duration.ofSeconds(Long.parseLong(form.group(1)) * seconds(form.group(2)));
      if (span.compareTo(least) >= 0 && span.compareTo(most) <= 0) {
        return span;
      }
    }
    throw table.wrong(
        key,
        "is no span of time from %s to %s, such as 90s, 10m, 24h or 30d"
            .formatted(text(least), text(most)));
  }

  private static long seconds(String unit) {
    return switch (unit) {
      case "s" -> 1;
      case "m" -> 60;
      case "h" -> 3600;
      default -> 86400;
    };
  }

  /** Returns a span in its largest whole unit. */
  static String text(Duration span) {
    long seconds = span.toSeconds();
    if (seconds % 86400 == 0) {
      return seconds / 86400 + "d";
    }
    if (seconds % 3600 == 0) {
      return seconds / 3600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
