package org.schurmpc.bench.reproduce;

import static org.schurmpc.bench.report.TextLines.number;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.schurmpc.bench.reproduce.Plot.Series;
import org.schurmpc.cli.report.PointChart;
import org.schurmpc.core.abort.BadFile;

/**
 * The rungs by the time of a block, one instance: in the order of the paper, in ours, and where
 * they differ.
 *
 * @param paper the fastest first; what the paper has no figure for is left out
 * @param here the fastest first; what was not run is left out
 */
public record RungOrder(List<Place> paper, List<Place> here) {
  /** The time of a block: the paper's column. */
  private static final String MS_PER_BLOCK = "ms_per_block";

  private static final String HERE = "here.ms_per_block";

  private static final Plot PLOT =
      new Plot(
          "",
          "time per AES (ms)",
          null,
          null,
          "rung, by figure or section",
          false,
          List.of(
              new Series("DLT14", "paper", "paper_ci95", null),
              new Series(Plot.HERE, "here", "here_ci95", null)));

  public RungOrder {
    paper = List.copyOf(paper);
    here = List.copyOf(here);
  }

  /**
   * A rung's place in an order.
   *
   * @param millisPerBlock by which it has it
   * @param interval half the width of its 95 % confidence interval
   * @param time both of them for people
   * @param instances of which it is; more than one if there are no figures of one
   */
  public record Place(
      PaperTable table,
      double millisPerBlock,
      OptionalDouble interval,
      String time,
      int instances) {

    String name() {
      return table.title() + " (" + table.label() + ")";
    }

    /** Returns the name, with the number of instances if they are more than one. */
    String title() {
      return name() + (instances == 1 ? "" : ", " + instances + " instances");
    }

    Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("figure", table.id());
      fields.put("rung", table.title());
      fields.put("instances", instances);
      fields.put("ms_per_block", millisPerBlock);
      fields.put("ci95_ms", Numbers.orNull(interval));
      return fields;
    }

    private boolean overlaps(Place other) {
      double width = interval.orElse(0) + other.interval.orElse(0);
      return Math.abs(millisPerBlock - other.millisPerBlock) <= width;
    }
  }

  /** Returns the orders of the rungs of tables that were run. */
  public static RungOrder of(List<TableResult> results) {
    List<Place> paper = new ArrayList<>();
    List<Place> here = new ArrayList<>();
    for (TableResult result : results) {
      PaperTable table = result.table();
      reference(table).ifPresent(row -> paper.add(printed(table, row)));
      RowResult single = result.rows().get(0);
      if (single.number(HERE).isPresent()) {
        here.add(measured(table, single));
      }
    }
    Comparator<Place> fastestFirst = Comparator.comparingDouble(Place::millisPerBlock);
    paper.sort(fastestFirst);
    here.sort(fastestFirst);
    return new RungOrder(paper, here);
  }

  /** Returns the first row that the paper has a time for: of one instance if it has that. */
  private static Optional<PaperRow> reference(PaperTable table) {
    return table.rows().stream().filter(row -> row.has(MS_PER_BLOCK)).findFirst();
  }

  private static Place printed(PaperTable table, PaperRow row) {
    OptionalInt interval = row.interval(MS_PER_BLOCK);
    return new Place(
        table,
        row.number(MS_PER_BLOCK).orElseThrow(),
        interval.isPresent() ? OptionalDouble.of(interval.getAsInt()) : OptionalDouble.empty(),
        row.text(MS_PER_BLOCK),
        row.integer("instances").orElseThrow());
  }

  private static Place measured(PaperTable table, RowResult single) {
    double millis = single.number(HERE).orElseThrow();
    OptionalDouble interval = single.number("here.ci95_ms");
    String width = interval.isPresent() ? " ± " + number(interval.getAsDouble()) : "";
    return new Place(table, millis, interval, number(millis) + width, 1);
  }

  /** Returns both orders and their differences, as JSON has them. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("order_paper", paper.stream().map(Place::fields).toList());
    fields.put("order_here", here.stream().map(Place::fields).toList());
    fields.put("differences", differences());
    return fields;
  }

  /**
   * Draws the rungs that both orders have.
   *
   * @param png whether to write PNG beside SVG
   */
  public static void draw(List<TableResult> results, ResultsFolder folder, boolean png)
      throws BadFile {
    Plots.draw(chart(results), "rungs", folder, png);
  }

  /** Returns a plot of the rungs that both orders have, in the order of the paper's sections. */
  static Optional<PointChart> chart(List<TableResult> results) {
    List<RowResult> rows = new ArrayList<>();
    for (TableResult result : results) {
      PaperTable table = result.table();
      OptionalDouble here = result.rows().get(0).number(HERE);
      Optional<PaperRow> reference = reference(table);
      if (here.isPresent() && reference.isPresent()) {
        rows.add(
            new RowResult(
                reference.get(),
                table.id() + ": " + table.title(),
                "",
                values(reference.get(), result.rows().get(0))));
      }
    }
    String title = "Time per AES, the paper's and ours, by rung; section 4.6 of 8 instances there";
    return Plots.chart(PLOT, title, rows);
  }

  private static Map<String, Object> values(PaperRow paper, RowResult single) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("paper", paper.number(MS_PER_BLOCK).orElseThrow());
    values.put("paper_ci95", Numbers.orNull(paper.interval(MS_PER_BLOCK)));
    values.put("here", single.number(HERE).orElseThrow());
    values.put("here_ci95", Numbers.orNull(single.number("here.ci95_ms")));
    return values;
  }

  /** A sentence for each pair of rungs of which the one is faster in the paper, the other here. */
  List<String> differences() {
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < paper.size(); i++) {
      for (int j = i + 1; j < paper.size(); j++) {
        int first = placeHere(paper.get(i).table());
        int second = placeHere(paper.get(j).table());
        if (first >= 0 && second >= 0 && first > second) {
          sentences.add(difference(paper.get(i), paper.get(j), here.get(first), here.get(second)));
        }
      }
    }
    return sentences;
  }

  private static String difference(
      Place paperFirst, Place paperSecond, Place hereFirst, Place hereSecond) {
    return "In DLT14 %s is ahead of %s with %s to %s ms%s; here it is behind with %s to %s ms%s."
        .formatted(
            paperFirst.name(),
            paperSecond.name(),
            paperFirst.time(),
            paperSecond.time(),
            paperFirst.overlaps(paperSecond) ? " (the intervals overlap)" : "",
            hereFirst.time(),
            hereSecond.time(),
            hereFirst.overlaps(hereSecond) ? " (the intervals overlap)" : "");
  }

  private int placeHere(PaperTable table) {
    for (int i = 0; i < here.size(); i++) {
      if (here.get(i).table().equals(table)) {
        return i;
      }
    }
    return -1;
  }

  /** Prints both orders and the differences, if there is anything to compare. */
  public void print(PrintStream out) {
    if (here.size() < 2) {
      return;
    }
    out.println("The rungs by the time per AES of one instance (ms), the fastest first");
    String line = "%3s  %-46s %14s   %-46s %18s";
    out.println(line.formatted("", "DLT14", "", "here", "").stripTrailing());
    for (int i = 0; i < Math.max(paper.size(), here.size()); i++) {
      String[] left = columns(paper, i);
      String[] right = columns(here, i);
      out.println(line.formatted(i + 1, left[0], left[1], right[0], right[1]).stripTrailing());
    }
    remarks().forEach(out::println);
    out.println();
  }

  /** Returns what a reader of both orders should know, a sentence each. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (here.stream().anyMatch(place -> place.interval().isEmpty())) {
      remarks.add("What has no ± here was run once: its place means little.");
    }
    List<String> differences = differences();
    remarks.addAll(differences);
    if (differences.isEmpty()) {
      remarks.add("The order is the paper's.");
    }
    return remarks;
  }

  private static String[] columns(List<Place> places, int index) {
    if (index >= places.size()) {
      return new String[] {"", ""};
    }
    Place place = places.get(index);
    return new String[] {place.title(), place.time()};
  }
}
