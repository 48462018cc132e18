package org.schurmpc.bench.report;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.schurmpc.bench.job.GenerationTask;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.cli.values.ResultFile;

/** Reports the rate at which parties made items, as text and as the fields of a file. */
public abstract sealed class ThroughputReport permits GenerationReport, MultiplicationReport {
  private final ThroughputResult result;

  ThroughputReport(ThroughputResult result) {
    this.result = result;
  }

  /** Returns the report of a result. */
  public static ThroughputReport of(ThroughputResult result) {
    return result.task() instanceof MulTask products
        ? new MultiplicationReport(result, products)
        : new GenerationReport(result, (GenerationTask) result.task());
  }

  final ThroughputResult result() {
    return result;
  }

  /** Returns the number of connections over which a party distributes the bytes that it sends. */
  abstract int connections();

  private Optional<LineModel> line() {
    return result.line(connections());
  }

  /** Prints the report; the last line is {@link #lastWord}. */
  public final void print(PrintStream out) {
    TextLines lines = new TextLines(out);
    printColumns(out);
    out.println();
    lines.line("rates (1/s)", joined(result.rates(), ThroughputReport::rate, "; "));
    printFigures(lines);
    lines.line("rounds", "%,d a run".formatted(result.rounds()) + roundsRemark());
    lines.line(line(), "a run");
    lines.memory(result.measured().peakRssBytes(), result.task().parties());
    StringJoiner parameters = new StringJoiner(", ");
    result.parameters().forEach((name, value) -> parameters.add(name + " " + value));
    lines.line("parameters", parameters.toString());
    lines.machinery(result.measured(), result.launcherJvm());
    Schedule schedule = result.task().schedule();
    lines.line(
        "runs",
        "%d after a rehearsal of %d ms in each party and %d to warm up; the rate is their median"
            .formatted(schedule.runs(), schedule.rehearsalMillis(), schedule.warmup()));
    out.println(lastWord());
  }

  /** Prints the titles of the columns and the figures below them. */
  abstract void printColumns(PrintStream out);

  /** Prints figures between the rates and the rounds. */
  abstract void printFigures(TextLines lines);

  /** Returns the end of the line with the rounds. */
  abstract String roundsRemark();

  /** Returns the word for success. */
  abstract String lastWord();

  /** Formats a rate in items per second. */
  static String rate(double rate) {
    return "%,.0f".formatted(rate);
  }

  /** Formats the number of bytes that each party sends per item. */
  final String bytesEach() {
    return joined(result.bytesSentPerItem(), TextLines::number, " + ");
  }

  private interface Format {
    String text(double value);
  }

  private static String joined(double[] values, Format format, String delimiter) {
    return Arrays.stream(values).mapToObj(format::text).collect(Collectors.joining(delimiter));
  }

  /**
   * Returns the fields that {@link ResultFile} writes. Their names are fixed, because programs read
   * them.
   */
  public final Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    putTask(fields);
    putRates(fields);
    fields.put("runs", result.runMillis());
    putBytes(fields);
    fields.put("rounds", result.rounds());
    fields.put("link", line().map(LineModel::fields).orElse(null));
    putParties(fields);
    Machinery.put(fields, result.measured(), result.launcherJvm());
    fields.put("warmup", result.task().schedule().warmup());
    fields.put("rehearsal_ms", result.task().schedule().rehearsalMillis());
    return fields;
  }

  /** Puts the task. */
  void putTask(Map<String, Object> fields) {
    fields.put("parties", result.task().parties());
    fields.put("parameters", result.parameters());
    fields.put("count", result.task().count());
  }

  /** Puts the rates. */
  void putRates(Map<String, Object> fields) {
    fields.put("rate_per_s", result.medianRate());
    fields.put("rates_per_s", result.rates());
  }

  /** Puts the bytes that were sent. */
  abstract void putBytes(Map<String, Object> fields);

  /** Puts the figures that the parties reported of themselves. */
  void putParties(Map<String, Object> fields) {
    fields.put("peak_rss_bytes", result.measured().peakRssBytes());
  }
}
