package org.schurmpc.bench.reproduce;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of a table as the paper prints it, to the digit.
 *
 * @param where the row for error messages, such as "Figure 5 of dlt14.toml, row 2"
 * @param cells by column, in order; {@link #ABSENT} where the paper prints nothing
 */
public record PaperRow(String where, Map<String, String> cells) {
  /** A cell without content. */
  static final String ABSENT = "-";

  /** A number, perhaps with half the width of its confidence interval with a unit or a star. */
  private static final Pattern NUMBER =
      Pattern.compile("([0-9]+(?:[.][0-9]+)?)(?: ± ([0-9]+)| [a-zA-Z]+| [*])?");

  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");
  private static final Pattern DECIMAL = Pattern.compile("[0-9]+[.][0-9]+");

  public PaperRow {
    cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
  }

  /** Returns a row without cells, for a measurement that the paper has no row for. */
  static PaperRow none() {
    return new PaperRow("no row of a paper", Map.of());
  }

  /** Whether the paper prints anything in a column. */
  boolean has(String column) {
    return !text(column).equals(ABSENT);
  }

  /** Returns a cell as printed; {@link #ABSENT} even if the table has no such column. */
  String text(String column) {
    return cells.getOrDefault(column, ABSENT);
  }

  /**
   * Returns a cell's number, without its interval or unit; empty where the paper prints nothing.
   *
   * @throws IllegalStateException if the cell is no number
   */
  OptionalDouble number(String column) {
    return has(column)
        ? OptionalDouble.of(Double.parseDouble(matched(column).group(1)))
        : OptionalDouble.empty();
  }

  /**
   * Returns a cell's whole number; empty where the paper prints nothing.
   *
   * @throws IllegalStateException if the cell is no whole number
   */
  OptionalInt integer(String column) {
    return has(column) ? OptionalInt.of(whole(column, 1)) : OptionalInt.empty();
  }

  /** Returns half the width of a whole number's confidence interval; empty if none is printed. */
  OptionalInt interval(String column) {
    return has(column) && matched(column).group(2) != null
        ? OptionalInt.of(whole(column, 2))
        : OptionalInt.empty();
  }

  /** Returns the number that a text is, without its interval or unit; empty if it is none. */
  static OptionalDouble parsed(String text) {
    Matcher matcher = NUMBER.matcher(text);
    return matcher.matches()
        ? OptionalDouble.of(Double.parseDouble(matcher.group(1)))
        : OptionalDouble.empty();
  }

  /** Returns the cells by column as JSON has them: as a number if nothing else is printed there. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    cells.forEach((column, text) -> fields.put(column, has(column) ? value(text) : null));
    return fields;
  }

  private static Object value(String text) {
    if (WHOLE.matcher(text).matches()) {
      return Long.valueOf(text);
    }
    return DECIMAL.matcher(text).matches() ? Double.valueOf(text) : text;
  }

  private int whole(String column, int group) {
    try {
      return Integer.parseInt(matched(column).group(group));
    } catch (NumberFormatException e) {
      throw new IllegalStateException(complaint(column, "a whole number"), e);
    }
  }

  private Matcher matched(String column) {
    Matcher matcher = NUMBER.matcher(text(column));
    if (!matcher.matches()) {
      throw new IllegalStateException(complaint(column, "a number"));
    }
    return matcher;
  }

  private String complaint(String column, String wanted) {
    return "%s: column %s is not %s but '%s'".formatted(where, column, wanted, text(column));
  }
}
