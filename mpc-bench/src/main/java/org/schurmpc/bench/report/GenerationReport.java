package org.schurmpc.bench.report;

import static org.schurmpc.bench.report.TextLines.number;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** Prints the rate at which correlated randomness was generated. */
public final class GenerationReport {
  private final PrintStream out;
  private final TextLines lines;
  private final GenerationResult result;

  public GenerationReport(GenerationResult result, PrintStream out) {
    this.result = result;
    this.out = out;
    this.lines = new TextLines(out);
  }

  /** Prints the report; the last line is the word "done". */
  public void print() {
    columns();
    out.println();
    measurements();
    setting();
    out.println("done");
  }

  private void columns() {
    String items = result.task().items();
    String title = items.substring(0, 1).toUpperCase(Locale.ROOT) + items.substring(1);
    String line = "%-16s %16s %16s   %s%n";
    out.printf(line, title, "Rate (1/s)", "Run (ms)", "Bytes each, " + senders());
    double[] bytes = result.bytesSentPerItem();
    out.printf(
        line,
        "%,d".formatted(result.task().count()),
        rate(result.medianRate()),
        number(new Sample(result.runMillis()).median()),
        Arrays.stream(bytes).mapToObj(TextLines::number).collect(Collectors.joining(" + ")));
  }

  private String senders() {
    int parties = result.task().parties();
    return parties == 2 ? "party 1 + 2" : "party 1 + ... + " + parties;
  }

  private static String rate(double rate) {
    return "%,.0f".formatted(rate);
  }

  private void measurements() {
    lines.line(
        "rates (1/s)",
        Arrays.stream(result.rates())
            .mapToObj(GenerationReport::rate)
            .collect(Collectors.joining("; ")));
    String base = result.baseOtMillis() > 0 ? ", base OTs " + number(result.baseOtMillis()) : "";
    lines.line("set-up (ms)", "all " + number(result.setupMillis()) + base);
    lines.line("bytes sent", bytesSent() + "; a run");
    lines.line(
        "kbit each",
        "all parties %s, of each to each other %s"
            .formatted(number(result.kbitPerItem()), number(result.kbitPerItemAndPair())));
    lines.line("rounds", "%,d a run".formatted(result.rounds()));
    lines.line(result.line(), "a run");
    lines.memory(result.measured().peakRssBytes(), result.task().parties());
  }

  private String bytesSent() {
    double[] bytes = result.bytesSent();
    StringJoiner text = new StringJoiner("; ");
    for (int party = 0; party < bytes.length; party++) {
      String to = bytes.length == 2 ? " to " + (2 - party) : "";
      text.add("party %d%s: %,.0f".formatted(party + 1, to, bytes[party]));
    }
    return bytes.length == 2
        ? text.toString()
        : text.add("all: %,.0f".formatted(Arrays.stream(bytes).sum())).toString();
  }

  private void setting() {
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
  }
}
