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
record Outcome(Map<String, Object> report, String notRun) {
  static Outcome ran(Map<String, Object> report) {
    return new Outcome(report, null);
  }

  static Outcome notRun(String reason) {
    return new Outcome(null, reason);
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
