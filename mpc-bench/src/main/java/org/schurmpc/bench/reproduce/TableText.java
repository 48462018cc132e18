package org.schurmpc.bench.reproduce;

import java.io.PrintStream;
import java.util.List;
import java.util.function.Function;

/** Prints tables for people: the paper's columns, and those measured beside them. */
final class TableText {
  private final Paper paper;
  private final PrintStream out;

  TableText(Paper paper, PrintStream out) {
    this.paper = paper;
    this.out = out;
  }

  /** Prints a table, and an empty line. */
  void print(TableResult result) {
    PaperTable table = result.table();
    if (paper.citation() != null) {
      out.println(paper.title(table));
    }
    result.settings().forEach(out::println);
    List<Column> columns = table.layout().columns();
    for (int i = 0; i < columns.get(0).heads().size(); i++) {
      int line = i;
      print(columns, column -> column.head(line, result.words()));
    }
    for (RowResult row : result.rows()) {
      print(columns, column -> column.cell(row));
    }
    result.notes().forEach(out::println);
    table.remarks().forEach(out::println);
    table.footnotes().forEach(out::println);
    out.println();
  }

  private void print(List<Column> columns, Function<Column, String> cell) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      line.append(column.padded(cell.apply(column), i == 0));
    }
    out.println(line.toString().stripTrailing());
  }
}
