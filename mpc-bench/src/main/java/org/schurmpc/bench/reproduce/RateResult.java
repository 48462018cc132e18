package org.schurmpc.bench.reproduce;

import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.reproduce.Outcome.Generated;

/**
 * A table or figure of KOS16, and what became of its cells.
 *
 * @param outcomes cell by cell
 */
public record RateResult(RateTable table, List<Outcome> outcomes) {
  private static final double BITS_PER_KBIT = 1000;

  /** Of each party, if the cell says no other. */
  private static final long USUAL_BITS_PER_SECOND = 1_000_000_000;

  public RateResult {
    outcomes = List.copyOf(outcomes);
    if (outcomes.size() != table.cells().size()) {
      throw new IllegalArgumentException("not an outcome for each cell");
    }
  }

  Optional<Generated> generated(int cell) {
    return outcomes.get(cell) instanceof Generated here ? Optional.of(here) : Optional.empty();
  }

  /** What was sent for an item, in 1000 bits, by the pairs that the paper counts. */
  Optional<Double> kbitByPair(int cell) {
    return generated(cell).map(here -> here.kbitEach() / table.cells().get(cell).pairs());
  }

  /** What the table is about, if it was measured. */
  Optional<Double> here(int cell) {
    return table.kbit() ? kbitByPair(cell) : generated(cell).map(Generated::perSecond);
  }

  /** Times as many triples a second as in the paper, or times as few bits. */
  Optional<Double> ratio(int cell) {
    var printed = table.cells().get(cell).printed();
    if (printed.isEmpty()) {
      return Optional.empty();
    }
    double paper = printed.getAsDouble();
    return here(cell).map(here -> table.kbit() ? paper / here : here / paper);
  }

  /** Triples a second that the line would allow, with the bits of a triple measured here. */
  Optional<Double> mostHere(int cell) {
    RateCell of = table.cells().get(cell);
    long rate = of.line() == null ? USUAL_BITS_PER_SECOND : of.line().bitsPerSecond();
    return kbitByPair(cell).map(kbit -> rate / (kbit * BITS_PER_KBIT * (of.parties() - 1)));
  }
}
