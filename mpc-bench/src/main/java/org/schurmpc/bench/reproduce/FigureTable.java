package org.schurmpc.bench.reproduce;

import static org.schurmpc.bench.report.TextLines.number;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.StringJoiner;
import org.schurmpc.bench.reproduce.Outcome.Measurement;
import org.schurmpc.bench.reproduce.Outcome.NotRun;

/** A figure for people: the paper's columns, and ours beside them. */
public final class FigureTable {
  private static final String LINE = "%-15s %7s %11s %12s   %11s %16s %8s %5s  %s";

  private final PrintStream out;

  public FigureTable(PrintStream out) {
    this.out = out;
  }

  /** Prints it, and an empty line. */
  public void print(FigureResult result) {
    Figure figure = result.figure();
    out.printf("%s (DLT14, %s). %s%n", title(figure.label()), figure.section(), figure.caption());
    out.println(figure.rung().commandLine() + " --circuit " + Dlt14.CIRCUIT);
    result.single().ifPresent(here -> out.println(setting(here.report())));
    line("", "", "DLT14", "", "here", "", "DLT14", "", "");
    line(
        "Instances",
        "No AES",
        "Total (ms)",
        "per AES (ms)",
        "Total (ms)",
        "per AES (ms)",
        "/ here",
        "Runs",
        "");
    for (int row = 0; row < figure.rows().size(); row++) {
      row(result, row);
    }
    figure.remarks().forEach(out::println);
    out.println();
  }

  private static String title(String label) {
    return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
  }

  /** What the parties say that they ran. */
  private static String setting(Map<String, Object> report) {
    StringJoiner text = new StringJoiner(", ");
    if (report.get("terms") instanceof Map<?, ?> terms) {
      terms.forEach((name, value) -> text.add(name + " " + value));
    }
    return text + "; kernels " + report.get("kernels") + ", " + report.get("jvm");
  }

  private void row(FigureResult result, int index) {
    Row row = result.figure().rows().get(index);
    Optional<Printed> printed = row.printed();
    String paperTotal = text(printed.map(Printed::totalMillis).orElse(OptionalInt.empty()));
    String paperEach = printed.map(Printed::time).orElse("-");
    Outcome outcome = result.outcomes().get(index);
    if (outcome instanceof NotRun notRun) {
      String blocks = text(printed.map(Printed::blocks).orElse(OptionalInt.empty()));
      String reason = "not run: " + notRun.reason();
      line(row.label(), blocks, paperTotal, paperEach, "-", "-", "-", "-", reason);
    } else if (outcome instanceof Measurement here) {
      line(
          row.label(),
          Long.toString(here.blocks()),
          paperTotal,
          paperEach,
          number(here.totalMillis()),
          here.time(),
          result.ratio(index).map(FigureTable::ratio).orElse("-"),
          Integer.toString(here.runs()),
          here.remark().isEmpty() ? "verified" : "verified; " + here.remark());
    }
  }

  private void line(Object... columns) {
    out.println(LINE.formatted(columns).stripTrailing());
  }

  private static String text(OptionalInt value) {
    return value.isPresent() ? Integer.toString(value.getAsInt()) : "-";
  }

  private static String ratio(double ratio) {
    return ratio >= 10 ? "%,.0f".formatted(ratio) : "%.2g".formatted(ratio);
  }
}
