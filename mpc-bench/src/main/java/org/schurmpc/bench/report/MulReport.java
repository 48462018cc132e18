package org.schurmpc.bench.report;

import static org.schurmpc.bench.report.TextLines.number;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** Prints the rate of products. */
public final class MulReport {
  private static final String COLUMNS = "%-16s %10s %16s %12s %12s   %s%n";

  private final PrintStream out;
  private final TextLines lines;
  private final MulResult result;

  public MulReport(MulResult result, PrintStream out) {
    this.result = result;
    this.out = out;
    this.lines = new TextLines(out);
  }

  /** Prints the report; the last line is the word "verified". */
  public void print() {
    out.printf(
        COLUMNS,
        "Multiplications",
        "At once",
        "Rate (1/s)",
        "Each (µs)",
        "Run (ms)",
        "Bytes each, by party");
    out.printf(
        COLUMNS,
        "%,d".formatted(result.task().count()),
        "%,d".formatted(result.task().batch()),
        rate(result.medianRate()),
        number(result.medianMicrosEach()),
        number(new Sample(result.runMillis()).median()),
        Arrays.stream(result.bytesSentEach())
            .mapToObj(TextLines::number)
            .collect(Collectors.joining(" + ")));
    out.println();
    lines.line(
        "rates (1/s)",
        Arrays.stream(result.rates()).mapToObj(MulReport::rate).collect(Collectors.joining("; ")));
    lines.line("rounds", "%,d a run, those of MAC checks included".formatted(result.rounds()));
    lines.line(result.line(), "a run");
    lines.memory(result.measured().peakRssBytes(), result.task().parties());
    StringJoiner parameters = new StringJoiner(", ");
    result.parameters().forEach((name, value) -> parameters.add(name + " " + value));
    lines.line("parameters", parameters.toString());
    lines.machinery(result.measured(), result.launcherJvm());
    lines.line(
        "runs",
        "%d after a rehearsal of %d ms in each party and %d to warm up; the rate is their median"
            .formatted(
                result.task().schedule().runs(),
                result.task().schedule().rehearsalMillis(),
                result.task().schedule().warmup()));
    out.println("verified");
  }

  private static String rate(double rate) {
    return "%,.0f".formatted(rate);
  }
}
