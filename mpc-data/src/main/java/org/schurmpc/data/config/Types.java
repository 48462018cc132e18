package org.schurmpc.data.config;

import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.cli.config.ConfigTable;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.data.schema.ChoiceType;
import org.schurmpc.data.schema.Column;
import org.schurmpc.data.schema.ColumnType;
import org.schurmpc.data.schema.DateType;
import org.schurmpc.data.schema.DecimalType;
import org.schurmpc.data.schema.IntegerType;
import org.schurmpc.data.schema.KeyType;
import org.schurmpc.data.schema.Misfit;
import org.schurmpc.data.schema.TextType;
import org.schurmpc.data.schema.TimestampType;

/** Reads the types of columns. */
final class Types {
  /** The keys that name a type, of which a column has one. */
  static final List<String> TYPES =
      List.of("integer", "decimal", "string", "date", "timestamp", "boolean", "one_of");

  /** The keys beside the type. */
  static final List<String> OTHERS = List.of("as", "bits", "from", "null");

  private static final int MOST_DIGITS = 36;
  private static final int MOST_BYTES = 1 << 12;
  private static final int LEAST_KEY = 40;
  private static final int MOST_KEY = 84; // what comparisons over p128 take
  private static final int USUAL_KEY = 64;
  private static final int MOST_WORDS = 1 << 12;

  private Types() {}

  /** Returns a column. */
  static Column column(ConfigTable columns, String name) throws BadFile {
    ConfigTable column = columns.table(name).orElseThrow();
    Set<String> known = new LinkedHashSet<>(TYPES);
    known.addAll(OTHERS);
    column.requireOnly(known);
    List<String> given = TYPES.stream().filter(column::has).toList();
    if (given.size() != 1) {
      throw columns.wrong(
          name,
          "has %s: give one of %s"
              .formatted(
                  given.isEmpty() ? "no type" : "several types: " + String.join(", ", given),
                  String.join(", ", TYPES)));
    }
    String type = given.get(0);
    for (String key : List.of("as", "bits")) {
      if (column.has(key) && !(type.equals("string") && column.has("as"))) {
        throw column.wrong(key, "is for keys alone: string = BYTES, as = \"key\"");
      }
    }
    String from = column.text("from").orElse(name);
    return new Column(name, from, type(column, type), column.flag("null"));
  }

  private static ColumnType type(ConfigTable column, String type) throws BadFile {
    return switch (type) {
      case "integer" -> {
        long[] bounds = numbers(column, type, "[LEAST, GREATEST]");
        if (bounds[0] > bounds[1]) {
          throw column.wrong(type, "has bounds in the wrong order");
        }
        yield new IntegerType(bounds[0], bounds[1]);
      }
      case "decimal" -> {
        long[] digits = numbers(column, type, "[DIGITS, OF THEM BEHIND THE POINT]");
        if (digits[0] < 1 || digits[0] > MOST_DIGITS || digits[1] < 0 || digits[1] > digits[0]) {
          throw column.wrong(
              type, "is not 1 to %d digits, and as many behind the point".formatted(MOST_DIGITS));
        }
        yield new DecimalType((int) digits[0], (int) digits[1]);
      }
      case "string" -> string(column);
      case "date" -> {
        List<String> bounds = pair(column, type, "[FIRST, LAST]");
        LocalDate first = date(column, bounds.get(0));
        LocalDate last = date(column, bounds.get(1));
        if (last.isBefore(first)) {
          throw column.wrong(type, "has bounds in the wrong order");
        }
        yield new DateType(first, last);
      }
      case "timestamp" -> {
        List<String> bounds = pair(column, type, "[FIRST, LAST]");
        Instant first = instant(column, bounds.get(0));
        Instant last = instant(column, bounds.get(1));
        if (last.isBefore(first)) {
          throw column.wrong(type, "has bounds in the wrong order");
        }
        yield new TimestampType(first, last);
      }
      case "boolean" -> {
        if (!column.flag(type)) {
          throw column.wrong(type, "is not true: write boolean = true");
        }
        yield ChoiceType.booleans();
      }
      case "one_of" -> {
        List<String> words = column.texts(type).orElseThrow();
        if (words.isEmpty()
            || words.size() > MOST_WORDS
            || new LinkedHashSet<>(words).size() < words.size()) {
          throw column.wrong(type, "is no list of 1 to %d different words".formatted(MOST_WORDS));
        }
        yield new ChoiceType(words, false);
      }
      default -> throw new IllegalArgumentException(type);
    };
  }

  private static ColumnType string(ConfigTable column) throws BadFile {
    int bytes = column.number("string", 1, MOST_BYTES).orElseThrow();
    Optional<String> as = column.text("as");
    if (as.isEmpty()) {
      return new TextType(bytes);
    }
    column.requireWord("as", as.get(), List.of("key"));
    return new KeyType(bytes, column.number("bits", LEAST_KEY, MOST_KEY).orElse(USUAL_KEY));
  }

  private static List<String> pair(ConfigTable column, String key, String form) throws BadFile {
    List<String> pair = column.texts(key).orElseThrow();
    if (pair.size() != 2) {
      throw column.wrong(key, "is not " + form);
    }
    return pair;
  }

  private static long[] numbers(ConfigTable column, String key, String form) throws BadFile {
    List<String> pair = pair(column, key, form);
    try {
      return new long[] {Long.parseLong(pair.get(0)), Long.parseLong(pair.get(1))};
    } catch (NumberFormatException e) {
      throw column.wrong(key, "is not %s in whole numbers of 64 bits".formatted(form));
    }
  }

  private static LocalDate date(ConfigTable column, String text) throws BadFile {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException e) {
      throw column.wrong("date", "has a bound that is no date such as 2026-02-28");
    }
  }

  private static Instant instant(ConfigTable column, String text) throws BadFile {
    try {
      return TimestampType.instant(text);
    } catch (Misfit e) {
      throw column.wrong("timestamp", "has a bound that " + e.getMessage());
    }
  }
}
