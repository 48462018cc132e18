package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.security.SecureRandom;
import org.schurmpc.bench.html.ResultReports;
import org.schurmpc.bench.job.ProgramTask;
import org.schurmpc.bench.job.ProgramWorkload;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.report.ProgramReport;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.program.CompiledProgram;

/** Runs the program that the options of a command describe, from its plan to its report. */
final class ProgramRun implements MainRun {
  private final RunOptions options;
  private final ProgramPlan plan;

  private ProgramRun(RunOptions options, ProgramPlan plan) {
    this.options = options;
    this.plan = plan;
  }

  /**
   * Creates the plan for options whose ranges were checked.
   *
   * @throws org.schurmpc.core.abort.BadFile if the file is no program
   * @throws Refused if an option is invalid, or the program's outputs cannot be checked
   */
  static ProgramRun of(RunOptions options) throws MpcException {
    ProgramPlan plan = plan(options, options.programs().shortName());
    if (options.programs().ready().isEmpty()) {
      plan.reference().requirePredictable();
    }
    return new ProgramRun(options, plan);
  }

  /**
   * Creates the plan of a program.
   *
   * @param name of the program in reports
   */
  static ProgramPlan plan(RunOptions options, String name) throws MpcException {
    CompiledProgram program = options.program();
    requireResults(program);
    ProgramTask task =
        new ProgramTask(
            name,
            program.digest(),
            program.parties(),
            options.programOptions(),
            options.programs().tapes(),
            options.material(),
            options.bench.schedule(),
            options.bench.line());
    ProgramWorkload work = ProgramWorkload.of(task, program);
    long seed = options.seed == null ? new SecureRandom().nextLong() : options.seed;
    return new ProgramPlan(task, work, seed);
  }

  /** Refuses programs whose results nothing can be compared with. */
  private static void requireResults(CompiledProgram program) throws Refused {
    if (program.keepsMemory()) {
      throw new Refused(
          "the program %s keeps its memory between runs, and runs here are apart: start it with"
                  .formatted(program.name())
              + " program run");
    }
    if (program.outputs().isEmpty() && !program.prints()) {
      throw new Refused(
          "the program %s has no output and prints nothing: there is nothing to check"
              .formatted(program.name()));
    }
  }

  @Override
  public boolean hasDealer() {
    return plan.hasDealer();
  }

  @Override
  public void measure(PrintStream out, Runner runner)
      throws MpcException, RunFailed, InterruptedException {
    try (ResultFile json = ResultFile.open(options.bench.json);
        ReportFile page = ReportFile.open(options.bench.report, ResultReports::report)) {
      Measured measured = runner.run(plan, plan.heap());
      ProgramReport report = new ProgramReport(plan, measured, ThisJvm.describe());
      json.write(report.fields());
      page.write(report.fields());
      report.print(options.profile, out);
    }
  }
}
