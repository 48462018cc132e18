package org.schurmpc.bench.report;

import static org.schurmpc.bench.report.TextLines.number;

import java.io.PrintStream;
import java.util.Collections;
import java.util.List;

/** Prints the results of several numbers of blocks as a table, with a line for each number. */
public final class BlocksTable {
  private static final String LINE = "%12s %8s %14s %14s %22s %20s%n";
  private static final double MIB = 1 << 20;

  private final List<Result> rows;
  private final PrintStream out;

  public BlocksTable(List<Result> rows, PrintStream out) {
    this.rows = List.copyOf(rows);
    this.out = out;
  }

  /** Prints the table; the last line is the word "verified". */
  public void print() {
    out.printf(
        LINE,
        "Blocks",
        "Passes",
        "Median (ms)",
        "A block (ms)",
        "Material/pass (MiB)",
        "Peak (MiB)");
    for (Result row : rows) {
      double median = new Sample(row.runMillis()).median();
      long peak = Collections.max(row.peakRssBytes());
      out.printf(
          LINE,
          "%,d".formatted(row.allBlocks()),
          "%,d".formatted(row.plan().work().passes()),
          number(median),
          number(median / row.allBlocks()),
          number(row.plan().work().demand().bytes() / MIB),
          peak == 0 ? "unknown" : "%.0f".formatted(peak / MIB));
    }
    out.println(
        "the median is of a run's compute time; material of each party; peak of the larger");
    out.println("verified");
  }
}
