package org.schurmpc.bench.reproduce;

import static org.schurmpc.bench.report.TextLines.number;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.bench.reproduce.Outcome.Timing;

/** The tables of DNNR17 for people: the paper's columns, and ours beside them. */
public final class Dnnr17Text {
  private static final String SIZE_LINE = "%-17s %10s %11s %11s   %10s %11s %11s";
  private static final String TIME_LINE =
      "%-17s %6s %6s  %9s %9s %7s %7s   %6s %6s  %9s %6s %6s %7s";
  private static final double KIB = 1 << 10;

  private final PrintStream out;

  public Dnnr17Text(PrintStream out) {
    this.out = out;
  }

  private void title(String label, String caption) {
    out.printf("%s (DNNR17, section 5). %s%n", label, caption);
  }

  private void sizeLine(Object... columns) {
    out.println(SIZE_LINE.formatted(columns).stripTrailing());
  }

  private void timeLine(Object... columns) {
    out.println(TIME_LINE.formatted(columns).stripTrailing());
  }

  private void remarks(List<String> remarks) {
    remarks.forEach(out::println);
    out.println("* INSECURE, for comparison alone: eval refuses it.");
    out.println();
  }

  /** Prints the sizes, and an empty line. */
  public void print(SizeResult result) {
    SizeTable table = result.table();
    title(table.label(), table.caption());
    sizeLine("", "optimised", "", "", "binary", "", "");
    sizeLine("", "DNNR17", "here", "", "DNNR17", "here", "");
    sizeLine("MACs", "tables", "tables", "all", "tables", "tables", "all");
    for (int row = 0; row < table.macs().size(); row++) {
      SizeTable.Size optimised = result.optimised().get(row);
      SizeTable.Size binary = result.binary().get(row);
      sizeLine(
          table.macs().get(row).marked(),
          table.optimised().get(row),
          size(optimised.tables()),
          size(optimised.all()),
          table.binary().get(row),
          size(binary.tables()),
          size(binary.all()));
    }
    remarks(table.remarks());
  }

  /** As the paper writes it: 40.0 KiB, 80.4 MiB. */
  static String size(long bytes) {
    double kib = bytes / KIB;
    return kib < KIB ? "%.1f KiB".formatted(kib) : "%.1f MiB".formatted(kib / KIB);
  }

  /** Prints the times, and an empty line. */
  public void print(TimeResult result) {
    TimeTable table = result.table();
    title(table.label(), table.caption());
    out.println(
        "--protocol %s --mac MAC --circuit %s%s"
            .formatted(
                Dnnr17.NAME,
                table.circuit(),
                result.any().map(timing -> "; " + setting(timing)).orElse("")));
    result
        .link()
        .ifPresentOrElse(
            link -> out.println("The parties' line imitates " + link + ": compare with the LAN."),
            () -> out.println("The parties' line is loopback as it is: compare with the cloud."));
    String compared = result.lan() ? "LAN/h." : "cl./h.";
    timeLine("", "one AES", "(ms)", "", "", "", "", "of many", "(µs)", "", "", "", "");
    timeLine("", "DNNR17", "", "here", "", "", "", "DNNR17", "", "here", "", "", "");
    timeLine(
        "MACs", "LAN", "cloud", "mean", "median", "AES", compared, "LAN", "cloud", "mean", "lanes",
        "runs", compared);
    for (int row = 0; row < table.macs().size(); row++) {
      row(result, row);
    }
    notRun(result);
    remarks(table.remarks());
  }

  private static String setting(Timing timing) {
    return "kernels " + timing.report().get("kernels") + ", " + timing.report().get("jvm");
  }

  private void row(TimeResult result, int row) {
    TimeTable table = result.table();
    PrintedTimes printed = table.printed().get(row);
    Outcome latency = result.latency().get(row);
    Outcome amortised = result.amortised().get(row);
    timeLine(
        table.macs().get(row).marked(),
        printed.lanLatency(),
        printed.cloudLatency(),
        shown(result.latencyMillis(row)),
        latency instanceof Timing timing ? number(timing.medianMillis()) : "-",
        latency instanceof Timing timing ? "%,d".formatted(timing.evaluations()) : "-",
        result.latencyRatio(row).map(Dnnr17Text::ratio).orElse("-"),
        printed.lanAmortised(),
        printed.cloudAmortised(),
        shown(result.amortisedMicros(row)),
        amortised instanceof Timing timing ? Integer.toString(timing.lanes()) : "-",
        amortised instanceof Timing timing ? "%,d".formatted(timing.evaluations()) : "-",
        result.amortisedRatio(row).map(Dnnr17Text::ratio).orElse("-"));
  }

  private void notRun(TimeResult result) {
    for (int row = 0; row < result.table().macs().size(); row++) {
      String label = result.table().macs().get(row).label();
      for (Outcome outcome : List.of(result.latency().get(row), result.amortised().get(row))) {
        if (outcome instanceof NotRun notRun) {
          out.println("not run of " + label + ": " + notRun.reason());
        }
      }
    }
  }

  private static String shown(Optional<Double> value) {
    return value.map(v -> number(v)).orElse("-");
  }

  private static String ratio(double ratio) {
    return ratio >= 10 ? "%,.0f".formatted(ratio) : "%.2g".formatted(ratio);
  }
}
