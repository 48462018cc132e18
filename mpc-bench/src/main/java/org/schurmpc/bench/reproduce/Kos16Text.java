package org.schurmpc.bench.reproduce;

import static org.schurmpc.bench.report.TextLines.number;

import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalDouble;
import org.schurmpc.bench.reproduce.Outcome.NotRun;

/** Tables and figures of KOS16 for people: the paper's figures, and ours beside them. */
public final class Kos16Text {
  private static final String KBIT_LINE = "%-30s %10s %10s %8s   %12s";
  private static final String RATE_LINE = "%-30s %8s %10s %8s   %10s %8s %8s";

  private final PrintStream out;

  public Kos16Text(PrintStream out) {
    this.out = out;
  }

  private void kbitLine(Object... columns) {
    out.println(KBIT_LINE.formatted(columns).stripTrailing());
  }

  private void rateLine(Object... columns) {
    out.println(RATE_LINE.formatted(columns).stripTrailing());
  }

  /** Prints a table, and an empty line. */
  public void print(RateResult result) {
    RateTable table = result.table();
    out.printf("%s (KOS16, section 7). %s%n", table.label(), table.caption());
    if (table.kbit()) {
      kbitLine("kbit by pair of parties", "KOS16", "here", "K./h.", "here (1/s)");
    } else {
      rateLine("", "(1/s)", "", "", "kbit by", "at most", "(1/s)");
      rateLine("Triples", "KOS16", "here", "h./K.", "pair, here", "KOS16", "here");
    }
    for (int i = 0; i < table.cells().size(); i++) {
      row(result, i);
    }
    for (int i = 0; i < table.cells().size(); i++) {
      if (result.outcomes().get(i) instanceof NotRun notRun) {
        out.println("not run, " + table.cells().get(i).label() + ": " + notRun.reason());
      }
    }
    table.remarks().forEach(out::println);
    out.println();
  }

  private void row(RateResult result, int i) {
    RateCell cell = result.table().cells().get(i);
    String ratio = result.ratio(i).map(value -> "%.2f".formatted(value)).orElse("-");
    Optional<Double> rate = result.generated(i).map(here -> here.perSecond());
    if (result.table().kbit()) {
      kbitLine(
          cell.label(),
          "%.2f".formatted(cell.printed().orElseThrow()),
          result.here(i).map(kbit -> "%.2f".formatted(kbit)).orElse("-"),
          ratio,
          whole(rate));
    } else {
      rateLine(
          cell.label(),
          whole(cell.printed()),
          whole(rate),
          ratio,
          result.kbitByPair(i).map(kbit -> number(kbit)).orElse("-"),
          whole(cell.mostPrinted()),
          whole(result.mostHere(i)));
    }
  }

  private static String whole(Optional<Double> value) {
    return value.map(number -> "%,.0f".formatted(number)).orElse("-");
  }

  private static String whole(OptionalDouble value) {
    return value.isPresent() ? "%,.0f".formatted(value.getAsDouble()) : "-";
  }
}
