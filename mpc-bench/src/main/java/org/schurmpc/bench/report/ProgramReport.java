package org.schurmpc.bench.report;

import static org.schurmpc.bench.report.TextLines.number;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import org.schurmpc.bench.job.ProgramTask;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.SecurityFloor;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.session.Phase;

/** Reports the runs of a program, in which every output was right, as text and as fields. */
public final class ProgramReport {
  /** The phases of a run, between the start signal and the end. */
  private static final List<Phase> TIMED = List.of(Phase.INPUT, Phase.COMPUTE, Phase.OUTPUT);

  private static final String COLUMNS = "%-20s %8s %6s %12s %20s%n";

  private final ProgramPlan plan;
  private final Measured measured;
  private final String launcherJvm;
  private final PhaseFigures figures;

  /**
   * Creates a report.
   *
   * @param launcherJvm describes the JVM of the Monitor
   */
  public ProgramReport(ProgramPlan plan, Measured measured, String launcherJvm) {
    this.plan = plan;
    this.measured = measured;
    this.launcherJvm = launcherJvm;
    this.figures = new PhaseFigures(measured, plan.task().parties());
  }

  /**
   * Prints the report; the last line is the word "verified".
   *
   * @param profile whether to print the parts of each phase's time
   */
  public void print(boolean profile, PrintStream out) {
    TextLines lines = new TextLines(out);
    ProgramTask task = plan.task();
    Sample runs = new Sample(figures.runMillis());
    OptionalDouble ci = runs.ci95();
    out.printf(COLUMNS, "Program", "Parties", "Tapes", "Median (ms)", "Mean (ms)");
    out.printf(
        COLUMNS,
        plan.work().program().name(),
        task.parties(),
        task.tapes(),
        number(runs.median()),
        number(runs.mean()) + (ci.isPresent() ? " ± " + number(ci.getAsDouble()) : ""));
    out.println();
    PhaseLines phases = new PhaseLines(lines, figures);
    phases.times(profile);
    phases.bytesSent();
    phases.rounds();
    phases.checks();
    for (RunPlan.Part part : plan.work().parts()) {
      lines.line("items of " + part.name(), items(part) + " a run");
    }
    lines.line(line(), "a run");
    lines.memory(measured.peakRssBytes(), task.parties());
    lines.line("program", "%s, digest %s".formatted(task.file(), task.digest()));
    for (RunPlan.Part part : plan.work().parts()) {
      lines.line("protocol", protocol(part.protocol()));
      lack(part).ifPresent(lack -> lines.line("security", "INSECURE: " + lack));
    }
    lines.machinery(measured, launcherJvm);
    lines.line(
        "runs",
        "%d after a rehearsal of %d ms in each party and %d to warm up; seed %d"
            .formatted(
                task.schedule().runs(),
                task.schedule().rehearsalMillis(),
                task.schedule().warmup(),
                plan.seed()));
    lines.line("reference", plan.reference().description());
    out.println("verified");
  }

  private static String items(RunPlan.Part part) {
    StringJoiner text = new StringJoiner(", ").setEmptyValue("none");
    part.unit().quotas().forEach((kind, items) -> text.add("%s %,d".formatted(kind.name(), items)));
    return text.toString();
  }

  private static String protocol(ConfiguredProtocol protocol) {
    StringJoiner text = new StringJoiner(", ");
    text.add(protocol.protocol());
    text.add("σ = %d bits".formatted(protocol.sigma()));
    protocol.terms().forEach((name, value) -> text.add(name + " " + value));
    return text.toString();
  }

  private static Optional<String> lack(RunPlan.Part part) {
    return SecurityFloor.lack(part.protocol());
  }

  private Optional<LineModel> line() {
    return plan.task().link().map(link -> figures.line(link, TIMED));
  }

  /**
   * Returns the fields that {@link org.schurmpc.cli.values.ResultFile} writes. Their names are
   * fixed, because programs read them.
   */
  public Map<String, Object> fields() {
    ProgramTask task = plan.task();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("program", plan.work().program().name());
    fields.put("file", task.file());
    fields.put("digest", task.digest());
    fields.put("parties", task.parties());
    fields.put("tapes", task.tapes());
    fields.put("fields", plan.work().parts().stream().map(ProgramReport::fields).toList());
    fields.put("material_bytes", plan.work().materialBytes());
    putFigures(fields);
    Machinery.put(fields, measured, launcherJvm);
    fields.put("seed", plan.seed());
    fields.put("warmup", task.schedule().warmup());
    fields.put("rehearsal_ms", task.schedule().rehearsalMillis());
    fields.put("reference", plan.reference().description());
    fields.put("verified", true); // otherwise there is no result
    return fields;
  }

  private static Map<String, Object> fields(RunPlan.Part part) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("field", part.name());
    fields.put("protocol", part.protocol().protocol());
    fields.put("sigma", part.protocol().sigma());
    fields.put("terms", part.protocol().terms());
    fields.put("insecure", lack(part).orElse(null));
    Map<String, Long> items = new LinkedHashMap<>();
    for (Map.Entry<MaterialKind, Long> quota : part.unit().quotas().entrySet()) {
      items.put(quota.getKey().name(), quota.getValue());
    }
    fields.put("items", items);
    return fields;
  }

  private void putFigures(Map<String, Object> fields) {
    Sample runs = new Sample(figures.runMillis());
    OptionalDouble ci95 = runs.ci95();
    fields.put("runs", runs.values());
    fields.put("total_ms", runs.mean());
    fields.put("median_ms", runs.median());
    fields.put("ci95_ms", ci95.isPresent() ? ci95.getAsDouble() : null);
    JsonReport.putTimes(fields, figures);
    fields.put("bytes_sent", figures.bytesSent());
    fields.put("bytes_sent_by_phase", figures.bytesSentByPhase());
    fields.put("rounds", figures.rounds());
    fields.put("checks", figures.checks());
    fields.put("link", line().map(LineModel::fields).orElse(null));
    fields.put("peak_rss_bytes", measured.peakRssBytes());
  }
}
