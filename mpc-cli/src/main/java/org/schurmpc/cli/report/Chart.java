package org.schurmpc.cli.report;

/** A chart. Its title stands above the picture or in the caption, and is not drawn. */
public sealed interface Chart permits BarChart, PointChart {
  /** Returns the title. */
  String title();

  /** Returns what the chart shows, in words, for readers who do not see the picture. */
  String description();

  /** Returns the width in pixels. */
  double width();

  /** Returns the height in pixels. */
  double height();

  /** Draws the chart. */
  void draw(Canvas canvas);
}
