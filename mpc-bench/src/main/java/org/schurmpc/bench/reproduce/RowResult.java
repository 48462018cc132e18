package org.schurmpc.bench.reproduce;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.schurmpc.core.abort.MpcException;

/**
 * A row of a study: what the paper printed, and what was measured.
 *
 * @param printed the row of the paper
 * @param label the row for people
 * @param verdict a remark on the row's measurement for people; empty for none
 * @param fields by name, in order, as JSON has them; maps nest, and a value may be null
 */
public record RowResult(
    PaperRow printed, String label, String verdict, Map<String, Object> fields) {
  public RowResult {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** Returns the row of a sheet, whose runs are done. */
  static RowResult of(Sheet sheet) throws MpcException {
    Measure measure = sheet.measure();
    Map<String, Object> fields = sheet.fields(measure.fields());
    PaperRow printed = sheet.holds(measure.printed()) ? sheet.row() : PaperRow.none();
    String verdict = sheet.fill(measure.verdict()).orElse("");
    return new RowResult(printed, sheet.label(), verdict, fields);
  }

  /** Returns what the text has beside the fields. */
  Map<String, Object> text() {
    Map<String, Object> text = new LinkedHashMap<>();
    text.put("label", label);
    text.put("verdict", verdict);
    text.put("printed", printed.cells());
    return text;
  }

  /**
   * Returns the value of a path of names, such as {@code here.total_ms}, or of {@code label} or
   * {@code verdict}; empty if there is none or it is null.
   */
  Optional<Object> value(String path) {
    return switch (path) {
      case "label" -> Optional.of(label);
      case "verdict" -> Optional.of(verdict);
      default -> at(fields, path);
    };
  }

  /** Returns the number at a path; empty if there is none. */
  OptionalDouble number(String path) {
    return number(fields, path);
  }

  /** Returns the number at a path of names in maps that nest; empty if there is none. */
  static OptionalDouble number(Map<String, Object> fields, String path) {
    return at(fields, path).orElse(null) instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  /** Returns the value at a path of names in maps that nest; empty if there is none. */
  static Optional<Object> at(Map<String, Object> fields, String path) {
    Object value = fields;
    for (String name : path.split("\\.", -1)) {
      value = value instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return Optional.ofNullable(value);
  }
}
