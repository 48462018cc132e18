package org.schurmpc.bench.reproduce;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
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
    String label = table.label();
    String title = label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
    out.printf("%s (%s, %s). %s%n", title, paper.key(), table.section(), table.caption());
    printBody(result);
  }

  /** Prints a table without its title, and an empty line. */
  void printBody(TableResult result) {
    PaperTable table = result.table();
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
