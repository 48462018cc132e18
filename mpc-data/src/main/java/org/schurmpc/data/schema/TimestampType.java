package org.schurmpc.data.schema;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Points in time, as numbers of seconds since the first one. A time without a zone is one of UTC.
 *
 * @param first the first point in time, in whole seconds
 * @param last the last point in time, in whole seconds
 */
public record TimestampType(Instant first, Instant last) implements ColumnType {
  private static final Pattern TEXT =
      Pattern.compile(
          "(\\d{4}-\\d{2}-\\d{2})[T ](\\d{2}:\\d{2}(?::\\d{2})?)(?:[.](\\d+))?"
              + " ?(?:(Z)|([+-])(\\d{2})(?::?(\\d{2}))?(?::?(\\d{2}))?)?");

  /**
   * Reads a point in time.
   *
   * @throws Misfit if the text is none, or has a fraction of a second that is not zero
   */
  public static Instant instant(String text) throws Misfit {
    Matcher time = TEXT.matcher(text.strip());
    if (!time.matches()) {
      throw new Misfit("is no time such as 2026-02-28 12:30:00 or 2026-02-28T12:30:00Z");
    }
    if (time.group(3) != null && !time.group(3).matches("0+")) {
      throw new Misfit("has a fraction of a second: let the query cut it off");
    }
    try {
      return LocalDate.parse(time.group(1))
          .atTime(LocalTime.parse(time.group(2)))
          .toInstant(zone(time));
    } catch (DateTimeException e) {
      throw new Misfit("is a time that no calendar has");
    }
  }

  private static ZoneOffset zone(Matcher time) {
    if (time.group(5) == null) {
      return ZoneOffset.UTC;
    }
    int sign = time.group(5).equals("-") ? -1 : 1;
    return ZoneOffset.ofHoursMinutesSeconds(
        sign * number(time.group(6)), sign * number(time.group(7)), sign * number(time.group(8)));
  }

  private static int number(String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  @Override
  public List<Span> spans() {
    return List.of(Span.of(0, last.getEpochSecond() - first.getEpochSecond()));
  }

  @Override
  public BigInteger[] encode(String text) throws Misfit {
    Instant time = instant(text);
    if (time.isBefore(first) || time.isAfter(last)) {
      throw new Misfit("is not from %s to %s".formatted(first, last));
    }
    return new BigInteger[] {BigInteger.valueOf(time.getEpochSecond() - first.getEpochSecond())};
  }

  @Override
  public Object decode(BigInteger[] parts) {
    return OffsetDateTime.ofInstant(first.plusSeconds(parts[0].longValueExact()), ZoneOffset.UTC);
  }

  @Override
  public String describe() {
    return "timestamp from %s to %s, in seconds since the first".formatted(first, last);
  }

  @Override
  public int width(BigInteger[] parts) {
    return parts[0].bitLength();
  }

  @Override
  public String widthUnit() {
    return "of %d bits".formatted(spans().get(0).bits());
  }
}
