package org.schurmpc.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.schurmpc.bench.report.Sample;
import org.schurmpc.bench.report.TextLines;

/**
 * Reports paired runs.
 *
 * @param unit the unit of the figures
 * @param notes what else should stand beside the figures, such as versions and flags
 */
public record ComparisonReport(Comparison comparison, String unit, List<String> notes) {
  public ComparisonReport {
    notes = List.copyOf(notes);
  }

  /** Prints the report. */
  public void print(PrintStream out) {
    PairedRuns runs = comparison.runs();
    out.printf(
        "%-12s %12s %12s %12s   %s%n",
        "",
        "median",
        "minimum",
        "maximum",
        comparison.moreIsBetter() ? "more is better" : "less is better");
    row(out, runs.ours(), comparison.ours());
    row(out, runs.theirs(), comparison.theirs());
    Comparison.Lead lead = comparison.lead();
    out.printf(
        Locale.ROOT,
        "%s is %.3f times as fast as %s, 95 %% interval %.3f to %.3f: %s%n",
        runs.ours().name(),
        lead.ratio(),
        runs.theirs().name(),
        lead.low(),
        lead.high(),
        lead.verdict());
    out.printf("%-12s %d, in turn, after %d not counted%n", "pairs", runs.pairs(), runs.warmup());
    for (Contender each : List.of(runs.ours(), runs.theirs())) {
      out.printf("%-12s %s%n", each.name(), each.command());
    }
    out.printf("%-12s %s%n", "machine", machine());
    notes.forEach(note -> out.printf("%-12s %s%n", "note", note));
  }

  private void row(PrintStream out, Contender contender, Sample sample) {
    out.printf(
        "%-12s %12s %12s %12s   %s%n",
        contender.name(),
        TextLines.number(sample.median()),
        TextLines.number(least(sample)),
        TextLines.number(most(sample)),
        unit);
  }

  /** Returns the fields of the JSON report, in order. */
  public Map<String, Object> fields() {
    PairedRuns runs = comparison.runs();
    Comparison.Lead lead = comparison.lead();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("unit", unit);
    fields.put("more_is_better", comparison.moreIsBetter());
    fields.put("pairs", runs.pairs());
    fields.put("warmup", runs.warmup());
    fields.put("ours", side(runs.ours(), comparison.ours()));
    fields.put("theirs", side(runs.theirs(), comparison.theirs()));
    fields.put("lead", lead.ratio());
    fields.put("lead_ci95", List.of(lead.low(), lead.high()));
    fields.put("verdict", lead.verdict().toString());
    fields.put("machine", machine());
    fields.put("notes", notes);
    return fields;
  }

  private static Map<String, Object> side(Contender contender, Sample sample) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", contender.name());
    fields.put("command", contender.command());
    fields.put("figures", sample.values());
    fields.put("median", sample.median());
    fields.put("minimum", least(sample));
    fields.put("maximum", most(sample));
    return fields;
  }

  private static double least(Sample sample) {
    return Arrays.stream(sample.values()).min().orElseThrow();
  }

  private static double most(Sample sample) {
    return Arrays.stream(sample.values()).max().orElseThrow();
  }

  /** Returns the processors and the operating system of this machine. */
  private static String machine() {
    return "%d x %s, %s %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            processor(),
            System.getProperty("os.name"),
            System.getProperty("os.version"));
  }

  private static String processor() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch"); // another system than Linux
    }
  }
}
