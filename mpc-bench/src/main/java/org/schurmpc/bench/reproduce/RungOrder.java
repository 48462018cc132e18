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

/**
 * The rungs by the time of a block, one instance: in the order of the paper, in ours, and where
 * they differ.
 *
 * @param paper the fastest first; what the paper has no figure for is left out
 * @param here the fastest first; what was not run is left out
 */
record RungOrder(List<Place> paper, List<Place> here) {
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

  RungOrder {
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
  record Place(
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
  static RungOrder of(List<TableResult> results) {
    List<Place> paper = new ArrayList<>();
    List<Place> here = new ArrayList<>();
    for (TableResult result : results) {
      PaperTable table = result.table();
      reference(table).ifPresent(row -> paper.add(printed(table, row)));
      RowResult single = result.rows().get(0);
      single.number(HERE).ifPresent(millis -> here.add(measured(table, single, millis)));
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

  private static Place measured(PaperTable table, RowResult single, double millis) {
    OptionalDouble interval = single.number("here.ci95_ms");
    String width = interval.isPresent() ? " ± " + number(interval.getAsDouble()) : "";
    return new Place(table, millis, interval, number(millis) + width, 1);
  }

  /** Returns both orders and their differences, as JSON has them. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("order_paper", paper.stream().map(Place::fields).toList());
    fields.put("order_here", here.stream().map(Place::fields).toList());
    fields.put("differences", differences());
    return fields;
  }

  /** Returns a plot of the rungs that both orders have, in the order of the paper's sections. */
  static Optional<PointChart> chart(List<TableResult> results) {
    RungOrder order = of(results);
    List<RowResult> rows = new ArrayList<>();
    for (TableResult result : results) {
      PaperTable table = result.table();
      Optional<Place> ours = place(order.here, table);
      place(order.paper, table)
          .filter(printed -> ours.isPresent())
          .ifPresent(printed -> rows.add(row(printed, ours.get())));
    }
    String title = "Time per AES, the paper's and ours, by rung; section 4.6 of 8 instances there";
    return Plots.chart(PLOT, title, rows);
  }

  private static RowResult row(Place paper, Place here) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("paper", paper.millisPerBlock);
    values.put("paper_ci95", Numbers.orNull(paper.interval));
    values.put("here", here.millisPerBlock);
    values.put("here_ci95", Numbers.orNull(here.interval));
    String label = paper.table.id() + ": " + paper.table.title();
    return new RowResult(PaperRow.none(), label, "", values);
  }

  private static Optional<Place> place(List<Place> places, PaperTable table) {
    return places.stream().filter(each -> each.table.equals(table)).findFirst();
  }

  /** A sentence for each pair of rungs of which the one is faster in the paper, the other here. */
  List<String> differences() {
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < paper.size(); i++) {
      for (int j = i + 1; j < paper.size(); j++) {
        Optional<Place> first = place(here, paper.get(i).table());
        Optional<Place> second = place(here, paper.get(j).table());
        if (first.isPresent()
            && second.isPresent()
            && here.indexOf(first.get()) > here.indexOf(second.get())) {
          sentences.add(difference(paper.get(i), paper.get(j), first.get(), second.get()));
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

  /** Returns a row for each place: its number, and the rung and its time in either order. */
  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < Math.max(paper.size(), here.size()); i++) {
      List<String> row = new ArrayList<>(List.of(Integer.toString(i + 1)));
      for (List<Place> places : List.of(paper, here)) {
        row.add(i < places.size() ? places.get(i).title() : "");
        row.add(i < places.size() ? places.get(i).time() : "");
      }
      rows.add(row);
    }
    return rows;
  }

  /** Prints both orders and the differences, if there is anything to compare. */
  void print(PrintStream out) {
    if (here.size() < 2) {
      return;
    }
    out.println("The rungs by the time per AES of one instance (ms), the fastest first");
    print(out, List.of("", "DLT14", "", "here", ""));
    rows().forEach(row -> print(out, row));
    remarks().forEach(out::println);
    out.println();
  }

  private static void print(PrintStream out, List<String> row) {
    String line = "%3s  %-46s %14s   %-46s %18s".formatted(row.toArray());
    out.println(line.stripTrailing());
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
}
