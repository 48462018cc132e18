package org.schurmpc.cli.command;

import java.io.PrintStream;
import org.schurmpc.cli.compute.ProgramFigures;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.cli.report.EvalReport;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.program.ProgramListener;

/**
 * Does the work of {@code program run} after the options were checked, in a child process or in the
 * JVM that was started.
 */
final class ProgramRunWork {
  private final ProgramRunOptions options;
  private final PrintStream out;
  private final PrintStream err;

  ProgramRunWork(ProgramRunOptions options, PrintStream out, PrintStream err) {
    this.options = options;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the program and writes the results. Figures that cannot be written are no reason to end a
   * run whose outputs are there: this is a warning.
   */
  void run(ProgramRunTask task) throws MpcException {
    ProgramRunTask.Targets targets = task.open(options.output);
    ProgramListener listener = line -> out.println(Printable.line(line));
    try (ResultFile json = ResultFile.open(options.json);
        ReportFile report = ReportFile.open(options.report, EvalReport::report)) {
      ProgramFigures figures = task.run().run(task.inputs(), listener);
      task.write(targets, figures.outputs(), out);
      writeFigures(json, report, figures);
      if (options.job.verbose) {
        err.println(figures.text());
      } else if (Logs.showsProgress()) {
        err.println(figures.summary());
      }
    }
  }

  private void writeFigures(ResultFile json, ReportFile report, ProgramFigures figures) {
    try {
      json.write(figures.fields());
      report.write(figures.fields());
    } catch (BadFile e) {
      err.println("warning: " + e.getMessage());
    }
  }
}
