package org.schurmpc.cli.compute;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;

/**
 * Holds a party's outputs of a computation, with its times and traffic. Everything except the
 * outputs may be published.
 */
public final class PartyResult {
  private final PartyRun run;
  private final Computation.Plan plan;
  private final BitMatrix outputs;
  private final String preprocessing;
  private final long readyNanos;
  private final long totalNanos;
  private final Map<Phase, Figures> phases = new EnumMap<>(Phase.class);

  private record Figures(long nanos, long sent, long received, long rounds) {}

  PartyResult(
      PartyRun run,
      Computation.Plan plan,
      BitMatrix outputs,
      Computation computation,
      long readyNanos,
      long totalNanos) {
    this.run = run;
    this.plan = plan;
    this.outputs = outputs;
    this.preprocessing = computation.preprocessing();
    this.readyNanos = readyNanos;
    this.totalNanos = totalNanos;
    Metrics metrics = computation.metrics();
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

  /** Returns the outputs: a row for each output wire, a column for each instance. */
  public BitMatrix outputs() {
    return outputs;
  }

  /** Returns times, bytes and rounds as lines of text. */
  public String text() {
    StringBuilder text = new StringBuilder();
    line(text, "phase", "ms", "bytes sent", "bytes received", "rounds");
    phases.forEach(
        (phase, figures) -> {
          if (figures.nanos > 0 && phase != Phase.FUNCTION_PREPROCESSING) {
            line(
                text,
                phase.label(),
                number(figures.nanos / 1e6),
                "%,d".formatted(figures.sent),
                "%,d".formatted(figures.received),
                "%,d".formatted(figures.rounds));
          }
        });
    return text
        + "%,d lanes in %s ms, %s ms of them until both parties were ready; preprocessing: %s"
            .formatted(
                plan.instances(),
                number(totalNanos / 1e6),
                number(readyNanos / 1e6),
                preprocessing);
  }

  private static void line(StringBuilder text, String... cells) {
    text.append("%-16s %12s %16s %16s %8s%n".formatted((Object[]) cells));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }

  /** Returns times, bytes and rounds by name, without inputs and outputs. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    ComputationJob job = run.job();
    fields.put("party", run.party() + 1);
    fields.put("protocol", job.protocol());
    fields.put("terms", plan.protocol().terms());
    fields.put("sigma", plan.protocol().sigma());
    fields.put("insecure", plan.lack().orElse(null));
    fields.put("circuit", job.source().shortName());
    fields.put("circuit_sha256", BristolFashion.hexDigest(job.circuit()));
    fields.put("order", job.order().toString());
    fields.put("instances", plan.instances());
    fields.put("lanes", plan.protocol().lanes());
    fields.put("passes", plan.passes());
    fields.put("preprocessing", preprocessing);
    fields.put("tls", run.me().isPresent());
    fields.put("ready_ms", readyNanos / 1e6);
    fields.put("total_ms", totalNanos / 1e6);
    fields.put("phases_ms", byPhase(figures -> figures.nanos / 1e6));
    fields.put("bytes_sent", byPhase(Figures::sent));
    fields.put("bytes_received", byPhase(Figures::received));
    fields.put("rounds", byPhase(Figures::rounds));
    return fields;
  }

  private Map<String, Object> byPhase(java.util.function.Function<Figures, Object> figure) {
    Map<String, Object> map = new LinkedHashMap<>();
    phases.forEach((phase, figures) -> map.put(phase.label(), figure.apply(figures)));
    return map;
  }
}
