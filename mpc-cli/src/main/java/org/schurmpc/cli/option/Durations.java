package org.schurmpc.cli.option;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations such as 200ms, 30s, 5m. */
public final class Durations implements ITypeConverter<Duration> {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})(ms|s|m)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("a duration is written like 200ms, 30s or 5m");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }
}
