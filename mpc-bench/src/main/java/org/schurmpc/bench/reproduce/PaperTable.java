package org.schurmpc.bench.reproduce;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A table or figure of a paper: what the paper printed, and how it is shown.
 *
 * @param label the table for people, such as "Table 2", "Figure 5" or "section 4.6"
 * @param id the number in the label
 * @param file the name of the table's files of results, without the ending
 * @param section where the paper treats the table
 * @param caption as printed, or what the section says
 * @param title a shorter caption for plots
 * @param settings what is measured, by names that the study's code knows
 * @param rows as printed
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
    List<PaperRow> rows,
    List<String> remarks,
    List<String> footnotes,
    Layout layout) {
  public PaperTable {
    rows = List.copyOf(rows);
    remarks = List.copyOf(remarks);
    footnotes = List.copyOf(footnotes);
    settings = Map.copyOf(settings);
  }

  /**
   * Returns a setting.
   *
   * @throws NullPointerException naming the setting if there is none
   */
  String setting(String name) {
    return Objects.requireNonNull(settings.get(name), () -> label + " has no setting " + name);
  }

  /** Returns the table with only some of its rows. */
  PaperTable only(Predicate<PaperRow> wanted) {
    return new PaperTable(
        label,
        id,
        file,
        section,
        caption,
        title,
        settings,
        rows.stream().filter(wanted).toList(),
        remarks,
        footnotes,
        layout);
  }
}
