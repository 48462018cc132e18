package org.schurmpc.cli.report;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Bars from left to right, one for each row, whose parts are put one after the other.
 *
 * @param description what the chart shows, in words
 * @param axis the axis of the values, with their unit
 * @param parts the names of the parts, which have the colours of series in that order
 * @param rows the bars, from top to bottom
 */
public record BarChart(
    String title, String description, String axis, List<String> parts, List<Row> rows)
    implements Chart {
  private static final double WIDTH = 720;
  private static final double BAR = 26;
  private static final double STEP = 38;
  private static final double TOP = 12;
  private static final double BOTTOM = 52;
  private static final double RIGHT = 24;
  private static final double MIDDLE = 4.5;

  /** Pixels that stay free between the parts of a bar. */
  private static final double SEAM = 1;

  public BarChart {
    parts = List.copyOf(parts);
    rows = List.copyOf(rows);
  }

  /**
   * A bar.
   *
   * @param name the name beside the bar
   * @param values the length of each part; 0 for none
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Row(String name, double[] values) {
    double sum() {
      return DoubleStream.of(values).sum();
    }
  }

  @Override
  public double width() {
    return WIDTH;
  }

  @Override
  public double height() {
    return TOP + legend().height() + rows.size() * STEP + BOTTOM;
  }

  private Legend legend() {
    List<String> names = shown().stream().map(parts::get).toList();
    return new Legend(names.size() > 1 ? names : List.of(), WIDTH - left() - RIGHT);
  }

  private double left() {
    double widest = rows.stream().mapToDouble(row -> Legend.width(row.name())).max().orElse(0);
    return Math.min(widest + 16, WIDTH / 2);
  }

  @Override
  public void draw(Canvas canvas) {
    double top = TOP + legend().height();
    double bottom = top + rows.size() * STEP;
    legend()
        .draw(
            canvas,
            left(),
            TOP - 6,
            (name, x, y) -> canvas.box(x - 6, y - 6, 12, 12, Paint.series(shown().get(name)), ""));
    double most = rows.stream().mapToDouble(Row::sum).max().orElse(0);
    Scale scale = Scale.linear(0, most > 0 ? most : 1, true, left(), WIDTH - RIGHT);
    for (double tick : scale.ticks()) {
      double x = scale.at(tick);
      canvas.line(x, top, x, bottom, 1, Paint.GRID);
      String label = scale.label(tick);
      canvas.text(label, x, bottom + 18, Canvas.Anchor.MIDDLE, Paint.TEXT, false);
    }
    for (int i = 0; i < rows.size(); i++) {
      bar(canvas, rows.get(i), scale, top + i * STEP + (STEP - BAR) / 2);
    }
    canvas.line(left(), top, left(), bottom, 1, Paint.AXIS);
    double middle = (left() + WIDTH - RIGHT) / 2;
    canvas.text(axis, middle, bottom + 42, Canvas.Anchor.MIDDLE, Paint.TEXT, false);
  }

  private void bar(Canvas canvas, Row row, Scale scale, double y) {
    canvas.text(row.name(), left() - 8, y + BAR / 2 + MIDDLE, Canvas.Anchor.END, Paint.TEXT, false);
    double sum = 0;
    for (int part = 0; part < row.values().length; part++) {
      double from = scale.at(sum);
      sum += row.values()[part];
      double length = scale.at(sum) - from;
      if (row.values()[part] > 0) {
        String hint = "%s, %s: %s".formatted(row.name(), parts.get(part), hint(row.values()[part]));
        canvas.box(from, y, Math.max(length - SEAM, SEAM / 2), BAR, Paint.series(part), hint);
      }
    }
  }

  private String hint(double value) {
    return Numerals.digits(value) + " (" + axis + ")";
  }

  /** Returns the parts that a bar has, by index. The others are not in the legend. */
  List<Integer> shown() {
    return IntStream.range(0, parts.size())
        .filter(part -> rows.stream().anyMatch(row -> row.values()[part] > 0))
        .boxed()
        .toList();
  }
}
