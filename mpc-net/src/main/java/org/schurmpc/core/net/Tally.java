package org.schurmpc.core.net;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/** Counts rejected callers, by reason; thread-safe. The size of its messages is bounded. */
final class Tally {

  private static final int REASONS = 6;
  private static final String OTHER = "for other reasons";

  private final LinkedHashMap<String, Integer> counts = new LinkedHashMap<>();

  /**
   * Counts a caller.
   *
   * @param reason such as "without TLS"
   */
  synchronized void add(String reason) {
    boolean known = counts.containsKey(reason) || counts.size() < REASONS;
    counts.merge(known ? reason : OTHER, 1, Integer::sum);
  }

  synchronized Map<String, Integer> snapshot() {
    return Map.copyOf(counts);
  }

  /**
   * Describes the callers rejected after a snapshot, for the end of a sentence; empty if there were
   * none.
   */
  synchronized String since(Map<String, Integer> snapshot) {
    int sum = 0;
    StringJoiner reasons = new StringJoiner(", ");
    for (Map.Entry<String, Integer> each : counts.entrySet()) {
      int count = each.getValue() - snapshot.getOrDefault(each.getKey(), 0);
      if (count > 0) {
        sum += count;
        reasons.add(count + " " + each.getKey());
      }
    }
    String callers = sum == 1 ? "1 caller was" : sum + " callers were";
    return sum == 0 ? "" : "; meanwhile " + callers + " turned away: " + reasons;
  }
}
