package org.schurmpc.bench.reproduce;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.schurmpc.bench.reproduce.Outcome.Measurement;

/**
 * The rungs by the time of a block, one instance: in the order of the paper, in ours, and where
 * they differ.
 *
 * @param paper the fastest first; what the paper has no figure for is left out
 * @param here the fastest first; what was not run is left out
 */
public record RungOrder(List<Place> paper, List<Place> here) {
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
      Figure figure, double millisPerBlock, OptionalDouble interval, String time, int instances) {

    String name() {
      return figure.rung().name() + " (" + figure.label() + ")";
    }

    private boolean overlaps(Place other) {
      double width = interval.orElse(0) + other.interval.orElse(0);
      return Math.abs(millisPerBlock - other.millisPerBlock) <= width;
    }
  }

  /** Of figures that were run. */
  public static RungOrder of(List<FigureResult> results) {
    List<Place> paper = new ArrayList<>();
    List<Place> here = new ArrayList<>();
    for (FigureResult result : results) {
      Figure figure = result.figure();
      figure.reference().ifPresent(row -> paper.add(printed(figure, row)));
      result.single().ifPresent(measured -> here.add(measured(figure, measured)));
    }
    Comparator<Place> fastestFirst = Comparator.comparingDouble(Place::millisPerBlock);
    paper.sort(fastestFirst);
    here.sort(fastestFirst);
    return new RungOrder(paper, here);
  }

  private static Place printed(Figure figure, Row row) {
    Printed printed = row.printed().orElseThrow();
    OptionalInt interval = printed.interval();
    return new Place(
        figure,
        printed.millisPerBlock(),
        interval.isPresent() ? OptionalDouble.of(interval.getAsInt()) : OptionalDouble.empty(),
        printed.time(),
        row.instances());
  }

  private static Place measured(Figure figure, Measurement here) {
    return new Place(figure, here.millisPerBlock(), here.interval(), here.time(), 1);
  }

  /** A sentence for each pair of rungs of which the one is faster in the paper, the other here. */
  List<String> differences() {
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < paper.size(); i++) {
      for (int j = i + 1; j < paper.size(); j++) {
        int first = placeHere(paper.get(i).figure());
        int second = placeHere(paper.get(j).figure());
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

  private int placeHere(Figure figure) {
    for (int i = 0; i < here.size(); i++) {
      if (here.get(i).figure().equals(figure)) {
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
    if (here.stream().anyMatch(place -> place.interval().isEmpty())) {
      out.println("What has no ± here was run once: its place means little.");
    }
    List<String> differences = differences();
    differences.forEach(out::println);
    if (differences.isEmpty()) {
      out.println("The order is the paper's.");
    }
    out.println();
  }

  private static String[] columns(List<Place> places, int index) {
    if (index >= places.size()) {
      return new String[] {"", ""};
    }
    Place place = places.get(index);
    String of = place.instances() == 1 ? "" : ", " + place.instances() + " instances";
    return new String[] {place.name() + of, place.time()};
  }
}
