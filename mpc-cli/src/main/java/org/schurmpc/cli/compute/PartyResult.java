package org.schurmpc.cli.compute;

import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.values.OriginFields;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.run.Computation;

/**
 * Holds a party's outputs of a computation, with its times and traffic. Everything except the
 * outputs may be published.
 */
public final class PartyResult {
  private final PartyRun run;
  private final Computation.Plan plan;
  private final BitMatrix outputs;
  private final Origin preprocessing;
  private final long readyNanos;
  private final long totalNanos;
  private final PhaseFigures phases;

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
    this.preprocessing = computation.origin();
    this.readyNanos = readyNanos;
    this.totalNanos = totalNanos;
    this.phases = new PhaseFigures(computation.metrics());
  }

  /** Returns the outputs: a row for each output wire, a column for each instance. */
  public BitMatrix outputs() {
    return outputs;
  }

  /** Returns times, bytes and rounds as lines of text. */
  public String text() {
    return phases.table()
        + "%s in %s ms, %s ms of them until all parties were ready; preprocessing: %s"
            .formatted(
                Counts.of(plan.instances(), "lane"),
                PhaseFigures.millis(totalNanos),
                PhaseFigures.millis(readyNanos),
                preprocessing.text());
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
    OriginFields.put(fields, preprocessing);
    fields.put("tls", run.line().me().isPresent());
    fields.put("ready_ms", readyNanos / 1e6);
    fields.put("total_ms", totalNanos / 1e6);
    phases.addTo(fields);
    return fields;
  }
}
