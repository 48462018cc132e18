package org.schurmpc.bench.html;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.report.Sample;
import org.schurmpc.cli.report.Block;
import org.schurmpc.cli.report.FieldText;
import org.schurmpc.cli.report.Numerals;
import org.schurmpc.cli.report.PointChart;
import org.schurmpc.cli.report.PointChart.Axis;
import org.schurmpc.cli.report.PointChart.Point;
import org.schurmpc.cli.report.PointChart.Series;
import org.schurmpc.cli.report.Report;
import org.schurmpc.cli.report.Section;
import org.schurmpc.cli.report.Table;
import org.schurmpc.core.abort.BadFile;

/** Lays out results of several numbers of blocks, or of several protocols: all, then each. */
final class BlocksReport {
  private static final double MIB = 1 << 20;
  private static final String OVERVIEW = "Overview";

  private BlocksReport() {}

  /**
   * Returns the report of a result with rows.
   *
   * @throws BadFile if a row is not a result of runs
   */
  static Report report(JsonNode result) throws BadFile {
    List<JsonNode> rows = new ArrayList<>();
    for (JsonNode row : result.path("rows")) {
      if (!RunSection.suits(row)) {
        throw new BadFile("row %d is no result of runs".formatted(rows.size() + 1));
      }
      rows.add(row);
    }
    List<Section> sections = new ArrayList<>();
    List<Block> overview = new ArrayList<>(List.of(new Block.Cells(table(rows))));
    chart(rows).ifPresent(overview::add);
    sections.add(new Section(OVERVIEW, overview));
    rows.forEach(row -> sections.add(RunSection.section(row)));
    String circuit = rows.get(0).path("circuit").asText();
    return new Report(circuit + ", %d results".formatted(rows.size()), List.of(), sections);
  }

  private static Table table(List<JsonNode> rows) {
    List<Table.Column> columns =
        List.of(
            Table.Column.text("protocol"),
            Table.Column.number("evaluations"),
            Table.Column.number("passes"),
            Table.Column.number("median of a run (ms)"),
            Table.Column.number("per evaluation (ms)"),
            Table.Column.interval(),
            Table.Column.number("material of each party (MiB)"));
    return new Table("", columns, rows.stream().map(BlocksReport::cells).toList());
  }

  private static List<String> cells(JsonNode row) {
    double[] runs = RunsChart.numbers(row.path("runs"));
    return List.of(
        row.path("protocol").asText()
            + (row.path("code").isTextual() ? ", code " + row.path("code").asText() : ""),
        Numerals.whole(row.path("blocks").asDouble()),
        Numerals.whole(row.path("passes").asDouble()),
        runs.length == 0 ? FieldText.NONE : Numerals.digits(new Sample(runs).median()),
        Numerals.digits(row.path("ms_per_block").asDouble()),
        row.path("ci95_ms").isNumber()
            ? Numerals.digits(row.path("ci95_ms").asDouble())
            : FieldText.NONE,
        Numerals.digits(row.path("material_bytes").asDouble() / MIB));
  }

  /** Returns a chart of the time over the number of evaluations, if the rows differ in that. */
  private static Optional<Block> chart(List<JsonNode> rows) {
    List<Point> points =
        rows.stream()
            .filter(row -> row.path("blocks").asDouble() > 0)
            .filter(row -> row.path("ms_per_block").asDouble() > 0)
            .map(
                row ->
                    Point.of(
                        row.path("blocks").asDouble(),
                        row.path("ms_per_block").asDouble(),
                        row.path("ci95_ms").asDouble()))
            .toList();
    if (points.stream().map(Point::x).distinct().count() < 2) {
      return Optional.empty();
    }
    PointChart chart =
        new PointChart(
            "Time per evaluation",
            "Bars at points are 95 % confidence intervals of means; both axes are logarithmic.",
            Axis.of("evaluations in a run", true),
            Axis.of("time per evaluation (ms)", true),
            List.of(new Series("here", points, true)),
            Optional.empty());
    return Optional.of(new Block.Picture(chart, new Table("", List.of(), List.of())));
  }
}
