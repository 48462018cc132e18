package org.schurmpc.bench.reproduce;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What became of a run: one of both is null.
 *
 * @param report what the command stores as JSON; every output was right
 * @param notRun the reason for which it was not run, for people
 */
record RowOutcome(Map<String, Object> report, String notRun) {
  static RowOutcome ran(Map<String, Object> report) {
    return new RowOutcome(report, null);
  }

  static RowOutcome notRun(String reason) {
    return new RowOutcome(null, reason);
  }

  /** Returns the value at a JSON pointer into the report; empty if there is none, or it is null. */
  Optional<Object> at(String pointer) {
    Object value = report;
    for (String name : pointer.substring(1).split("/", -1)) {
      if (value instanceof Map<?, ?> map) {
        value = map.get(name);
      } else if (value instanceof List<?> list) {
        value = list.get(Integer.parseInt(name));
      } else {
        value = value == null ? null : Array.get(value, Integer.parseInt(name));
      }
    }
    return Optional.ofNullable(value);
  }
}
