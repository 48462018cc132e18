package org.schurmpc.bench.reproduce;

import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.reproduce.Outcome.Measurement;

/**
 * A figure, and what became of its rows.
 *
 * @param outcomes row by row
 */
public record FigureResult(Figure figure, List<Outcome> outcomes) {
  public FigureResult {
    outcomes = List.copyOf(outcomes);
    if (outcomes.size() != figure.rows().size()) {
      throw new IllegalArgumentException(
          outcomes.size() + " outcomes of " + figure.rows().size() + " rows");
    }
  }

  /** What was measured of a row, if it was run. */
  Optional<Measurement> measurement(int row) {
    return outcomes.get(row) instanceof Measurement measured
        ? Optional.of(measured)
        : Optional.empty();
  }

  /** Of one instance, if that was run. */
  Optional<Measurement> single() {
    return measurement(0);
  }

  /** How many times as long as here a block took in the paper. */
  Optional<Double> ratio(int row) {
    return figure
        .rows()
        .get(row)
        .printed()
        .flatMap(
            printed ->
                measurement(row).map(here -> printed.millisPerBlock() / here.millisPerBlock()));
  }
}
