package org.schurmpc.bench.html;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.schurmpc.bench.report.Sample;
import org.schurmpc.cli.report.Block;
import org.schurmpc.cli.report.FieldText;
import org.schurmpc.cli.report.Numerals;
import org.schurmpc.cli.report.PointChart;
import org.schurmpc.cli.report.PointChart.Axis;
import org.schurmpc.cli.report.PointChart.Band;
import org.schurmpc.cli.report.PointChart.Point;
import org.schurmpc.cli.report.PointChart.Series;
import org.schurmpc.cli.report.Table;

/** Makes charts of the runs of a result, with median and interval. */
final class RunsChart {
  private static final int MOST_NAMED = 20;
  private static final int MOST_DRAWN = 500;
  private static final double MS_PER_S = 1e3;
  private static final String INTERVAL = "95 % confidence interval of the mean";

  private RunsChart() {}

  /** Returns the numbers of an array; none if there is no such array. */
  static double[] numbers(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .filter(JsonNode::isNumber)
        .mapToDouble(JsonNode::doubleValue)
        .toArray();
  }

  /** Returns a chart of the time of each run; nothing if there are no times. */
  static List<Block> times(double[] millis) {
    if (millis.length == 0) {
      return List.of();
    }
    boolean named = millis.length <= MOST_NAMED;
    List<String> names =
        named
            ? IntStream.rangeClosed(1, millis.length).mapToObj(Integer::toString).toList()
            : List.of();
    double first = named ? 0 : 1;
    double[] at = IntStream.range(0, millis.length).mapToDouble(i -> i + first).toArray();
    PointChart chart =
        new PointChart(
            "Time of each run",
            "From the start signal until the last party is done." + drawn(millis.length),
            new Axis("run", false, names),
            Axis.of("time (ms)", false),
            List.of(series("run", at, millis, false)),
            Optional.of(band(millis)));
    return List.of(new Block.Picture(chart, values("time of a run (ms)", millis)));
  }

  /**
   * Returns a chart of the rate of each run over the time at which the run ended; nothing if there
   * are no rates.
   *
   * @param items what the rate counts
   * @param millis the time of each run
   */
  static List<Block> rates(String items, double[] rates, double[] millis) {
    if (rates.length == 0 || rates.length != millis.length) {
      return List.of();
    }
    double[] at = new double[rates.length];
    double elapsed = 0;
    for (int i = 0; i < at.length; i++) {
      elapsed += millis[i] / MS_PER_S;
      at[i] = elapsed;
    }
    PointChart chart =
        new PointChart(
            "Rate over time",
            "Each point is a run, at the time when it ended; pauses between runs and runs to warm"
                + " up are left out."
                + drawn(rates.length),
            Axis.of("time of all runs so far (s)", false),
            Axis.of(items + " (1/s)", false),
            List.of(series("run", at, rates, true)),
            Optional.of(band(rates)));
    return List.of(new Block.Picture(chart, values("rate (1/s)", rates)));
  }

  private static String drawn(int runs) {
    int step = step(runs);
    return step == 1 ? "" : " One of %,d runs is drawn.".formatted(step);
  }

  /** Returns which part of the runs is drawn: each, each second and so on. */
  private static int step(int runs) {
    return (runs + MOST_DRAWN - 1) / MOST_DRAWN;
  }

  private static Series series(String name, double[] x, double[] y, boolean joined) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < x.length; i += step(x.length)) {
      points.add(Point.of(x[i], y[i]));
    }
    return new Series(name, points, joined);
  }

  private static Band band(double[] values) {
    Sample sample = new Sample(values);
    double half = sample.ci95().orElse(0);
    return new Band(sample.median(), sample.mean() - half, sample.mean() + half, INTERVAL);
  }

  private static Table values(String what, double[] values) {
    Sample sample = new Sample(values);
    OptionalDouble half = sample.ci95();
    List<Table.Column> columns = new ArrayList<>(List.of(Table.Column.text("")));
    List<String> row = new ArrayList<>(List.of(what));
    put(columns, row, "runs", Numerals.whole(values.length));
    put(columns, row, "median", Numerals.digits(sample.median()));
    put(columns, row, "mean", Numerals.digits(sample.mean()));
    columns.add(Table.Column.interval());
    row.add(half.isPresent() ? Numerals.digits(half.getAsDouble()) : FieldText.NONE);
    put(columns, row, "least", Numerals.digits(extreme(values, true)));
    put(columns, row, "most", Numerals.digits(extreme(values, false)));
    if (values.length <= MOST_NAMED) {
      List<String> all = new ArrayList<>();
      for (double value : values) {
        all.add(Numerals.digits(value));
      }
      columns.add(Table.Column.text("each run"));
      row.add(String.join("; ", all));
    }
    return new Table("", columns, List.of(row));
  }

  private static double extreme(double[] values, boolean least) {
    var statistics = Arrays.stream(values).summaryStatistics();
    return least ? statistics.getMin() : statistics.getMax();
  }

  private static void put(List<Table.Column> columns, List<String> row, String head, String value) {
    columns.add(Table.Column.number(head));
    row.add(value);
  }
}
