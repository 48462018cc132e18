package org.schurmpc.data.schema;

import java.math.BigInteger;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dates, as numbers of days since the first one.
 *
 * @param first the first date
 * @param last the last date
 */
public record DateType(LocalDate first, LocalDate last) implements ColumnType {
  /** Some databases give a date with the time of midnight. */
  private static final Pattern TEXT =
      Pattern.compile("(\\d{4}-\\d{2}-\\d{2})([T ]00:00(:00([.]0+)?)?)?");

  @Override
  public List<Span> spans() {
    return List.of(Span.of(0, last.toEpochDay() - first.toEpochDay()));
  }

  @Override
  public BigInteger[] encode(String text) throws Misfit {
    Matcher date = TEXT.matcher(text.strip());
    if (!date.matches()) {
      throw new Misfit("is no date such as 2026-02-28");
    }
    LocalDate day;
    try {
      day = LocalDate.parse(date.group(1));
    } catch (DateTimeParseException e) {
      throw new Misfit("is a date that no calendar has");
    }
    if (day.isBefore(first) || day.isAfter(last)) {
      throw new Misfit("is not from %s to %s".formatted(first, last));
    }
    return new BigInteger[] {BigInteger.valueOf(day.toEpochDay() - first.toEpochDay())};
  }

  @Override
  public Object decode(BigInteger[] parts) {
    return first.plusDays(parts[0].longValueExact());
  }

  @Override
  public String describe() {
    return "date from %s to %s, in days since the first".formatted(first, last);
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
