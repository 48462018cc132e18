package org.schurmpc.bench.report;

import static org.schurmpc.bench.report.TextLines.number;

import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;

/** Prints the figures of phases and evaluations. */
final class PhaseLines {
  private final TextLines lines;
  private final PhaseFigures figures;

  PhaseLines(TextLines lines, PhaseFigures figures) {
    this.lines = lines;
    this.figures = figures;
  }

  /**
   * Prints the times of evaluations, phases and steps.
   *
   * @param profile whether to print the parts of each phase's time
   */
  void times(boolean profile) {
    Sample evaluations = figures.evaluationMillis();
    lines.line(
        "evaluation (ms)",
        "median %s, mean %s of %,d from input to output at the slower party"
            .formatted(
                number(evaluations.median()),
                number(evaluations.mean()),
                evaluations.values().length));
    lines.line("phases (ms)", join(figures.phaseMillis(), v -> number(v)));
    steps();
    if (profile) {
      figures.splits().forEach((phase, split) -> lines.line("  of " + phase, describe(split)));
    }
  }

  /** Prints the bytes that each party sends. */
  void bytesSent() {
    boolean pair = figures.parties() == 2;
    lines.line("bytes sent", sent(figures.bytesSent()) + (pair ? "a run" : "to all peers, a run"));
  }

  /** Prints the rounds of each phase. */
  void rounds() {
    lines.line("rounds", join(figures.rounds(), String::valueOf));
  }

  /** Prints the checks of each phase. */
  void checks() {
    lines.line("checks", join(figures.checks(), String::valueOf));
  }

  private void steps() {
    Map<String, Double> steps = figures.stepMillis();
    if (!steps.isEmpty()) {
      double all = steps.values().stream().mapToDouble(Double::doubleValue).sum();
      lines.line(
          "  of preprocessing",
          join(steps, ms -> "%s (%.0f %%)".formatted(number(ms), 100 * ms / all)));
    }
  }

  /** Returns the bytes sent, by party. */
  static String sent(long[] bytes) {
    if (bytes.length == 2) {
      return "party 1 to 2: %,d; party 2 to 1: %,d; ".formatted(bytes[0], bytes[1]);
    }
    StringBuilder text = new StringBuilder();
    for (int party = 0; party < bytes.length; party++) {
      text.append("party %d: %,d; ".formatted(party + 1, bytes[party]));
    }
    return text.toString();
  }

  private static String describe(PhaseFigures.Split split) {
    double all = Math.max(split.totalMillis(), Double.MIN_NORMAL);
    return "compute %s (%.0f %%), wait %s (%.0f %%), serialise %s (%.0f %%)"
        .formatted(
            number(split.computeMillis()),
            100 * split.computeMillis() / all,
            number(split.waitMillis()),
            100 * split.waitMillis() / all,
            number(split.serialiseMillis()),
            100 * split.serialiseMillis() / all);
  }

  private static <T> String join(Map<String, T> figures, Function<T, String> show) {
    StringJoiner text = new StringJoiner(", ");
    figures.forEach((name, value) -> text.add(name.replace('_', ' ') + " " + show.apply(value)));
    return text.toString();
  }
}
