package org.schurmpc.bench.reproduce;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Locale;
import org.schurmpc.bench.report.TextLines;

/** How a value of a row is written for people. */
enum ValueKind {
  /** The value as text. */
  @JsonProperty("text")
  TEXT,
  /** Four significant digits or the whole number, for times. */
  @JsonProperty("digits")
  DIGITS,
  /** The whole number with thousands separated, for rates. */
  @JsonProperty("whole")
  WHOLE,
  /** Three digits after the point. */
  @JsonProperty("thousandths")
  THOUSANDTHS,
  /** Two digits after the point. */
  @JsonProperty("hundredths")
  HUNDREDTHS,
  /** Two significant digits or the whole number, for quotients. */
  @JsonProperty("ratio")
  RATIO,
  /** A number of bytes in KiB or MiB. */
  @JsonProperty("size")
  SIZE,
  /** An integer with thousands separated. */
  @JsonProperty("count")
  COUNT,
  /** The number of elements of an array or list. */
  @JsonProperty("length")
  LENGTH;

  private static final double KIB = 1 << 10;

  /** Writes a value; one that is no number, as a file may have it, is written as text. */
  String show(Object value) {
    if (this != LENGTH && !(value instanceof Number)) {
      return value.toString();
    }
    return switch (this) {
      case TEXT -> value.toString();
      case DIGITS -> TextLines.number(number(value));
      case WHOLE -> "%,.0f".formatted(number(value));
      case THOUSANDTHS -> String.format(Locale.ROOT, "%.3f", number(value));
      case HUNDREDTHS -> "%.2f".formatted(number(value));
      case RATIO -> ratio(number(value));
      case SIZE -> size(number(value));
      case COUNT -> "%,d".formatted(((Number) value).longValue());
      case LENGTH -> length(value);
    };
  }

  private static String length(Object value) {
    if (value instanceof List<?> list) {
      return Integer.toString(list.size());
    }
    return value.getClass().isArray() ? Integer.toString(Array.getLength(value)) : value.toString();
  }

  private static double number(Object value) {
    return ((Number) value).doubleValue();
  }

  private static String ratio(double ratio) {
    return ratio >= 10 ? "%,.0f".formatted(ratio) : "%.2g".formatted(ratio);
  }

  private static String size(double bytes) {
    double kib = bytes / KIB;
    return kib < KIB ? "%.1f KiB".formatted(kib) : "%.1f MiB".formatted(kib / KIB);
  }
}
