package org.schurmpc.bench.reproduce;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.cli.report.Block;
import org.schurmpc.cli.report.FieldText;
import org.schurmpc.cli.report.PointChart;
import org.schurmpc.cli.report.Report;
import org.schurmpc.cli.report.Section;
import org.schurmpc.cli.report.Table;
import org.schurmpc.core.abort.BadFile;

/** Lays out a study, or one of its tables, from the fields that JSON has of it. */
public final class StudyReport {
  private static final Table NO_VALUES = new Table("", List.of(), List.of());

  private StudyReport() {}

  /** Returns whether a result is a study, or a table of one. */
  public static boolean suits(JsonNode result) {
    return result.has("paper_machines") || (result.has("caption") && result.has("remarks"));
  }

  /**
   * Returns the report of a result.
   *
   * @throws BadFile if the study or a table of it is not known
   */
  public static Report report(JsonNode result) throws BadFile {
    if (!result.has("paper_machines")) {
      StoredTable stored = StoredTable.find(result);
      Section section = section(stored.paper(), stored.result());
      return new Report(section.heading(), List.of(stored.paper().citation()), List.of(section));
    }
    Paper paper = StoredTable.paper(result.path("paper").asText());
    List<TableResult> tables = new ArrayList<>();
    for (JsonNode table : result.path(paper.list())) {
      tables.add(StoredTable.of(paper, table).result());
    }
    List<Section> sections = new ArrayList<>();
    for (TableResult table : tables) {
      sections.add(section(paper, table));
    }
    if (paper.equals(Paper.DLT14)) {
      order(tables).ifPresent(sections::add);
    }
    return new Report("The measurements of " + paper.key() + " again", lead(result), sections);
  }

  private static List<String> lead(JsonNode result) {
    List<String> lead = new ArrayList<>();
    lead.add(result.path("paper").asText() + ".");
    lead.add("The paper's machines: " + result.path("paper_machines").asText() + ".");
    lead.add(
        "Measured here on %s processors, from %s."
            .formatted(result.path("processors").asText(), result.path("started").asText()));
    result.path("remarks").forEach(remark -> lead.add(remark.asText()));
    return lead;
  }

  private static Section section(Paper paper, TableResult result) {
    PaperTable table = result.table();
    List<Block> blocks = new ArrayList<>();
    result.settings().forEach(text -> blocks.add(new Block.Note(text)));
    blocks.add(new Block.Cells(cells(result)));
    for (List<String> texts : List.of(result.notes(), table.remarks(), table.footnotes())) {
      texts.forEach(text -> blocks.add(new Block.Note(text)));
    }
    Plots.charts(result).forEach(chart -> blocks.add(picture(chart)));
    return new Section(paper.title(table), blocks);
  }

  private static Block picture(PointChart chart) {
    return new Block.Picture(chart, NO_VALUES);
  }

  private static Table cells(TableResult result) {
    List<Table.Column> columns = new ArrayList<>();
    List<Column> shown = result.table().layout().columns();
    for (Column column : shown) {
      List<String> heads = new ArrayList<>();
      for (int i = 0; i < column.heads().size(); i++) {
        heads.add(column.head(i, result.words()));
      }
      columns.add(new Table.Column(String.join("\n", heads), column.width() > 0));
    }
    List<List<String>> rows = new ArrayList<>();
    for (RowResult row : result.rows()) {
      rows.add(shown.stream().map(column -> cell(column, row)).toList());
    }
    return new Table("", columns, rows);
  }

  private static String cell(Column column, RowResult row) {
    String text = column.cell(row);
    return text.equals(PaperRow.ABSENT) ? FieldText.NONE : text;
  }

  /** Returns the order of DLT14's rungs; empty if there is nothing to compare. */
  private static Optional<Section> order(List<TableResult> tables) {
    RungOrder order = RungOrder.of(tables);
    if (order.here().size() < 2) {
      return Optional.empty();
    }
    List<Table.Column> columns =
        List.of(
            Table.Column.number("place"),
            Table.Column.text(Paper.DLT14.key()),
            Table.Column.number("ms"),
            Table.Column.text("here"),
            Table.Column.number("ms"));
    List<Block> blocks =
        new ArrayList<>(List.of(new Block.Cells(new Table("", columns, order.rows()))));
    order.remarks().forEach(text -> blocks.add(new Block.Note(text)));
    RungOrder.chart(tables).ifPresent(chart -> blocks.add(picture(chart)));
    String heading = "The rungs by the time per AES of one instance, the fastest first";
    return Optional.of(new Section(heading, blocks));
  }
}
