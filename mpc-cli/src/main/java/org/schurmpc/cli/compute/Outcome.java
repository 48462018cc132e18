package org.schurmpc.cli.compute;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;

/**
 * What a party has after a run: the result, and times and traffic. All but the result may be
 * published.
 *
 * @param result what this party learns
 * @param preprocessing the source of the material, by part
 * @param readyNanos time until all parties were ready
 * @param totalNanos time until the result was there
 * @param phases time, bytes and rounds by phase
 */
public record Outcome<R>(
    R result,
    List<Origin> preprocessing,
    long readyNanos,
    long totalNanos,
    Map<Phase, Figures> phases) {

  /** Time, bytes and rounds of a phase. */
  public record Figures(long nanos, long sent, long received, long rounds) {}

  /** Returns the outcome of a run that has ended. */
  static <R> Outcome<R> of(R result, OpenRun run, int parts, long readyNanos, long totalNanos) {
    Map<Phase, Figures> phases = new EnumMap<>(Phase.class);
    Metrics metrics = run.metrics();
    for (Phase phase : Phase.values()) {
      phases.put(
          phase,
          new Figures(
              metrics.nanos(phase),
              metrics.bytesSent(phase),
              metrics.bytesReceived(phase),
              metrics.rounds(phase)));
    }
    List<Origin> sources =
        IntStream.range(0, parts).mapToObj(part -> run.material(part).origin()).toList();
    return new Outcome<>(result, sources, readyNanos, totalNanos, phases);
  }

  /**
   * Returns times, bytes and rounds as lines of text.
   *
   * @param what what took the time, as the beginning of the last line
   */
  public String text(String what) {
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
    return text
        + "%s%s ms, %s ms of them until all parties were ready; preprocessing: %s"
            .formatted(
                what,
                millis(totalNanos),
                millis(readyNanos),
                preprocessing.stream().map(Origin::text).collect(Collectors.joining("; ")));
  }

  private static void line(StringBuilder text, String... cells) {
    text.append("%-16s %12s %16s %16s %8s%n".formatted((Object[]) cells));
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%,.1f", nanos / 1e6);
  }

  /** Returns what the run took, in one line. */
  public String summary() {
    long made = phases.get(Phase.PREPROCESSING).nanos;
    return "done after %.1f s: until all parties were ready %.1f s, preprocessing %.1f s, the rest %.1f s"
        .formatted(
            totalNanos / 1e9, readyNanos / 1e9, made / 1e9, (totalNanos - readyNanos - made) / 1e9);
  }

  /** Adds times, bytes and rounds to the fields of a report, by name. */
  public void addTo(Map<String, Object> fields) {
    fields.put("ready_ms", readyNanos / 1e6);
    fields.put("total_ms", totalNanos / 1e6);
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
