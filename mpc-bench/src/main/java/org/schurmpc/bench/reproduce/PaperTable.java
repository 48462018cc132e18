package org.schurmpc.bench.reproduce;

import java.util.List;
import java.util.Map;

/**
 * A table or figure of a paper: what the paper printed, and how it is shown.
 *
 * @param label the table for people, such as "Table 2", "Figure 5" or "section 4.6"
 * @param id the number in the label
 * @param file the name of the table's files of results, without the ending
 * @param section where the paper treats the table
 * @param caption as printed, or what the section says
 * @param title a shorter caption for plots
 * @param settings values of names for the measure
 * @param measure what is measured of each row; null if nothing is
 * @param runs those of the measure by name
 * @param texts of the file by name
 * @param rows as printed
 * @param measured the rows that are measured, usually those that are printed
 * @param remarks what a reader of the figures should know, a sentence each
 * @param footnotes further remarks, which only the text has
 */
public record PaperTable(
    String label,
    String id,
    String file,
    String section,
    String caption,
    String title,
    Map<String, String> settings,
    Measure measure,
    Map<String, Measure.Run> runs,
    Map<String, String> texts,
    List<PaperRow> rows,
    List<PaperRow> measured,
    List<String> remarks,
    List<String> footnotes,
    Layout layout) {
  public PaperTable {
    rows = List.copyOf(rows);
    measured = List.copyOf(measured);
    remarks = List.copyOf(remarks);
    footnotes = List.copyOf(footnotes);
    settings = Map.copyOf(settings);
  }

  /** Returns whether the label is that of a table, and not of a figure or a section. */
  boolean isTable() {
    return label.startsWith("Table ");
  }

  /** Returns the lines of one of the measure's texts. */
  List<Measure.Entry> entries(String text) {
    return Measure.entries(text, texts);
  }

  /** Returns the table with other rows, which are measured, too. */
  PaperTable with(List<PaperRow> other) {
    return new PaperTable(
        label, id, file, section, caption, title, settings, measure, runs, texts, other, other,
        remarks, footnotes, layout);
  }
}
