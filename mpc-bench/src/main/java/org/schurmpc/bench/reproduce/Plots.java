package org.schurmpc.bench.reproduce;

import java.awt.AWTError;
import java.awt.Color;
import java.awt.Font;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.schurmpc.core.abort.BadFile;

/** Results as pictures: times per AES on a logarithmic axis, the paper's and ours. */
public final class Plots {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 600;
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
    System.setProperty("java.awt.headless", "true");
    ImageIO.setUseCache(false);
    try {
      new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB)
          .createGraphics()
          .getFontMetrics(new Font(Font.SANS_SERIF, Font.PLAIN, 12))
          .stringWidth("ms");
      return Optional.empty();
    } catch (RuntimeException | LinkageError | InternalError | AWTError e) {
      return Optional.of("this JVM cannot draw text, perhaps for want of fonts: " + e);
    }
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
            .width(WIDTH)
            .height(HEIGHT)
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
    save(chart, "figure-" + figure.id() + ".png");
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
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title("Time per AES, the paper's and ours, by rung; section 4.6 of 8 instances there")
            .yAxisTitle("time per AES (ms)")
            .build();
    style(chart.getStyler(), paper, here);
    chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Line);
    chart.getStyler().setOverlapped(true).setXAxisLabelRotation(25);
    chart.addSeries(PAPER, names, paper).setMarker(SeriesMarkers.CIRCLE);
    chart.addSeries(HERE, names, here).setMarker(SeriesMarkers.DIAMOND);
    save(chart, "rungs.png");
  }

  /** The axis of times ends at powers of ten, which are what it labels. */
  private static void style(AxesChartStyler styler, List<Double> paper, List<Double> here) {
    DoubleSummaryStatistics times =
        Stream.concat(paper.stream(), here.stream())
            .collect(Collectors.summarizingDouble(Math::log10));
    double least = Math.floor(times.getMin());
    styler.setYAxisMin(Math.pow(10, least));
    styler.setYAxisMax(Math.pow(10, Math.max(least + 1, Math.ceil(times.getMax()))));
    styler.setYAxisLogarithmic(true);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setYAxisDecimalPattern("#,##0.####");
    styler.setLegendPosition(LegendPosition.InsideNE);
  }

  private void save(IChart chart, String name) throws BadFile {
    BufferedImage image = BitmapEncoder.getBufferedImage(chart);
    folder.write(
        name,
        out -> {
          if (!ImageIO.write(image, "png", out)) {
            throw new IOException("this JVM writes no PNG");
          }
        });
  }
}
