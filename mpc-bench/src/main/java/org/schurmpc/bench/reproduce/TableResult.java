package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
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

  /**
   * Returns the table of a sheet.
   *
   * @param notes on the rows
   */
  static TableResult of(Sheet sheet, List<RowResult> rows, List<String> notes) throws MpcException {
    Measure measure = sheet.measure();
    List<String> settings = new ArrayList<>();
    for (String line : measure.settings()) {
      sheet.fill(line).filter(text -> !text.isEmpty()).ifPresent(settings::add);
    }
    Map<String, String> words = new LinkedHashMap<>();
    for (Map.Entry<String, String> word : measure.words().entrySet()) {
      words.put(word.getKey(), sheet.fill(word.getValue()).orElseThrow());
    }
    List<String> all = new ArrayList<>(notes);
    sheet.fill(measure.end()).filter(text -> !text.isEmpty()).ifPresent(all::add);
    Map<String, Object> fields = sheet.fields(measure.table());
    return new TableResult(sheet.table(), fields, settings, words, rows, all);
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
