package org.schurmpc.service.admin;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Remembers how full stocks were, in points at even distances. */
final class StockHistory {
  /** Number of points: half an hour. */
  static final int POINTS = 360;

  static final long EVERY_SECONDS = 5;

  private final Map<String, Deque<Double>> series = new LinkedHashMap<>();
  private int points;

  /** Adds a point to all series; new series had nothing before, and absent ones have nothing. */
  synchronized void add(List<StatusState.StockRow> rows) {
    for (StatusState.StockRow row : rows) {
      if (row.high() != null) {
        Deque<Double> of = series.computeIfAbsent(name(row), any -> new ArrayDeque<>());
        fill(of, points);
        of.add(percent(row));
      }
    }
    points++;
    series.values().forEach(each -> fill(each, points));
    if (points > POINTS) {
      points--;
      series.values().forEach(Deque::remove);
    }
  }

  private static void fill(Deque<Double> of, int size) {
    while (of.size() < size) {
      of.add(0.0);
    }
  }

  private static String name(StatusState.StockRow row) {
    return row.stock() + ": " + row.kind();
  }

  private static double percent(StatusState.StockRow row) {
    return row.high() == 0 ? 0 : Math.round(1000.0 * row.items() / row.high()) / 10.0;
  }

  /** Returns the points, with the present ones at the end. */
  synchronized StatusState.History with(List<StatusState.StockRow> now) {
    Map<String, Double> present = new LinkedHashMap<>();
    now.stream()
        .filter(row -> row.high() != null)
        .forEach(row -> present.put(name(row), percent(row)));
    Set<String> names = new LinkedHashSet<>(series.keySet());
    names.addAll(present.keySet());
    List<List<Double>> percent = new ArrayList<>();
    for (String name : names) {
      Deque<Double> all = new ArrayDeque<>(series.getOrDefault(name, new ArrayDeque<>()));
      fill(all, points);
      all.add(present.getOrDefault(name, 0.0));
      percent.add(List.copyOf(all));
    }
    return new StatusState.History(EVERY_SECONDS, List.copyOf(names), percent);
  }
}
