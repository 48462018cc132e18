package org.schurmpc.cli.report;

/** A surface on which charts are drawn, in pixels from the upper left corner: SVG, or an image. */
public interface Canvas {
  /** The side of a text at which its position lies. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** Draws a line of a width in pixels. */
  void line(double x1, double y1, double x2, double y2, double width, Paint paint);

  /** Draws joined lines of a width in pixels. */
  void path(double[] x, double[] y, double width, Paint paint);

  /**
   * Fills a rectangle.
   *
   * @param hint what the rectangle shows, in words; empty for none
   */
  void box(double x, double y, double width, double height, Paint paint, String hint);

  /**
   * Draws a marker.
   *
   * @param hint what the marker shows, in words; empty for none
   */
  void marker(Marker marker, double x, double y, Paint paint, String hint);

  /** Writes a line of text whose baseline begins, has its middle or ends at a point. */
  void text(String text, double x, double y, Anchor anchor, Paint paint, boolean bold);

  /** Writes a line of text upwards, with its middle at a point. */
  void upright(String text, double x, double y, Paint paint);

  /** Writes a line of text that ends at a point, and rises towards the point. */
  void slanted(String text, double x, double y, Paint paint);
}
