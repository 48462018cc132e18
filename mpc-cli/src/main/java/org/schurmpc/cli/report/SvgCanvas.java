package org.schurmpc.cli.report;

import static org.schurmpc.cli.report.Markup.number;

/**
 * Draws into SVG. Colours are attributes of the elements, so that a file of its own needs no style
 * sheet, and classes beside them, by which a page's style sheet changes the colours.
 */
public final class SvgCanvas implements Canvas {
  private static final String SIZE = "13";
  private static final int DEGREES = -30;

  private final Markup svg = new Markup();

  /**
   * Begins a picture.
   *
   * @param id makes the identifiers of elements unique in a page
   * @param title the title, for readers who do not see the picture
   * @param description what the picture shows, for the same readers
   */
  SvgCanvas(String id, double width, double height, String title, String description) {
    svg.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "viewBox",
        "0 0 " + number(width) + " " + number(height),
        "width",
        number(width),
        "height",
        number(height),
        "role",
        "img",
        "aria-labelledby",
        id + "-title " + id + "-desc",
        "font-family",
        "Helvetica, Arial, sans-serif",
        "font-size",
        SIZE);
    svg.line().element("title", title, "id", id + "-title");
    svg.line().element("desc", description, "id", id + "-desc");
  }

  /** Returns a file of its own with a chart on white. */
  public static String file(Chart chart) {
    SvgCanvas canvas = of(chart, "chart");
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + canvas.finish() + "\n";
  }

  /** Returns a chart as an element of a page. */
  static String element(Chart chart, String id) {
    return of(chart, id).finish();
  }

  private static SvgCanvas of(Chart chart, String id) {
    SvgCanvas canvas =
        new SvgCanvas(id, chart.width(), chart.height(), chart.title(), chart.description());
    canvas.box(0, 0, chart.width(), chart.height(), new Paint("paper", "#ffffff"), "");
    chart.draw(canvas);
    return canvas;
  }

  private String finish() {
    svg.line().close();
    return svg.toString();
  }

  @Override
  public void line(double x1, double y1, double x2, double y2, double width, Paint paint) {
    svg.line()
        .empty(
            "line",
            "class",
            paint.role(),
            "x1",
            number(x1),
            "y1",
            number(y1),
            "x2",
            number(x2),
            "y2",
            number(y2),
            "stroke",
            paint.colour(),
            "stroke-width",
            number(width));
  }

  @Override
  public void path(double[] x, double[] y, double width, Paint paint) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < x.length; i++) {
      points.append(i == 0 ? "" : " ").append(number(x[i])).append(',').append(number(y[i]));
    }
    svg.line()
        .empty(
            "polyline",
            "class",
            paint.role() + " joined",
            "points",
            points.toString(),
            "fill",
            "none",
            "stroke",
            paint.colour(),
            "stroke-width",
            number(width));
  }

  @Override
  public void box(double x, double y, double width, double height, Paint paint, String hint) {
    svg.line()
        .open(
            "rect",
            "class",
            paint.role(),
            "x",
            number(x),
            "y",
            number(y),
            "width",
            number(width),
            "height",
            number(height),
            "fill",
            paint.colour());
    hint(hint);
  }

  @Override
  public void marker(Marker marker, double x, double y, Paint paint, String hint) {
    double[] outline = marker.outline();
    svg.line();
    if (outline.length == 0) {
      String radius = number(Marker.RADIUS);
      svg.open(
          "circle",
          "class",
          paint.role() + " mark",
          "cx",
          number(x),
          "cy",
          number(y),
          "r",
          radius,
          "fill",
          paint.colour());
    } else {
      StringBuilder points = new StringBuilder();
      for (int i = 0; i < outline.length; i += 2) {
        points.append(i == 0 ? "" : " ");
        points.append(number(x + outline[i])).append(',').append(number(y + outline[i + 1]));
      }
      svg.open(
          "polygon",
          "class",
          paint.role() + " mark",
          "points",
          points.toString(),
          "fill",
          paint.colour());
    }
    hint(hint);
  }

  private void hint(String hint) {
    if (!hint.isEmpty()) {
      svg.element("title", hint);
    }
    svg.close();
  }

  @Override
  public void text(String text, double x, double y, Anchor anchor, Paint paint, boolean bold) {
    text(text, x, y, anchor, paint, bold, null);
  }

  @Override
  public void upright(String text, double x, double y, Paint paint) {
    text(text, x, y, Anchor.MIDDLE, paint, false, turned(-90, x, y));
  }

  @Override
  public void slanted(String text, double x, double y, Paint paint) {
    text(text, x, y, Anchor.END, paint, false, turned(DEGREES, x, y));
  }

  private static String turned(int degrees, double x, double y) {
    return "rotate(" + degrees + " " + number(x) + " " + number(y) + ")";
  }

  private void text(
      String text, double x, double y, Anchor anchor, Paint paint, boolean bold, String transform) {
    String side =
        switch (anchor) {
          case START -> null;
          case MIDDLE -> "middle";
          case END -> "end";
        };
    svg.line()
        .element(
            "text",
            text,
            "class",
            paint.role(),
            "x",
            number(x),
            "y",
            number(y),
            "text-anchor",
            side,
            "font-weight",
            bold ? "600" : null,
            "fill",
            paint.colour(),
            "transform",
            transform);
  }
}
