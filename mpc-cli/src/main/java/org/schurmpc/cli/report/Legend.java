package org.schurmpc.cli.report;

import java.util.List;

/**
 * Writes the names of series above the data, in lines that are filled one after the other.
 *
 * @param names the names, in the order of the series
 * @param width the width of a line in pixels
 */
record Legend(List<String> names, double width) {
  private static final double LINE = 20;
  private static final double MARK = 18;
  private static final double GAP = 22;
  private static final double MIDDLE = 4.5;

  /** Pixels that a character takes on average. */
  static final double CHARACTER = 7.8;

  /** Draws the mark of a series. */
  interface Mark {
    /** Draws a mark with its middle at a point. */
    void draw(int series, double x, double y);
  }

  /** Returns the approximate width of a text in pixels. */
  static double width(String text) {
    return text.codePointCount(0, text.length()) * CHARACTER;
  }

  /** Returns the height of all lines in pixels. */
  double height() {
    return names.isEmpty() ? 0 : walk((index, x, line) -> {}) * LINE;
  }

  /** Draws the marks and names, from a point at the upper left. */
  void draw(Canvas canvas, double left, double top, Mark mark) {
    walk(
        (index, x, line) -> {
          double y = top + line * LINE + LINE / 2;
          mark.draw(index, left + x + MARK / 2 - 2, y);
          canvas.text(
              names.get(index),
              left + x + MARK,
              y + MIDDLE,
              Canvas.Anchor.START,
              Paint.TEXT,
              false);
        });
  }

  private interface Place {
    void at(int index, double x, int line);
  }

  /** Places all names, and returns the number of lines. */
  private int walk(Place place) {
    double x = 0;
    int line = 0;
    for (int i = 0; i < names.size(); i++) {
      double wide = MARK + width(names.get(i));
      if (x > 0 && x + wide > width) {
        x = 0;
        line++;
      }
      place.at(i, x, line);
      x += wide + GAP;
    }
    return line + 1;
  }
}
