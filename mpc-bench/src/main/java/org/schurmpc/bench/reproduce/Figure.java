package org.schurmpc.bench.reproduce;

import java.util.List;
import java.util.Optional;

/**
 * A table of a paper: what was measured, and what the paper printed.
 *
 * @param id its number in the paper, or the number of the section if it has none of its own
 * @param caption as printed, or what the section says
 * @param section where the paper treats it
 * @param blocks AES blocks of each instance in a run; 0 for one in each lane
 * @param rows one for each number of instances, the first of one instance
 * @param remarks what a reader of the figures should know, a sentence each
 */
public record Figure(
    String id,
    String caption,
    String section,
    Rung rung,
    int blocks,
    List<Row> rows,
    List<String> remarks) {
  public Figure {
    rows = List.copyOf(rows);
    remarks = List.copyOf(remarks);
    if (rows.isEmpty() || rows.get(0).instances() != 1) {
      throw new IllegalArgumentException("figure " + id + " does not begin with one instance");
    }
  }

  /** For people: "Figure 5", "section 4.6". */
  String label() {
    return (id.contains(".") ? "section " : "Figure ") + id;
  }

  /** The row for which the paper has a figure first: of one instance, where it has that. */
  Optional<Row> reference() {
    return rows.stream().filter(row -> row.printed().isPresent()).findFirst();
  }
}
