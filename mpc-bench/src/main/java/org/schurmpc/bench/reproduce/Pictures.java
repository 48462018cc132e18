package org.schurmpc.bench.reproduce;

import java.awt.AWTError;
import java.awt.Color;
import java.awt.Font;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
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
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.schurmpc.core.abort.BadFile;

/** What all pictures have alike: their size, a logarithmic axis of times, where they go. */
final class Pictures {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 600;

  private static final List<Marker> MARKERS =
      List.of(SeriesMarkers.CIRCLE, SeriesMarkers.DIAMOND, SeriesMarkers.SQUARE);

  private Pictures() {}

  /** Why this JVM cannot draw, if it cannot: one without screen can, one without fonts cannot. */
  static Optional<String> obstacle() {
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

  /** The axis of values ends at powers of ten, which are what it labels. */
  private static void style(AxesChartStyler styler, DoubleStream values) {
    DoubleSummaryStatistics logarithms = values.map(Math::log10).summaryStatistics();
    double least = Math.floor(logarithms.getMin());
    styler.setYAxisMin(Math.pow(10, least));
    styler.setYAxisMax(Math.pow(10, Math.max(least + 1, Math.ceil(logarithms.getMax()))));
    styler.setYAxisLogarithmic(true);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setYAxisDecimalPattern("#,##0.####");
    styler.setLegendPosition(LegendPosition.InsideNE);
  }

  /**
   * Marks above names, a series each, that are not joined.
   *
   * @param series by what the legend says, in that order; a value for each name
   */
  static CategoryChart marks(
      String title, String axis, List<String> names, Map<String, List<Double>> series) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .yAxisTitle(axis)
            .build();
    style(
        chart.getStyler(),
        series.values().stream().flatMap(List::stream).mapToDouble(Double::doubleValue));
    chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Line);
    chart.getStyler().setOverlapped(true);
    int next = 0;
    for (Map.Entry<String, List<Double>> each : series.entrySet()) {
      Marker marker = MARKERS.get(next++ % MARKERS.size());
      chart.addSeries(each.getKey(), names, each.getValue()).setMarker(marker);
    }
    return chart;
  }

  /**
   * Points of a series.
   *
   * @param x from left to right
   * @param y a value for each
   */
  record Points(List<Double> x, List<Double> y) {}

  /**
   * Marks above numbers, a series each, that are not joined.
   *
   * @param series by what the legend says, in that order; one without points is left out
   */
  static XYChart points(String title, String xAxis, String yAxis, Map<String, Points> series) {
    XYChart chart = chart(title, xAxis, yAxis, series);
    chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
    chart.getStyler().setXAxisMin(0.0).setXAxisDecimalPattern("0");
    return chart;
  }

  /**
   * Curves over numbers on a logarithmic axis, whose points are joined in their order.
   *
   * @param series by what the legend says, in that order
   */
  static XYChart curves(String title, String xAxis, String yAxis, Map<String, Points> series) {
    XYChart chart = chart(title, xAxis, yAxis, series);
    chart.getStyler().setXAxisLogarithmic(true).setXAxisDecimalPattern("#,##0.####");
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    return chart;
  }

  private static XYChart chart(
      String title, String xAxis, String yAxis, Map<String, Points> series) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xAxis)
            .yAxisTitle(yAxis)
            .build();
    style(
        chart.getStyler(),
        series.values().stream()
            .flatMap(points -> points.y().stream())
            .mapToDouble(Double::doubleValue));
    int next = 0;
    for (Map.Entry<String, Points> each : series.entrySet()) {
      Marker marker = MARKERS.get(next++ % MARKERS.size());
      Points points = each.getValue();
      if (!points.x().isEmpty()) {
        chart.addSeries(each.getKey(), points.x(), points.y()).setMarker(marker);
      }
    }
    return chart;
  }

  /** Writes a picture to a folder. */
  static void save(IChart chart, String name, ResultsFolder folder) throws BadFile {
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
