package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.schurmpc.core.abort.BadFile;

/** Draws the plots that a table's layout asks for. */
public final class Plots {
  private Plots() {}

  /** Why this JVM cannot draw, if it cannot: one without screen can, one without fonts cannot. */
  public static Optional<String> obstacle() {
    return Pictures.obstacle();
  }

  /** Draws each plot of a table of which anything was measured. */
  static void draw(TableResult result, ResultsFolder folder) throws BadFile {
    PaperTable table = result.table();
    String title = table.label() + ": " + table.title();
    for (Plot plot : table.layout().plots()) {
      draw(plot, title, result.rows(), plot.file(table), folder);
    }
  }

  /** Draws a plot of rows, if anything of it was measured. */
  static void draw(Plot plot, String title, List<RowResult> rows, String file, ResultsFolder folder)
      throws BadFile {
    List<RowResult> measured =
        rows.stream().filter(row -> row.number(plot.here().value()).isPresent()).toList();
    if (measured.isEmpty()) {
      return;
    }
    if (plot.by() != null) {
      Pictures.save(byCurve(plot, title, rows), file, folder);
    } else if (plot.x() == null) {
      Pictures.save(byLabel(plot, title, measured), file, folder);
    } else {
      Pictures.save(byNumber(plot, title, rows), file, folder);
    }
  }

  /** Draws the rows that were measured; a series that lacks one of them is left out. */
  private static CategoryChart byLabel(Plot plot, String title, List<RowResult> rows) {
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (Plot.Series each : plot.series()) {
      if (rows.stream().allMatch(row -> row.number(each.value()).isPresent())) {
        series.put(
            each.name(), rows.stream().map(row -> row.number(each.value()).getAsDouble()).toList());
      }
    }
    List<String> labels = rows.stream().map(RowResult::label).toList();
    CategoryChart chart = Pictures.marks(title, plot.axis(), labels, series);
    if (plot.rotate() != 0) {
      chart.getStyler().setXAxisLabelRotation(plot.rotate());
    }
    return chart;
  }

  /** Draws each series where it has values. */
  private static XYChart byNumber(Plot plot, String title, List<RowResult> rows) {
    Map<String, Pictures.Points> series = new LinkedHashMap<>();
    for (Plot.Series each : plot.series()) {
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      for (RowResult row : rows) {
        if (row.number(each.value()).isPresent()) {
          x.add(row.number(plot.x()).orElseThrow());
          y.add(row.number(each.value()).getAsDouble());
        }
      }
      series.put(each.name(), new Pictures.Points(x, y));
    }
    return Pictures.points(title, plot.xAxis(), plot.axis(), series);
  }

  /** Draws a curve for each text of each series. */
  private static XYChart byCurve(Plot plot, String title, List<RowResult> rows) {
    Map<String, Pictures.Points> curves = new LinkedHashMap<>();
    for (Plot.Series each : plot.series()) {
      String x = each.x() == null ? plot.x() : each.x();
      for (RowResult row : rows) {
        if (row.number(each.value()).isPresent() && row.number(x).isPresent()) {
          String name = each.name() + row.value(plot.by()).map(text -> ": " + text).orElse("");
          Pictures.Points points =
              curves.computeIfAbsent(
                  name, none -> new Pictures.Points(new ArrayList<>(), new ArrayList<>()));
          points.x().add(row.number(x).getAsDouble());
          points.y().add(row.number(each.value()).getAsDouble());
        }
      }
    }
    return Pictures.curves(title, plot.xAxis(), plot.axis(), curves);
  }
}
