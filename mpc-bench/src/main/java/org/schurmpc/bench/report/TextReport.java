package org.schurmpc.bench.report;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.StringJoiner;

/** A result for people: the columns of DLT14, section 3.1, and what belongs to them. */
public final class TextReport {
  private static final double MIB = 1 << 20;

  private final PrintStream out;
  private final Result result;

  public TextReport(Result result, PrintStream out) {
    this.result = result;
    this.out = out;
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
    String line = "%-10s %10s %16s   %s%n";
    out.printf(line, "Instances", count, "Total Time (ms)", "Time per " + what + " (ms)");
    OptionalDouble ci = result.ci95();
    String perBlock =
        number(result.millisPerBlock())
            + (ci.isPresent() ? " ± " + number(ci.getAsDouble()) : " (one run: no interval)");
    out.printf(
        line,
        result.plan().instances(),
        result.allBlocks(),
        number(result.totalMillis()),
        perBlock);
  }

  /** Four significant digits or the whole number. */
  static String number(double value) {
    if (value == 0) {
      return "0";
    }
    int digits = (int) Math.floor(Math.log10(Math.abs(value)));
    return String.format(Locale.ROOT, "%." + Math.max(0, Math.min(9, 3 - digits)) + "f", value);
  }

  private void measurements() {
    line("phases (ms)", join(result.phaseMillis(), v -> number(v)));
    long[] bytes = result.bytesSent();
    line("bytes sent", "party 1 to 2: %,d; party 2 to 1: %,d; a run".formatted(bytes[0], bytes[1]));
    line("rounds", join(result.rounds(), String::valueOf));
    line("peak memory (MiB)", memory(result.peakRssBytes()));
  }

  private static String memory(List<Long> peaks) {
    StringJoiner text = new StringJoiner(", ");
    for (int i = 0; i < peaks.size(); i++) {
      String instance = peaks.size() > 2 ? " of instance " + (i / 2 + 1) : "";
      String peak = peaks.get(i) == 0 ? "unknown" : "%.0f".formatted(peaks.get(i) / MIB);
      text.add("party " + (i % 2 + 1) + instance + ": " + peak);
    }
    return text.toString();
  }

  private void setting() {
    var plan = result.plan();
    var work = plan.work();
    var party = result.first().established();
    line(
        "circuit",
        "%s: %,d AND in %d layers, SHA-256 %s"
            .formatted(
                plan.job().circuit().shortName(),
                work.layered().andCount(),
                work.layered().andDepth(),
                plan.job().circuitSha256()));
    line(
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
    line("preprocessing", party.preprocessing());
    line("kernels", party.kernelsReason());
    line("JVM of the parties", party.jvm());
    line("  its options", party.jvmOptions());
    line("JVM of the launcher", result.launcherJvm());
    line(
        "runs",
        "%d after a rehearsal of %d ms in each party and %d to warm up; seed %d"
            .formatted(
                plan.job().runs(), plan.job().rehearsalMillis(), plan.job().warmup(), plan.seed()));
    line("reference", plan.reference().description());
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

  private void line(String name, String text) {
    out.printf("%-20s %s%n", name, text);
  }
}
