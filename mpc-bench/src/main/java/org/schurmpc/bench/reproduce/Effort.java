package org.schurmpc.bench.reproduce;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How much is measured.
 *
 * @param values by name, such as {@code runs} and {@code warmup}: the paper's usual ones or those
 *     of {@code --quick}, and what options change
 * @param budget the time for all rows together
 * @param quick whether it is only to be seen that everything works
 * @param limit of instances
 */
public record Effort(
    Map<String, String> values, Duration budget, boolean quick, InstanceLimit limit) {
  public Effort {
    values = Map.copyOf(values);
  }

  /** Returns the effort that a paper's file has for a study. */
  public static Effort of(Paper paper, boolean quick, Duration budget) {
    return of(quick ? paper.quick() : paper.usual(), budget, quick);
  }

  private static Effort of(Map<String, String> values, Duration budget, boolean quick) {
    String most = values.get("most_instances");
    InstanceLimit limit =
        most == null
            ? InstanceLimit.ofThisMachine()
            : InstanceLimit.upTo(Integer.parseInt(most), values.get("because"));
    return new Effort(values, budget, quick, limit);
  }

  /** Returns the effort with another value of a name. */
  Effort with(String name, Object value) {
    Map<String, String> other = new HashMap<>(values);
    other.put(name, value.toString());
    return of(other, budget, quick);
  }

  /** Returns the effort with another limit. */
  Effort with(InstanceLimit other) {
    return new Effort(values, budget, quick, other);
  }

  /** Returns a value that is a whole number. */
  int integer(String name) {
    return Integer.parseInt(values.get(name));
  }

  /**
   * Returns whether rows share the time, so that slow ones get fewer runs: then the effort has the
   * fewest runs with which a row still makes sense.
   */
  boolean isShared() {
    return values.containsKey("fewest");
  }
}
