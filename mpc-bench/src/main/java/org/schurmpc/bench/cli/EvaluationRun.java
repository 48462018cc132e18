package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.Optional;
import org.schurmpc.bench.job.AesConvention;
import org.schurmpc.bench.job.CircuitSource;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.bench.launch.HeapSize;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.party.ThisJvm;
import org.schurmpc.bench.report.JsonReport;
import org.schurmpc.bench.report.Result;
import org.schurmpc.bench.report.ResultFile;
import org.schurmpc.bench.report.TextReport;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.prep.Demand;

/** The evaluation that a command's options ask for, from its plan to its report. */
final class EvaluationRun {
  private final RunOptions options;
  private final EvaluationPlan plan;
  private final boolean aes;

  private EvaluationRun(RunOptions options, EvaluationPlan plan, boolean aes) {
    this.options = options;
    this.plan = plan;
    this.aes = aes;
  }

  /** How a plan is run. */
  interface Runner {
    Measured run(Plan plan) throws MpcException, RunFailed, InterruptedException;
  }

  /** Plans what the options say, whose ranges have been checked. */
  static EvaluationRun of(RunOptions options) throws MpcException {
    CircuitSource source =
        options.circuit == null ? CircuitSource.DEFAULT : CircuitSource.named(options.circuit);
    Circuit circuit = source.read();
    Optional<AesConvention> aes = AesConvention.of(circuit);
    return new EvaluationRun(options, plan(options, source, circuit, aes), aes.isPresent());
  }

  private static EvaluationPlan plan(
      RunOptions options, CircuitSource source, Circuit circuit, Optional<AesConvention> aes)
      throws MpcException {
    Job job =
        new Job(
            options.protocol,
            options.protocolOptions(),
            options.parties,
            source,
            Workload.digest(circuit),
            Workload.defaultSources(circuit, aes, options.parties),
            options.blocks == null ? 0 : options.blocks,
            options.bench.warmup,
            options.bench.runs,
            options.bench.rehearsal.toMillis(),
            options.preprocessing,
            options.bench.timeout.toMillis(),
            options.bench.line());
    Workload work = Workload.of(job, circuit);
    if (!options.preprocessing.equals(Job.DEALER) && !work.protocol().preprocesses()) {
      throw new Refused(
          options.protocol + " has no preprocessing of its own yet: use --preprocessing dealer");
    }
    return new EvaluationPlan(
        job,
        work,
        Workload.reference(circuit, aes),
        options.instances,
        options.stagger,
        options.seed == null ? new SecureRandom().nextLong() : options.seed);
  }

  EvaluationPlan plan() {
    return plan;
  }

  /** What each child needs, usually. */
  HeapSize heap() {
    Demand demand = plan.work().demand();
    int parties = plan.instances() * plan.job().parties();
    return plan.hasDealer()
        ? HeapSize.forMaterial(demand.bytes(), 0).atLeast(HeapSize.forDealer(demand, parties))
        : HeapSize.forMaterial(demand.bytes(), options.own.threadCount());
  }

  /** Runs it and reports. */
  void measure(PrintStream out, Runner runner)
      throws MpcException, RunFailed, InterruptedException {
    try (ResultFile json = ResultFile.open(options.bench.json)) {
      Measured measured = runner.run(plan);
      Result result = new Result(plan, measured, aes, ThisJvm.describe());
      json.write(JsonReport.fields(result));
      new TextReport(result, out).print();
    }
  }
}
