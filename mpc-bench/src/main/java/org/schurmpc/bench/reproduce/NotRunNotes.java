package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what was not measured of a row, and joins what has one reason. */
final class NotRunNotes {
  private final Map<String, List<String>> byReason = new LinkedHashMap<>();

  /**
   * Adds a measurement.
   *
   * @param what the measurement, for people
   * @param reason why it was not run, for people
   */
  void add(String what, String reason) {
    List<String> same = byReason.computeIfAbsent(reason, none -> new ArrayList<>());
    if (!same.contains(what)) {
      same.add(what);
    }
  }

  /**
   * Returns a note for each reason, and forgets all.
   *
   * @param label of the row
   */
  List<String> take(String label) {
    List<String> notes = new ArrayList<>();
    byReason.forEach(
        (reason, all) ->
            notes.add("not run, " + label + ", " + String.join(", ", all) + ": " + reason));
    byReason.clear();
    return notes;
  }
}
