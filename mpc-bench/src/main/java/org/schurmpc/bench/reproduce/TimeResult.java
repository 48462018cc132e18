package org.schurmpc.bench.reproduce;

import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.reproduce.Outcome.Timing;
import org.schurmpc.core.net.Link;

/**
 * A table of times, and what became of its cells.
 *
 * @param link the line that was imitated: then ours stand beside the paper's LAN
 * @param latency of one AES after the other, row by row
 * @param amortised of many at once, row by row
 */
public record TimeResult(
    TimeTable table, Optional<Link> link, List<Outcome> latency, List<Outcome> amortised) {
  private static final double MICROS_PER_MS = 1e3;

  public TimeResult {
    latency = List.copyOf(latency);
    amortised = List.copyOf(amortised);
    int rows = table.macs().size();
    if (latency.size() != rows || amortised.size() != rows) {
      throw new IllegalArgumentException("not a cell for each row");
    }
  }

  boolean lan() {
    return link.isPresent();
  }

  private static Optional<Timing> timing(Outcome outcome) {
    return outcome instanceof Timing timing ? Optional.of(timing) : Optional.empty();
  }

  /** The latency of an AES, in milliseconds, if it was measured. */
  Optional<Double> latencyMillis(int row) {
    return timing(latency.get(row)).map(timing -> timing.meanMillis());
  }

  /** The time of an AES of many at once, in microseconds, if it was measured. */
  Optional<Double> amortisedMicros(int row) {
    return timing(amortised.get(row))
        .map(timing -> timing.meanMillis() * MICROS_PER_MS / timing.lanes());
  }

  /** How many times as long as here an AES took in the paper. */
  Optional<Double> latencyRatio(int row) {
    return latencyMillis(row).map(here -> table.printed().get(row).latencyMillis(lan()) / here);
  }

  /** Time per evaluation of many at once. */
  Optional<Double> amortisedRatio(int row) {
    return amortisedMicros(row).map(here -> table.printed().get(row).amortisedMicros(lan()) / here);
  }

  /** Anything that was measured, for what all have in common. */
  Optional<Timing> any() {
    for (List<Outcome> column : List.of(latency, amortised)) {
      for (Outcome outcome : column) {
        if (outcome instanceof Timing timing) {
          return Optional.of(timing);
        }
      }
    }
    return Optional.empty();
  }
}
