package org.schurmpc.bench.reproduce;

import java.util.List;

/**
 * A plot of a table's rows, on a logarithmic axis: by their labels, or by a number.
 *
 * @param name suffix of the file's name; empty for none
 * @param axis the axis of values
 * @param x the path of the number that the rows are placed by, also the axis' name; null for labels
 * @param by the path of the text by which rows are parted into curves, or rows without such a text one
 *     curve; null for marks that are not joined
 * @param xAxis the name of the axis of {@code x}; null for its path
 * @param rotate degrees by which labels are rotated
 * @param series one of them named {@link #HERE}
 */
record Plot(
    String name, String axis, String x, String by, String xAxis, int rotate, List<Series> series) {
  /** The name of the series that was measured: without a value of it, nothing is drawn. */
  static final String HERE = "here";

  Plot {
    name = name == null ? "" : name;
    xAxis = xAxis == null ? x : xAxis;
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
   * @param x the path of the number that the rows are placed by; null for that of the plot
   */
  record Series(String name, String value, String x) {
    Series {
      if (name == null || value == null) {
        throw new IllegalArgumentException("a series needs a name and a value");
      }
    }
  }

  Series here() {
    return series.stream().filter(each -> each.name().equals(HERE)).findFirst().orElseThrow();
  }

  /** Returns the name of the plot's file. */
  String file(PaperTable table) {
    return table.file() + (name.isEmpty() ? "" : "-" + name) + ".png";
  }
}
