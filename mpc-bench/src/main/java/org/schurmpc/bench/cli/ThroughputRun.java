package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.Map;
import org.schurmpc.bench.html.ResultReports;
import org.schurmpc.bench.job.ThroughputTask;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.monitor.ThroughputPlan;
import org.schurmpc.bench.report.ThroughputReport;
import org.schurmpc.bench.report.ThroughputResult;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Mixin;

/**
 * Measures and reports throughput, for the commands {@code ot}, {@code triples} and {@code mul}.
 */
final class ThroughputRun {
  /** Maximum number of items that are generated in a run. */
  static final long MAX_COUNT = 10_000_000_000L;

  private final CommandName program;
  private final PrintStream out;
  private final PrintStream err;

  @Mixin final BenchOptions options = new BenchOptions();

  @SuppressWarnings("UnusedVariable") // picocli sets its field
  @Mixin
  private final LinkOption link = options.link;

  @Mixin private final JvmOptions jvm = new JvmOptions();
  @Mixin private final CommonOptions common = new CommonOptions();

  ThroughputRun(CommandName program, PrintStream out, PrintStream err) {
    this.program = program;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the task and reports the result. The ranges of the options were checked before.
   *
   * @param usual the heap of each child if the options give none
   */
  void measure(ThroughputTask task, HeapSize usual)
      throws MpcException, RunFailed, InterruptedException {
    Map<String, Object> parameters = task.parameters();
    Jvm chosen = jvm.chosen();
    HeapSize heap = jvm.heapOr(usual);
    PlanRun run = new PlanRun(program, chosen, common.debug() ? err : null);
    try (ResultFile json = ResultFile.open(options.json);
        ReportFile page = ReportFile.open(options.report, ResultReports::report)) {
      Measured measured = run.of(new ThroughputPlan(task), heap);
      ThroughputReport report =
          ThroughputReport.of(new ThroughputResult(task, parameters, measured, ThisJvm.describe()));
      json.write(report.fields());
      page.write(report.fields());
      report.print(out);
    }
  }
}
