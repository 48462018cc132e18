package org.schurmpc.bench.reproduce;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;

/**
 * A table of a paper, and what was measured.
 *
 * @param fields of the table, by name and in order, as JSON has them before the rows
 * @param settings lines between title and columns: what was run
 * @param words by the names that heads of columns have in braces
 * @param notes lines after the rows, before the table's remarks
 */
public record TableResult(
    PaperTable table,
    Map<String, Object> fields,
    List<String> settings,
    Map<String, String> words,
    List<RowResult> rows,
    List<String> notes) {
  public TableResult {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    settings = List.copyOf(settings);
    words = Map.copyOf(words);
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  /** Takes each table's result as soon as it is there. */
  public interface Taker {
    /** Takes a result. */
    void take(TableResult result) throws MpcException;
  }

  /** Returns all fields, as JSON has them. */
  Map<String, Object> allFields() {
    Map<String, Object> all = new LinkedHashMap<>(fields);
    all.put("rows", rows.stream().map(RowResult::fields).toList());
    all.put("text", text());
    return all;
  }

  /** Returns what the text has beside the fields. */
  private Map<String, Object> text() {
    Map<String, Object> text = new LinkedHashMap<>();
    text.put("settings", settings);
    text.put("words", words);
    text.put("notes", notes);
    text.put("rows", rows.stream().map(RowResult::text).toList());
    return text;
  }
}
