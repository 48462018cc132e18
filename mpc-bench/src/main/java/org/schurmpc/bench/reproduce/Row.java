package org.schurmpc.bench.reproduce;

import java.time.Duration;
import java.util.Optional;

/**
 * What is run for a row of a table.
 *
 * @param instances pairs of parties at the same time
 * @param stagger how long after one of them the next one goes
 * @param printed what the paper has there, if anything
 */
public record Row(int instances, Duration stagger, Optional<Printed> printed) {

  static Row of(int instances, Printed printed) {
    return new Row(instances, Duration.ZERO, Optional.of(printed));
  }

  /** A row that the paper has no figures for. */
  static Row own(int instances, int staggerMillis) {
    return new Row(instances, Duration.ofMillis(staggerMillis), Optional.empty());
  }

  /** For people: "2", "2, 200 ms apart". */
  String label() {
    String text = Integer.toString(instances);
    return stagger.isZero() ? text : text + ", " + stagger.toMillis() + " ms apart";
  }
}
