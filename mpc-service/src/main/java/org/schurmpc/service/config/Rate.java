package org.schurmpc.service.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Limits how often something happens: at most {@code count} times in any span of a length. Written
 * {@code 60/min}, {@code 600/hour} or {@code 100000/day}.
 *
 * @param count 1 to 1,000,000,000
 * @param per the span's length
 */
public record Rate(int count, Per per) {
  /** Maximum number of times. */
  public static final int MAX_COUNT = 1_000_000_000;

  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,9})/(min|hour|day)");

  /** The length of a span. */
  public enum Per {
    MIN(Duration.ofMinutes(1)),
    HOUR(Duration.ofHours(1)),
    DAY(Duration.ofDays(1));

    private final Duration length;

    Per(Duration length) {
      this.length = length;
    }

    /** Returns the length. */
    public Duration length() {
      return length;
    }

    /** Returns the word of configurations. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Rate {
    if (count < 1 || count > MAX_COUNT) {
      throw new IllegalArgumentException("a rate of " + count);
    }
  }

  /** Returns the rate that a text says; empty if the text is no rate. */
  public static Optional<Rate> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches() || Long.parseLong(form.group(1)) > MAX_COUNT) {
      return Optional.empty();
    }
    Per per = Per.valueOf(form.group(2).toUpperCase(Locale.ROOT));
    return Optional.of(new Rate(Integer.parseInt(form.group(1)), per));
  }

  @Override
  public String toString() {
    return count + "/" + per.word();
  }
}
