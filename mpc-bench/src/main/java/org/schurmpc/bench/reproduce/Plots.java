package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.schurmpc.core.abort.BadFile;

/** Results as pictures: times per AES on a logarithmic axis, the paper's and ours. */
public final class Plots {
  private static final String PAPER = "DLT14";
  private static final String HERE = "here";

  private final ResultsFolder folder;

  private Plots(ResultsFolder folder) {
    this.folder = folder;
  }

  /** Pictures in a folder. */
  public static Plots in(ResultsFolder folder) {
    return new Plots(folder);
  }

  /** Why this JVM cannot draw, if it cannot: one without screen can, one without fonts cannot. */
  public static Optional<String> obstacle() {
    return Pictures.obstacle();
  }

  /** Draws a figure, if anything of it was run: times per AES by instances. */
  public void draw(FigureResult result) throws BadFile {
    Figure figure = result.figure();
    Points paper = new Points();
    Points here = new Points();
    for (int i = 0; i < figure.rows().size(); i++) {
      Row row = figure.rows().get(i);
      row.printed().ifPresent(printed -> paper.add(row.instances(), printed.millisPerBlock()));
      result
          .measurement(i)
          .ifPresent(measured -> here.add(row.instances(), measured.millisPerBlock()));
    }
    if (here.x.isEmpty()) {
      return;
    }
    XYChart chart =
        new XYChartBuilder()
            .width(Pictures.WIDTH)
            .height(Pictures.HEIGHT)
            .title(figure.label() + ": " + figure.rung().name())
            .xAxisTitle("instances")
            .yAxisTitle("time per AES (ms)")
            .build();
    style(chart.getStyler(), paper.y, here.y);
    chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
    chart.getStyler().setXAxisMin(0.0).setXAxisDecimalPattern("0");
    if (!paper.x.isEmpty()) {
      chart.addSeries(PAPER, paper.x, paper.y).setMarker(SeriesMarkers.CIRCLE);
    }
    chart.addSeries(HERE, here.x, here.y).setMarker(SeriesMarkers.DIAMOND);
    Pictures.save(chart, "figure-" + figure.id() + ".png", folder);
  }

  private static final class Points {
    final List<Integer> x = new ArrayList<>();
    final List<Double> y = new ArrayList<>();

    void add(int instances, double millis) {
      x.add(instances);
      y.add(millis);
    }
  }

  /** Draws the rungs that were run, in the order of the paper: times per AES of one instance. */
  public void drawRungs(List<FigureResult> results) throws BadFile {
    List<String> names = new ArrayList<>();
    List<Double> paper = new ArrayList<>();
    List<Double> here = new ArrayList<>();
    for (FigureResult result : results) {
      Optional<Row> reference = result.figure().reference();
      if (result.single().isPresent() && reference.isPresent()) {
        names.add(result.figure().id() + ": " + result.figure().rung().name());
        paper.add((double) reference.get().printed().orElseThrow().millisPerBlock());
        here.add(result.single().get().millisPerBlock());
      }
    }
    if (names.isEmpty()) {
      return;
    }
    Map<String, List<Double>> series = new LinkedHashMap<>();
    series.put(PAPER, paper);
    series.put(HERE, here);
    String title = "Time per AES, the paper's and ours, by rung; section 4.6 of 8 instances there";
    CategoryChart chart = Pictures.marks(title, "time per AES (ms)", names, series);
    chart.getStyler().setXAxisLabelRotation(25);
    Pictures.save(chart, "rungs.png", folder);
  }

  private static void style(AxesChartStyler styler, List<Double> paper, List<Double> here) {
    Pictures.style(
        styler, Stream.concat(paper.stream(), here.stream()).mapToDouble(Double::doubleValue));
  }
}
