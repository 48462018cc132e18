package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.html.ResultReports;
import org.schurmpc.bench.job.EvaluationTask;
import org.schurmpc.bench.job.Evaluations;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.report.BlocksTable;
import org.schurmpc.bench.report.JsonReport;
import org.schurmpc.bench.report.Result;
import org.schurmpc.bench.report.TextReport;
import org.schurmpc.cli.circuit.AesConvention;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;

/**
 * Runs the evaluations that the options of a command describe, from their plans to their reports.
 * There is one plan, or one for each number of blocks.
 */
final class EvaluationRun implements MainRun {
  private final RunOptions options;
  private final List<EvaluationPlan> plans;
  private final boolean aes;

  private EvaluationRun(RunOptions options, List<EvaluationPlan> plans, boolean aes) {
    this.options = options;
    this.plans = plans;
    this.aes = aes;
  }

  /**
   * Creates the plans for options whose ranges were checked.
   *
   * @throws Refused if the protocol's options are invalid, or the protocol has no preprocessing of
   *     its own although it was asked for
   */
  static EvaluationRun of(RunOptions options) throws MpcException {
    CircuitSource source = options.circuit();
    Circuit circuit = source.read();
    Optional<AesConvention> aes = AesConvention.of(circuit);
    List<String> sources = Workload.defaultSources(circuit, aes, options.parties());
    List<EvaluationPlan> plans = new ArrayList<>();
    for (int blocks : options.blocks == null ? List.of(0) : options.blocks) {
      plans.add(plan(options, blocks, source, circuit, sources));
    }
    return new EvaluationRun(options, List.copyOf(plans), aes.isPresent());
  }

  /**
   * Creates a plan.
   *
   * @param blocks evaluations by each session in a run; 0 for one in each lane
   * @param sources of the circuit's inputs
   */
  static EvaluationPlan plan(
      RunOptions options, int blocks, CircuitSource source, Circuit circuit, List<String> sources)
      throws MpcException {
    EvaluationTask job =
        new EvaluationTask(
            new ProtocolChoice(options.protocol, options.protocolOptions(), options.parties()),
            Evaluations.of(source, circuit, sources).withBlocks(blocks).inARow(options.inARow),
            options.material(),
            options.bench.schedule(),
            options.bench.line());
    Workload work = Workload.of(job, circuit);
    if (options.material() instanceof MaterialSource.Own && !work.protocol().preprocesses()) {
      throw new Refused(
          options.protocol + " has no preprocessing of its own yet: use --preprocessing dealer");
    }
    return new EvaluationPlan(
        job,
        work,
        Workload.reference(circuit, AesConvention.of(circuit)),
        options.instances * options.sessions(),
        options.sessions(),
        options.stagger,
        options.seed == null ? new SecureRandom().nextLong() : options.seed);
  }

  @Override
  public boolean hasDealer() {
    return plans.get(0).hasDealer();
  }

  @Override
  public void measure(PrintStream out, Runner runner)
      throws MpcException, RunFailed, InterruptedException {
    try (ResultFile json = ResultFile.open(options.bench.json);
        ReportFile page = ReportFile.open(options.bench.report, ResultReports::report)) {
      if (plans.size() == 1) {
        Result result = measure(plans.get(0), runner);
        json.write(JsonReport.fields(result));
        page.write(JsonReport.fields(result));
        new TextReport(result, options.profile, out).print();
      } else {
        measureRows(json, page, out, runner);
      }
    }
  }

  /** Runs several plans. After each plan, the results so far are written to the files. */
  private void measureRows(ResultFile json, ReportFile page, PrintStream out, Runner runner)
      throws MpcException, RunFailed, InterruptedException {
    List<Result> rows = new ArrayList<>();
    for (EvaluationPlan plan : plans) {
      try {
        rows.add(measure(plan, runner));
      } catch (RunFailed e) {
        String row = "with --blocks " + plan.work().blocks() + ": ";
        RunFailed named = new RunFailed(e.exitCode(), row + e.getMessage());
        named.initCause(e);
        throw named;
      }
      json.write(JsonReport.rows(rows));
      page.write(JsonReport.rows(rows));
      new TextReport(rows.get(rows.size() - 1), options.profile, out).print();
      out.println();
    }
    new BlocksTable(rows, out).print();
  }

  private Result measure(EvaluationPlan plan, Runner runner)
      throws MpcException, RunFailed, InterruptedException {
    return new Result(plan, runner.run(plan, plan.heap()), aes, ThisJvm.describe());
  }
}
