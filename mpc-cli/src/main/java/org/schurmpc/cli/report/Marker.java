package org.schurmpc.cli.report;

/** Shapes that mark the points of a series. Those of neighbouring series differ without colour. */
public enum Marker {
  CIRCLE,
  DIAMOND,
  SQUARE,
  UP,
  DOWN,
  BAR,
  RIGHT,
  LEFT;

  /** The radius of a circle, in pixels. */
  public static final double RADIUS = 4;

  /** Returns the corners, x and y in turn, from the centre in pixels; none for a circle. */
  public double[] outline() {
    return switch (this) {
      case CIRCLE -> new double[0];
      case DIAMOND -> new double[] {0, -5.5, 5.5, 0, 0, 5.5, -5.5, 0};
      case SQUARE -> new double[] {-4, -4, 4, -4, 4, 4, -4, 4};
      case UP -> new double[] {0, -5, 5, 4, -5, 4};
      case DOWN -> new double[] {0, 5, 5, -4, -5, -4};
      case BAR -> new double[] {-6, -1.5, 6, -1.5, 6, 1.5, -6, 1.5};
      case RIGHT -> new double[] {5, 0, -4, 5, -4, -5};
      case LEFT -> new double[] {-5, 0, 4, 5, 4, -5};
    };
  }

  /** Returns the marker of a series, by its index. */
  static Marker of(int index) {
    return values()[(index + index / values().length) % values().length]; // not always one colour
  }
}
