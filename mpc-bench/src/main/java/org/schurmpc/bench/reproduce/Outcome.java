package org.schurmpc.bench.reproduce;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What became of a measurement. */
public sealed interface Outcome {

  /**
   * A measurement that was run; every output was right.
   *
   * @param report values by name, as the command of such a run reports them
   * @param remark a remark for people; empty for none
   */
  record Ran(Map<String, Object> report, String remark) implements Outcome {
    Ran(Map<String, Object> report) {
      this(report, "");
    }
  }

  /**
   * A measurement that was not run.
   *
   * @param reason the reason, for people
   */
  record NotRun(String reason) implements Outcome {}

  /** Returns the report, or null if the measurement was not run. */
  default Map<String, Object> report() {
    return null;
  }

  /** Returns the reason why the measurement was not run, or null if it was run. */
  default String notRun() {
    return this instanceof NotRun not ? not.reason() : null;
  }

  /** Returns a value of the report by its path; empty if there is none. */
  default Optional<Object> value(String path) {
    return report() == null ? Optional.empty() : RowResult.at(report(), path);
  }

  /** Returns a number of the report by its path; empty if there is none. */
  default OptionalDouble number(String path) {
    return report() == null ? OptionalDouble.empty() : RowResult.number(report(), path);
  }
}
