package org.schurmpc.bench.reproduce;

import java.util.List;

/**
 * A plot of a table's rows, with a logarithmic axis of values: by their labels, or by a number.
 *
 * @param name suffix of the file's name; empty for none
 * @param axis the axis of values
 * @param x the path of the number that the rows are placed by, also the axis' name; null for labels
 * @param by the path of the text by which rows are parted into curves, or rows without such a text
 *     one curve; null for marks that are not joined
 * @param xAxis the name of the axis of {@code x} or of the labels; null for its path
 * @param linear whether the axis of {@code x} is linear even for curves
 * @param series one of them named {@link #HERE}
 */
record Plot(
    String name,
    String axis,
    String x,
    String by,
    String xAxis,
    boolean linear,
    List<Series> series) {
  /** The name of the series that was measured: without a value of it, nothing is drawn. */
  static final String HERE = "here";

  Plot {
    name = name == null ? "" : name;
    if (xAxis == null) {
      xAxis = x == null ? "" : x;
    }
    series = series == null ? List.of() : List.copyOf(series);
    if (axis == null || series.stream().noneMatch(each -> HERE.equals(each.name()))) {
      throw new IllegalArgumentException("a plot needs an axis and a series '" + HERE + "'");
    }
  }

  /**
   * Values of rows.
   *
   * @param name in the legend
   * @param value the path of the value in a row's fields
   * @param interval the path of half the width of the value's confidence interval; null for none
   * @param x the path of the number that the rows are placed by; null for that of the plot
   */
  record Series(String name, String value, String interval, String x) {
    Series {
      if (name == null || value == null) {
        throw new IllegalArgumentException("a series needs a name and a value");
      }
    }
  }

  Series here() {
    return series.stream().filter(each -> each.name().equals(HERE)).findFirst().orElseThrow();
  }

  /** Returns the name of the plot's files, without the ending. */
  String file(PaperTable table) {
    return table.file() + (name.isEmpty() ? "" : "-" + name);
  }
}
