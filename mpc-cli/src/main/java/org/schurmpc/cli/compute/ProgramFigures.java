package org.schurmpc.cli.compute;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.schurmpc.cli.values.OriginFields;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.session.Phase;

/**
 * Holds a party's outputs of a program, with its times and traffic. Everything except the outputs
 * may be published.
 */
public final class ProgramFigures {
  private final ProgramRun run;
  private final SortedMap<String, BigInteger[]> outputs;
  private final List<Origin> preprocessing;
  private final long readyNanos;
  private final long totalNanos;
  private final PhaseFigures phases;

  ProgramFigures(
      ProgramRun run,
      OpenRun open,
      SortedMap<String, BigInteger[]> outputs,
      long readyNanos,
      long totalNanos) {
    this.run = run;
    this.outputs = outputs;
    int parts = run.job().plan().parts().size();
    this.preprocessing =
        IntStream.range(0, parts).mapToObj(part -> open.material(part).origin()).toList();
    this.readyNanos = readyNanos;
    this.totalNanos = totalNanos;
    this.phases = new PhaseFigures(open.metrics());
  }

  /** Returns the outputs by name. */
  public SortedMap<String, BigInteger[]> outputs() {
    return outputs;
  }

  /** Returns times, bytes and rounds as lines of text. */
  public String text() {
    return phases.table()
        + "%s ms, %s ms of them until all parties were ready; preprocessing: %s"
            .formatted(
                PhaseFigures.millis(totalNanos),
                PhaseFigures.millis(readyNanos),
                preprocessing.stream().map(Origin::text).collect(Collectors.joining("; ")));
  }

  /** Returns what the run took, in one line. */
  public String summary() {
    return "done after %.1f s: until all parties were ready %.1f s, preprocessing %.1f s, the rest %.1f s"
        .formatted(
            totalNanos / 1e9,
            readyNanos / 1e9,
            phases.nanos(Phase.PREPROCESSING) / 1e9,
            (totalNanos - readyNanos - phases.nanos(Phase.PREPROCESSING)) / 1e9);
  }

  /** Returns times, bytes and rounds by name, without inputs and outputs. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    ProgramJob job = run.job();
    fields.put("party", run.party() + 1);
    fields.put("parties", job.program().parties());
    fields.put("program", job.program().name());
    fields.put("program_digest", job.program().digest());
    fields.put("fields", job.program().fields());
    fields.put("terms", job.plan().terms());
    fields.put("sigma", job.plan().parts().stream().map(part -> part.protocol().sigma()).toList());
    OriginFields.put(fields, preprocessing);
    fields.put("tls", run.line().me().isPresent());
    fields.put("ready_ms", readyNanos / 1e6);
    fields.put("total_ms", totalNanos / 1e6);
    phases.addTo(fields);
    return fields;
  }
}
