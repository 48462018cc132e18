package org.schurmpc.cli.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Points over a numeric axis or over categories, with their intervals. Points are joined only over
 * a numeric axis.
 *
 * @param description what the chart shows, in words
 * @param x the lower axis
 * @param y the axis of the values
 * @param series the points, by series
 * @param band a median and an interval; empty for none
 */
public record PointChart(
    String title, String description, Axis x, Axis y, List<Series> series, Optional<Band> band)
    implements Chart {
  private static final double WIDTH = 720;
  private static final double PLOT = 300;
  private static final double TOP = 14;
  private static final double RIGHT = 24;
  private static final double LEAST_LEFT = 92;
  private static final double BELOW = 54;
  private static final double MIDDLE = 4.5;
  private static final double CAP = 4;

  /** Part of the distance of two categories over which their points are spread. */
  private static final double SPREAD = 0.5;

  /** Pixels that a slanted label takes downwards, for each pixel of its length. */
  private static final double SLOPE = 0.5;

  /** Pixels that a slanted label takes to the left, for each pixel of its length. */
  private static final double LEAN = 0.87;

  public PointChart {
    series = List.copyOf(series);
    boolean joined = series.stream().anyMatch(Series::joined);
    if (joined && !x.categories().isEmpty()) {
      throw new IllegalArgumentException("points of categories are not joined: " + title);
    }
  }

  /**
   * An axis.
   *
   * @param label what the axis shows, with its unit
   * @param logarithmic whether equal quotients have equal distances
   * @param categories the categories, whose points have the x-values 0, 1 and so on; empty for a
   *     numeric axis
   */
  public record Axis(String label, boolean logarithmic, List<String> categories) {
    public Axis {
      categories = List.copyOf(categories);
    }

    /** Returns a numeric axis. */
    public static Axis of(String label, boolean logarithmic) {
      return new Axis(label, logarithmic, List.of());
    }
  }

  /**
   * A point.
   *
   * @param low the lower end of its interval; equal to {@code y} if there is none
   * @param high the upper end of its interval
   */
  public record Point(double x, double y, double low, double high) {
    /** Returns a point without interval. */
    public static Point of(double x, double y) {
      return new Point(x, y, y, y);
    }

    /** Returns a point with an interval on both sides. */
    public static Point of(double x, double y, double halfWidth) {
      return new Point(x, y, y - halfWidth, y + halfWidth);
    }
  }

  /**
   * Points that belong together.
   *
   * @param joined whether lines join the points in their order
   */
  public record Series(String name, List<Point> points, boolean joined) {
    public Series {
      points = List.copyOf(points);
    }
  }

  /**
   * A median and an interval of all points.
   *
   * @param low the lower end of the interval
   * @param high the upper end
   * @param interval the name of the interval
   */
  public record Band(double median, double low, double high, String interval) {}

  @Override
  public double width() {
    return WIDTH;
  }

  @Override
  public double height() {
    return TOP + legend().height() + PLOT + BELOW + slanted();
  }

  private double plotWidth() {
    return WIDTH - left() - RIGHT;
  }

  /** Returns the left end of the lower axis, with room for slanted labels. */
  private double left() {
    double step = (WIDTH - LEAST_LEFT - RIGHT) / Math.max(1, x.categories().size());
    double left = LEAST_LEFT;
    if (widest() > step) {
      for (int i = 0; i < x.categories().size(); i++) {
        double label = Legend.width(x.categories().get(i)) * LEAN;
        left = Math.max(left, label - i * step);
      }
    }
    return Math.min(left, WIDTH / 2);
  }

  private double widest() {
    return x.categories().stream().mapToDouble(Legend::width).max().orElse(0);
  }

  /** Returns the further height of labels of categories, which are slanted if they are long. */
  private double slanted() {
    double step = (WIDTH - LEAST_LEFT - RIGHT) / Math.max(1, x.categories().size());
    return widest() > step ? Math.min(widest(), WIDTH / 2) * SLOPE : 0;
  }

  private Legend legend() {
    List<String> names = new ArrayList<>();
    if (series.size() > 1 || band.isPresent()) {
      series.forEach(each -> names.add(each.name()));
    }
    band.ifPresent(
        each -> {
          names.add("median");
          if (each.high() > each.low()) {
            names.add(each.interval());
          }
        });
    return new Legend(names, plotWidth());
  }

  private Scale xScale() {
    double from = left();
    double to = WIDTH - RIGHT;
    if (!x.categories().isEmpty()) {
      return new Scale(-0.5, x.categories().size() - 0.5, false, from, to);
    }
    DoubleSummaryStatistics all = points().mapToDouble(Point::x).summaryStatistics();
    return x.logarithmic()
        ? Scale.logarithmic(all.getMin(), all.getMax(), from, to)
        : Scale.linear(all.getMin(), all.getMax(), true, from, to);
  }

  private Scale yScale(double top) {
    DoubleSummaryStatistics all =
        DoubleStream.concat(
                points().flatMapToDouble(p -> DoubleStream.of(p.y(), p.low(), p.high())),
                band.stream().flatMapToDouble(b -> DoubleStream.of(b.low(), b.high(), b.median())))
            .filter(value -> value > 0 || !y.logarithmic())
            .summaryStatistics();
    // An interval may go below 0, but times and rates do not.
    double floor = points().allMatch(p -> p.y() >= 0) ? 0 : Double.NEGATIVE_INFINITY;
    return y.logarithmic()
        ? Scale.logarithmic(all.getMin(), all.getMax(), top + PLOT, top)
        : Scale.linear(Math.max(all.getMin(), floor), all.getMax(), false, top + PLOT, top);
  }

  private Stream<Point> points() {
    return series.stream().flatMap(each -> each.points().stream());
  }

  @Override
  public void draw(Canvas canvas) {
    double top = TOP + legend().height();
    Scale across = xScale();
    Scale up = yScale(top);
    band.ifPresent(each -> interval(canvas, each, up));
    axes(canvas, across, up, top);
    band.ifPresent(
        each -> {
          double at = up.at(each.median());
          canvas.line(left(), at, WIDTH - RIGHT, at, 2, Paint.series(1));
        });
    for (int i = 0; i < series.size(); i++) {
      points(canvas, i, across, up);
    }
    legend().draw(canvas, left(), TOP - 8, (name, atX, atY) -> mark(canvas, name, atX, atY));
  }

  private void interval(Canvas canvas, Band of, Scale up) {
    double high = up.at(of.high());
    if (of.high() > of.low()) {
      double height = up.at(Math.max(of.low(), up.low())) - high;
      canvas.box(left(), high, plotWidth(), height, Paint.BAND, of.interval());
    }
  }

  private void axes(Canvas canvas, Scale across, Scale up, double top) {
    double bottom = top + PLOT;
    for (double tick : up.ticks()) {
      double at = up.at(tick);
      canvas.line(left(), at, WIDTH - RIGHT, at, 1, Paint.GRID);
      canvas.text(up.label(tick), left() - 8, at + MIDDLE, Canvas.Anchor.END, Paint.TEXT, false);
    }
    canvas.line(left(), top, left(), bottom, 1, Paint.AXIS);
    canvas.line(left(), bottom, WIDTH - RIGHT, bottom, 1, Paint.AXIS);
    if (x.categories().isEmpty()) {
      numbers(canvas, across, bottom);
    } else {
      names(canvas, across, bottom);
    }
    double middle = left() + plotWidth() / 2;
    canvas.text(
        x.label(),
        middle,
        bottom + BELOW - 10 + slanted(),
        Canvas.Anchor.MIDDLE,
        Paint.TEXT,
        false);
    canvas.upright(y.label(), 18, top + PLOT / 2, Paint.TEXT);
  }

  private static void numbers(Canvas canvas, Scale across, double bottom) {
    for (double tick : across.ticks()) {
      double at = across.at(tick);
      canvas.line(at, bottom, at, bottom + CAP, 1, Paint.AXIS);
      String label = across.label(tick);
      canvas.text(label, at, bottom + 20, Canvas.Anchor.MIDDLE, Paint.TEXT, false);
    }
  }

  private void names(Canvas canvas, Scale across, double bottom) {
    for (int i = 0; i < x.categories().size(); i++) {
      double at = across.at(i);
      canvas.line(at, bottom, at, bottom + CAP, 1, Paint.AXIS);
      if (slanted() > 0) {
        canvas.slanted(x.categories().get(i), at + 6, bottom + 16, Paint.TEXT);
      } else {
        canvas.text(
            x.categories().get(i), at, bottom + 20, Canvas.Anchor.MIDDLE, Paint.TEXT, false);
      }
    }
  }

  private void points(Canvas canvas, int index, Scale across, Scale up) {
    Series of = series.get(index);
    Paint paint = Paint.series(index);
    double aside = x.categories().isEmpty() ? 0 : aside(index, across);
    double[] atX = of.points().stream().mapToDouble(p -> across.at(p.x()) + aside).toArray();
    double[] atY = of.points().stream().mapToDouble(p -> up.at(p.y())).toArray();
    if (of.joined() && atX.length > 1) {
      canvas.path(atX, atY, 1.5, paint);
    }
    for (int i = 0; i < atX.length; i++) {
      Point point = of.points().get(i);
      if (point.high() > point.low()) {
        errorBar(canvas, atX[i], point, up, paint);
      }
      canvas.marker(Marker.of(index), atX[i], atY[i], paint, hint(of, point));
    }
  }

  /** Returns by how much a series stands beside its category, so that no point hides another. */
  private double aside(int index, Scale across) {
    double step = (across.at(1) - across.at(0)) * SPREAD;
    return series.size() == 1 ? 0 : step * ((index + 0.5) / series.size() - 0.5);
  }

  private static void errorBar(Canvas canvas, double at, Point point, Scale up, Paint paint) {
    double low = up.at(Math.max(point.low(), up.low()));
    double high = up.at(point.high());
    canvas.line(at, low, at, high, 1.25, paint);
    canvas.line(at - CAP, high, at + CAP, high, 1.25, paint);
    if (point.low() >= up.low()) {
      canvas.line(at - CAP, low, at + CAP, low, 1.25, paint);
    }
  }

  private String hint(Series of, Point point) {
    String where =
        x.categories().isEmpty()
            ? x.label() + " " + Numerals.digits(point.x())
            : x.categories().get((int) point.x());
    String width =
        point.high() > point.y() ? " ± " + Numerals.digits(point.high() - point.y()) : "";
    return "%s, %s: %s %s%s"
        .formatted(of.name(), where, y.label(), Numerals.digits(point.y()), width);
  }

  private void mark(Canvas canvas, int name, double atX, double atY) {
    if (name < series.size()) {
      canvas.marker(Marker.of(name), atX, atY, Paint.series(name), "");
    } else if (name == series.size()) {
      canvas.line(atX - 8, atY, atX + 6, atY, 2, Paint.series(1));
    } else {
      canvas.box(atX - 8, atY - 6, 14, 12, Paint.BAND, "");
    }
  }
}
