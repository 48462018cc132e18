package org.schurmpc.bench.report;

import static java.util.stream.Collectors.joining;
import static org.schurmpc.bench.report.TextLines.number;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import org.schurmpc.core.eval.SecurityFloor;

/** Prints a result as text, beginning with the columns of DLT14, section 3.1. */
public final class TextReport {
  private final PrintStream out;
  private final TextLines lines;
  private final Result result;
  private final boolean profile;

  /**
   * Creates a report.
   *
   * @param profile whether to print the parts of each phase's time
   */
  public TextReport(Result result, boolean profile, PrintStream out) {
    this.result = result;
    this.profile = profile;
    this.out = out;
    this.lines = new TextLines(out);
  }

  /** Prints the report; the last line is the word "verified". */
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
    if (result.cipher().isPresent()) {
      lines.line("blocks a second", "%,.0f".formatted(result.blocksPerSecond()));
    }
    PhaseLines phases = new PhaseLines(lines, result.figures());
    phases.times(profile);
    boolean pair = result.parties() == 2;
    phases.bytesSent();
    result
        .bytesPerAnd()
        .map(each -> PhaseLines.sent(Arrays.stream(each).asLongStream().toArray()))
        .ifPresent(
            each ->
                lines.line(
                    "  for an AND gate", each + (pair ? "" : "to each peer, ") + "of all lanes"));
    result
        .bitsPerWrittenBit()
        .ifPresent(
            each ->
                lines.line(
                    "  in compute",
                    Arrays.stream(each).mapToObj(v -> number(v)).collect(joining(", "))
                        + " bits for each bit of a lane that ANDs and lookups write"));
    phases.rounds();
    lines.line(result.line(), "compute");
    lines.memory(result.peakRssBytes(), result.parties());
  }

  private void setting() {
    var plan = result.plan();
    var work = plan.work();
    int lookups = work.layered().lookupCount();
    int inARow = plan.job().evaluations().inARow();
    result.cipher().ifPresent(cipher -> lines.line("method", cipher.toString()));
    lines.line(
        "circuit",
        "%s: %,d AND%s in %d layers, SHA-256 %s"
            .formatted(
                plan.job().evaluations().circuit().shortName(),
                work.layered().andCount(),
                lookups == 0 ? "" : " and %,d LOOKUP".formatted(lookups),
                work.layered().depth(),
                plan.job().evaluations().circuitSha256()));
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
    SecurityFloor.lack(work.protocol())
        .ifPresent(lack -> lines.line("security", "INSECURE: " + lack));
    result.hugePages().ifPresent(pages -> lines.line("huge pages", pages));
    lines.machinery(result.measured(), result.launcherJvm());
    lines.line(
        "runs",
        "%d%s after a rehearsal of %d ms in each party and %d to warm up; seed %d"
            .formatted(
                plan.job().schedule().runs(),
                inARow == 0 ? "" : " of %d whole evaluations in a row".formatted(inARow),
                plan.job().schedule().rehearsalMillis(),
                plan.job().schedule().warmup(),
                plan.seed()));
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
}
