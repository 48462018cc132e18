package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.schurmpc.bench.job.AesConvention;
import org.schurmpc.bench.job.CircuitSource;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.bench.launch.HeapSize;
import org.schurmpc.bench.launch.Jvm;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.party.ThisJvm;
import org.schurmpc.bench.report.JsonReport;
import org.schurmpc.bench.report.Result;
import org.schurmpc.bench.report.ResultFile;
import org.schurmpc.bench.report.TextReport;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The main job: evaluates a circuit with a protocol, times it, checks every output. */
@Command(
    name = "mpc-bench",
    versionProvider = VersionProvider.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Evaluates a circuit between two parties, each in a process of its own, and times it as"
          + " DLT14 does: from the Monitor's go to the last party to be done."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar --protocol minitrix --json out.json",
      "",
      "Exit codes: 0 done and verified, 2 wrong call, 3 bad file, 4 connection lost, 5 the parties"
          + " disagree, 6 a party cheated, 7 preprocessing exhausted."
    })
final class BenchCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Mixin private final RunOptions options = new RunOptions();
  @Mixin private final CommonOptions common = new CommonOptions();

  @picocli.CommandLine.Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version and exit.")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean version;

  BenchCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, RunFailed, InterruptedException {
    options.check();
    CircuitSource source =
        options.circuit == null ? CircuitSource.DEFAULT : CircuitSource.named(options.circuit);
    Jvm jvm = options.bench.chosenJvm();
    Circuit circuit = source.read();
    Optional<AesConvention> aes = AesConvention.of(circuit);
    EvaluationPlan plan = plan(source, circuit, aes);
    HeapSize heap =
        options.bench.heapOr(
            HeapSize.forMaterial(
                plan.work().demand().bytes(), plan.hasDealer() ? 0 : options.own.threadCount()));
    try (ResultFile json = ResultFile.open(options.bench.json)) {
      Measured measured = PlanRun.of(plan, jvm, heap, common.debug ? err : null);
      Result result = new Result(plan, measured, aes.isPresent(), ThisJvm.describe());
      json.write(JsonReport.fields(result));
      new TextReport(result, out).print();
    }
    return 0;
  }

  private EvaluationPlan plan(CircuitSource source, Circuit circuit, Optional<AesConvention> aes)
      throws MpcException {
    Job job =
        new Job(
            options.protocol,
            options.protocolOptions(),
            source,
            Workload.digest(circuit),
            Workload.defaultSources(circuit, aes),
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
}
