package org.schurmpc.bench.report;

import static org.schurmpc.bench.report.TextLines.number;

import java.io.PrintStream;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.StringJoiner;

/** A result for people: the columns of DLT14, section 3.1, and what belongs to them. */
public final class TextReport {
  private final PrintStream out;
  private final TextLines lines;
  private final Result result;

  public TextReport(Result result, PrintStream out) {
    this.result = result;
    this.out = out;
    this.lines = new TextLines(out);
  }

  /** Prints it all; the last line is the word "verified". */
  public void print() {
    columns();
    out.println();
    measurements();
    setting();
    out.println("verified");
  }

  private void columns() {
    String what = result.aes() ? "AES" : "evaluation";
    String count = result.aes() ? "No AES" : "Blocks";
    boolean threads = result.plan().threads() > 1;
    String line = "%-10s " + (threads ? "%7s " : "%s") + "%10s %16s   %s%n";
    out.printf(
        line,
        "Instances",
        threads ? "Threads" : "",
        count,
        "Total Time (ms)",
        "Time per " + what + " (ms)");
    OptionalDouble ci = result.ci95();
    String perBlock =
        number(result.millisPerBlock())
            + (ci.isPresent() ? " ± " + number(ci.getAsDouble()) : " (one run: no interval)");
    out.printf(
        line,
        result.pairs(),
        threads ? result.plan().threads() : "",
        result.allBlocks(),
        number(result.totalMillis()),
        perBlock);
  }

  private void measurements() {
    if (result.plan().instances() > 1) {
      lines.line(
          "sessions",
          "%d, on %d thread%s of each process; one takes %s ms, all do %,.0f blocks a second"
              .formatted(
                  result.plan().instances(),
                  result.plan().threads(),
                  result.plan().threads() == 1 ? "" : "s",
                  number(result.latencyMillis()),
                  result.blocksPerSecond()));
    }
    lines.line("phases (ms)", join(result.phaseMillis(), v -> number(v)));
    long[] bytes = result.bytesSent();
    lines.line(
        "bytes sent", "party 1 to 2: %,d; party 2 to 1: %,d; a run".formatted(bytes[0], bytes[1]));
    result
        .bytesPerAnd()
        .ifPresent(
            each ->
                lines.line(
                    "  for an AND gate",
                    "party 1 to 2: %,d; party 2 to 1: %,d; of all lanes"
                        .formatted(each[0], each[1])));
    lines.line("rounds", join(result.rounds(), String::valueOf));
    lines.line(result.line(), "compute");
    lines.memory(result.peakRssBytes());
  }

  private void setting() {
    var plan = result.plan();
    var work = plan.work();
    lines.line(
        "circuit",
        "%s: %,d AND in %d layers, SHA-256 %s"
            .formatted(
                plan.job().circuit().shortName(),
                work.layered().andCount(),
                work.layered().andDepth(),
                plan.job().circuitSha256()));
    lines.line(
        "protocol",
        "%s%s, %d lanes, %d pass%s a run, σ = %d bits, %s"
            .formatted(
                work.protocol().protocol(),
                result.code().map(code -> ", code " + code).orElse(""),
                work.lanes(),
                work.passes(),
                work.passes() == 1 ? "" : "es",
                work.protocol().sigma(),
                terms(work.protocol().terms())));
    lines.machinery(result.measured(), result.launcherJvm());
    lines.line(
        "runs",
        "%d after a rehearsal of %d ms in each party and %d to warm up; seed %d"
            .formatted(
                plan.job().runs(), plan.job().rehearsalMillis(), plan.job().warmup(), plan.seed()));
    lines.line("reference", plan.reference().description());
  }

  private static String terms(Map<String, String> terms) {
    StringJoiner text = new StringJoiner(", ");
    terms.forEach(
        (name, value) -> {
          if (!name.equals("code")) {
            text.add(name + " " + value);
          }
        });
    return text.toString();
  }

  private static <T> String join(
      Map<String, T> figures, java.util.function.Function<T, String> show) {
    StringJoiner text = new StringJoiner(", ");
    figures.forEach((name, value) -> text.add(name.replace('_', ' ') + " " + show.apply(value)));
    return text.toString();
  }
}
