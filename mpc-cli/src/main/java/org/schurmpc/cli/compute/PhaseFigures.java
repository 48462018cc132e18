package org.schurmpc.cli.compute;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;

/** Holds time, bytes and rounds of a run by phase. */
final class PhaseFigures {
  private final Map<Phase, Figures> phases = new EnumMap<>(Phase.class);

  private record Figures(long nanos, long sent, long received, long rounds) {}

  /** Copies the figures of a run that has ended. */
  PhaseFigures(Metrics metrics) {
    for (Phase phase : Phase.values()) {
      phases.put(
          phase,
          new Figures(
              metrics.nanos(phase),
              metrics.bytesSent(phase),
              metrics.bytesReceived(phase),
              metrics.rounds(phase)));
    }
  }

  /** Returns the time of a phase, in nanoseconds. */
  long nanos(Phase phase) {
    return phases.get(phase).nanos;
  }

  /** Returns a table, with a line for each phase that took any time. */
  String table() {
    StringBuilder text = new StringBuilder();
    line(text, "phase", "ms", "bytes sent", "bytes received", "rounds");
    phases.forEach(
        (phase, figures) -> {
          if (figures.nanos > 0 && phase != Phase.FUNCTION_PREPROCESSING) {
            line(
                text,
                phase.label(),
                millis(figures.nanos),
                "%,d".formatted(figures.sent),
                "%,d".formatted(figures.received),
                "%,d".formatted(figures.rounds));
          }
        });
    return text.toString();
  }

  private static void line(StringBuilder text, String... cells) {
    text.append("%-16s %12s %16s %16s %8s%n".formatted((Object[]) cells));
  }

  /** Returns a time in milliseconds as text. */
  static String millis(long nanos) {
    return String.format(Locale.ROOT, "%,.1f", nanos / 1e6);
  }

  /** Adds all figures by name. */
  void addTo(Map<String, Object> fields) {
    fields.put("phases_ms", byPhase(figures -> figures.nanos / 1e6));
    fields.put("bytes_sent", byPhase(Figures::sent));
    fields.put("bytes_received", byPhase(Figures::received));
    fields.put("rounds", byPhase(Figures::rounds));
  }

  private Map<String, Object> byPhase(Function<Figures, Object> figure) {
    Map<String, Object> map = new LinkedHashMap<>();
    phases.forEach((phase, figures) -> map.put(phase.label(), figure.apply(figures)));
    return map;
  }
}
