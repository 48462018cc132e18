package org.schurmpc.bench.reproduce;

import java.util.List;

/**
 * How a table is shown.
 *
 * @param columns of the text, from left to right
 * @param plots made of the table
 */
record Layout(List<Column> columns, List<Plot> plots) {
  Layout {
    columns = columns == null ? List.of() : List.copyOf(columns);
    plots = plots == null ? List.of() : List.copyOf(plots);
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("a layout needs columns");
    }
    int heads = columns.get(0).heads().size();
    for (Column column : columns) {
      if (column.heads().size() != heads) {
        throw new IllegalArgumentException("not all columns have " + heads + " heads");
      }
    }
  }
}
