package org.schurmpc.cli.report;

import java.util.List;

/**
 * A table.
 *
 * @param caption the caption; empty for none
 * @param columns the columns, from left to right
 * @param rows the cells, row by row
 */
public record Table(String caption, List<Column> columns, List<List<String>> rows) {
  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException("not %d cells: %s".formatted(columns.size(), row));
      }
    }
  }

  /**
   * A column.
   *
   * @param number whether its cells are numbers, which are aligned at the right
   */
  public record Column(String head, boolean number) {
    /** The head of a column of intervals; its blanks do not break a line. */
    private static final String INTERVAL = "±\u00a095\u00a0%";

    /** Returns a column of texts. */
    public static Column text(String head) {
      return new Column(head, false);
    }

    /** Returns a column of numbers. */
    public static Column number(String head) {
      return new Column(head, true);
    }

    /**
     * Returns a column of halves of 95 % confidence intervals, beside the column of their means.
     */
    public static Column interval() {
      return number(INTERVAL);
    }
  }

  /** Writes the table; one without rows is nothing. */
  void write(Markup html) {
    if (rows.isEmpty()) {
      return;
    }
    html.line().open("div", "class", "wide").open("table");
    if (!caption.isEmpty()) {
      html.element("caption", caption);
    }
    if (columns.stream().anyMatch(column -> !column.head().isEmpty())) {
      html.line().open("thead").open("tr");
      for (Column column : columns) {
        html.element("th", column.head(), "scope", "col", "class", side(column));
      }
      html.close().close();
    }
    html.open("tbody");
    for (List<String> row : rows) {
      html.line().open("tr");
      for (int i = 0; i < row.size(); i++) {
        if (i == 0) {
          html.element("th", row.get(i), "scope", "row", "class", side(columns.get(i)));
        } else {
          html.element("td", row.get(i), "class", side(columns.get(i)));
        }
      }
      html.close();
    }
    html.close().close().close();
  }

  private static String side(Column column) {
    return column.number() ? "number" : null;
  }
}
