package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.schurmpc.bench.report.Sample;

/**
 * A table or figure of KOS16, and what is measured of it.
 *
 * @param paper what the paper prints
 * @param cells row by row of the result
 */
public record RateTable(PaperTable paper, List<RateCell> cells) {
  private static final double BITS_PER_KBIT = 1000;

  /** Of each party, if the cell says no other. */
  private static final long USUAL_BITS_PER_SECOND = 1_000_000_000;

  public RateTable {
    cells = List.copyOf(cells);
  }

  /**
   * Whether the figures are of what is sent for an item, in 1000 bits, and not triples a second.
   */
  private boolean kbit() {
    return paper.setting("unit").startsWith("kbit");
  }

  /**
   * Returns the table with what became of its cells.
   *
   * @param outcomes cell by cell
   */
  TableResult result(List<Outcome> outcomes) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("table", paper.label());
    fields.put("caption", paper.caption());
    fields.put("unit", paper.setting("unit"));
    fields.put("remarks", paper.remarks());
    List<RowResult> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      RateCell cell = cells.get(i);
      Outcome outcome = outcomes.get(i);
      rows.add(new RowResult(PaperRow.none(), cell.label(), "", fields(cell, outcome)));
      if (outcome.notRun() != null) {
        notes.add("not run, " + cell.label() + ": " + outcome.notRun());
      }
    }
    return new TableResult(paper, fields, List.of(), Map.of(), rows, notes);
  }

  private Map<String, Object> fields(RateCell cell, Outcome outcome) {
    OptionalDouble byPair = byPair(cell, outcome);
    OptionalDouble here = kbit() ? byPair : outcome.number("rate_per_s");
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("label", cell.label());
    fields.put("parties", cell.parties());
    fields.put("kind", cell.kind());
    fields.put("options", cell.options());
    fields.put("link", cell.line() == null ? null : cell.line().link().toString());
    fields.put("paper", Numbers.orNull(cell.printed()));
    fields.put("here", Numbers.orNull(here));
    fields.put("here_ci95", kbit() ? null : interval(outcome));
    // Times as many triples a second as in the paper, or times as few bits.
    fields.put(
        "gain", kbit() ? Numbers.ratio(cell.printed(), here) : Numbers.ratio(here, cell.printed()));
    fields.put("kbit_by_pair", Numbers.orNull(byPair));
    fields.put("paper_at_most_per_s", Numbers.orNull(cell.mostPrinted()));
    fields.put("here_at_most_per_s", Numbers.orNull(most(cell, byPair)));
    fields.put("not_run", outcome.notRun());
    fields.put("report", outcome.report());
    return fields;
  }

  /** Returns half the width of the 95 % confidence interval of the rate; null if unknown. */
  private static Double interval(Outcome outcome) {
    Object rates = outcome.value("rates_per_s").orElse(null);
    return rates instanceof double[] values ? Numbers.orNull(new Sample(values).ci95()) : null;
  }

  /** What was sent for an item, in 1000 bits, by the pairs that the paper counts. */
  private static OptionalDouble byPair(RateCell cell, Outcome outcome) {
    OptionalDouble all = outcome.number("kbit_per_item");
    return all.isEmpty() ? all : OptionalDouble.of(all.getAsDouble() / cell.pairs());
  }

  /** Triples a second that the line would allow, with the bits of a triple measured here. */
  private static OptionalDouble most(RateCell cell, OptionalDouble byPair) {
    if (byPair.isEmpty()) {
      return byPair;
    }
    long rate = cell.line() == null ? USUAL_BITS_PER_SECOND : cell.line().bitsPerSecond();
    return OptionalDouble.of(rate / (byPair.getAsDouble() * BITS_PER_KBIT * (cell.parties() - 1)));
  }
}
