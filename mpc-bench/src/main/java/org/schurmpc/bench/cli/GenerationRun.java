package org.schurmpc.bench.cli;

import java.io.PrintStream;
import org.schurmpc.bench.job.GenerationTask;
import org.schurmpc.bench.monitor.GenerationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.report.GenerationReport;
import org.schurmpc.bench.report.GenerationResult;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.MpcException;

/** Measures and reports the rate at which parties generate correlated randomness. */
final class GenerationRun {
  static final long MAX_COUNT = 10_000_000_000L;

  private final Program program;
  private final BenchOptions options;
  private final JvmOptions jvmOptions;
  private final PrintStream out;
  private final PrintStream echo;

  /**
   * Creates the run.
   *
   * @param echo receives the error output of children; null to discard it
   */
  GenerationRun(
      Program program, BenchOptions options, JvmOptions jvm, PrintStream out, PrintStream echo) {
    this.program = program;
    this.options = options;
    this.jvmOptions = jvm;
    this.out = out;
    this.echo = echo;
  }

  /**
   * Runs the task and reports the result. The ranges of the options were checked before.
   *
   * @param threads the number of threads of each party
   */
  void measure(GenerationTask task, int threads)
      throws MpcException, RunFailed, InterruptedException {
    var parameters = task.parameters();
    Jvm jvm = jvmOptions.chosen();
    HeapSize heap = jvmOptions.heapOr(HeapSize.forMaterial(0, threads));
    try (ResultFile json = ResultFile.open(options.json)) {
      Measured measured = new PlanRun(program, jvm, echo).of(new GenerationPlan(task), heap);
      GenerationResult result =
          new GenerationResult(task, parameters, measured, ThisJvm.describe());
      json.write(result.fields());
      new GenerationReport(result, out).print();
    }
  }
}
