package org.schurmpc.cli.report;

import java.util.List;

/**
 * A colour by its role in a chart. Colours of series differ for readers with any kind of colour
 * vision (Okabe and Ito), and in lightness.
 *
 * @param role the class that the style sheet of a page knows
 * @param colour the colour on white, as {@code #rrggbb}
 */
public record Paint(String role, String colour) {
  /** Text. */
  static final Paint TEXT = new Paint("ink", "#1b1f24");

  /** Axes and error bars. */
  static final Paint AXIS = new Paint("axis", "#57606a");

  /** Lines of the grid. */
  static final Paint GRID = new Paint("grid", "#e2e5e9");

  /** The area of an interval. */
  static final Paint BAND = new Paint("band", "#d5e4f3");

  private static final List<Paint> SERIES =
      List.of(
          new Paint("s0", "#0072b2"),
          new Paint("s1", "#d55e00"),
          new Paint("s2", "#009e73"),
          new Paint("s3", "#8c4a78"),
          new Paint("s4", "#e69f00"),
          new Paint("s5", "#56b4e9"),
          new Paint("s6", "#555555"),
          new Paint("s7", "#b8860b"));

  /** Returns the colour of a series, by its index. */
  static Paint series(int index) {
    return SERIES.get(index % SERIES.size());
  }
}
