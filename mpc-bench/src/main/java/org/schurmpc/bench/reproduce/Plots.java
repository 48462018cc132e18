package org.schurmpc.bench.reproduce;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.schurmpc.cli.report.PointChart;
import org.schurmpc.cli.report.PointChart.Axis;
import org.schurmpc.cli.report.PointChart.Point;
import org.schurmpc.cli.report.PointChart.Series;
import org.schurmpc.cli.report.SvgCanvas;
import org.schurmpc.core.abort.BadFile;

/** Draws the plots that a table's layout asks for. */
public final class Plots {
  private static final String SVG = ".svg";
  private static final String PNG = ".png";

  private Plots() {}

  /** Returns why this JVM cannot draw PNG; empty if it can. SVG needs nothing. */
  public static Optional<String> obstacle() {
    return PngCanvas.obstacle();
  }

  /**
   * Draws each plot of a table of which anything was measured.
   *
   * @param png whether to write PNG beside SVG
   */
  static void draw(TableResult result, ResultsFolder folder, boolean png) throws BadFile {
    for (Plot plot : result.table().layout().plots()) {
      draw(chart(plot, title(result), result.rows()), plot.file(result.table()), folder, png);
    }
  }

  private static String title(TableResult result) {
    return result.table().label() + ": " + result.table().title();
  }

  /** Returns the plots of a table of which anything was measured. */
  static List<PointChart> charts(TableResult result) {
    return result.table().layout().plots().stream()
        .flatMap(plot -> chart(plot, title(result), result.rows()).stream())
        .toList();
  }

  /**
   * Writes a plot, if there is one.
   *
   * @param name of the files, without the ending
   */
  static void draw(Optional<PointChart> chart, String name, ResultsFolder folder, boolean png)
      throws BadFile {
    if (chart.isPresent()) {
      byte[] svg = SvgCanvas.file(chart.get()).getBytes(StandardCharsets.UTF_8);
      folder.write(name + SVG, out -> out.write(svg));
      if (png) {
        folder.write(name + PNG, out -> PngCanvas.write(chart.get(), out));
      }
    }
  }

  /** Returns a plot of rows; empty if nothing of it was measured. */
  static Optional<PointChart> chart(Plot plot, String title, List<RowResult> rows) {
    List<RowResult> measured =
        rows.stream().filter(row -> row.number(plot.here().value()).isPresent()).toList();
    if (measured.isEmpty()) {
      return Optional.empty();
    }
    boolean categories = plot.x() == null;
    List<String> labels = categories ? measured.stream().map(RowResult::label).toList() : List.of();
    List<Series> series = categories ? byLabel(plot, measured) : byNumber(plot, rows);
    return Optional.of(
        new PointChart(
            title,
            description(series),
            new Axis(plot.xAxis(), !categories && plot.by() != null && !plot.linear(), labels),
            Axis.of(plot.axis(), true),
            series,
            Optional.empty()));
  }

  private static String description(List<Series> series) {
    List<Point> points = series.stream().flatMap(each -> each.points().stream()).toList();
    String text = "The axis of values is logarithmic.";
    if (points.stream().anyMatch(point -> point.high() > point.y())) {
      text += " Bars at points are 95 % confidence intervals of means";
      text +=
          points.stream().anyMatch(point -> point.low() <= 0)
              ? "; those down to the axis reach 0."
              : ".";
    }
    return text;
  }

  private static List<Series> byLabel(Plot plot, List<RowResult> rows) {
    List<Series> all = new ArrayList<>();
    for (Plot.Series each : plot.series()) {
      List<Point> points = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        point(rows.get(i), each, OptionalDouble.of(i)).ifPresent(points::add);
      }
      all.add(new Series(each.name(), points, false));
    }
    return shown(all);
  }

  /** Returns a series for each text by which rows are parted; then its points are joined. */
  private static List<Series> byNumber(Plot plot, List<RowResult> rows) {
    Map<String, List<Point>> curves = new LinkedHashMap<>();
    for (Plot.Series each : plot.series()) {
      String x = each.x() == null ? plot.x() : each.x();
      for (RowResult row : rows) {
        Optional<Object> part = plot.by() == null ? Optional.empty() : row.value(plot.by());
        String name = each.name() + part.map(text -> ": " + text).orElse("");
        List<Point> points = curves.computeIfAbsent(name, none -> new ArrayList<>());
        point(row, each, row.number(x)).ifPresent(points::add);
      }
    }
    List<Series> all = new ArrayList<>();
    curves.forEach((name, points) -> all.add(new Series(name, points, plot.by() != null)));
    return shown(all);
  }

  private static List<Series> shown(List<Series> all) {
    return all.stream().filter(each -> !each.points().isEmpty()).toList();
  }

  /** Returns a point of a row; empty if there is no value above 0 for it. */
  private static Optional<Point> point(RowResult row, Plot.Series series, OptionalDouble x) {
    OptionalDouble value = row.number(series.value());
    if (x.isEmpty() || value.isEmpty() || value.getAsDouble() <= 0) {
      return Optional.empty();
    }
    OptionalDouble half =
        series.interval() == null ? OptionalDouble.empty() : row.number(series.interval());
    return Optional.of(Point.of(x.getAsDouble(), value.getAsDouble(), half.orElse(0)));
  }
}
