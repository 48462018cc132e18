package org.schurmpc.cli.command;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.compute.PartyResult;
import org.schurmpc.cli.launch.ProgressListener;
import org.schurmpc.cli.report.EvalReport;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.cli.values.OutputText;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;

/**
 * Does the work of {@code eval} after the options were checked, in a child process or in the JVM
 * that was started.
 */
final class EvalWork {
  private final EvalOptions options;
  private final PrintStream out;
  private final PrintStream err;

  EvalWork(EvalOptions options, PrintStream out, PrintStream err) {
    this.options = options;
    this.out = out;
    this.err = err;
  }

  /**
   * Evaluates the circuit and writes the results.
   *
   * @param progress receives a step for each pass
   */
  void run(EvalTask task, ProgressListener progress) throws MpcException {
    OutputFile file = options.output == null ? null : OutputFile.open(options.output);
    try (ResultFile json = ResultFile.open(options.json);
        ReportFile report = ReportFile.open(options.report, EvalReport::report)) {
      PartyResult result =
          task.run().run(task.plan(), task.inputs(), progress::step, progress::phase);
      write(task, result, file);
      if (options.json != null || options.report != null) { // the circuit's digest takes a while
        Map<String, Object> fields = result.fields();
        json.write(fields);
        report.write(fields);
      }
      if (options.job.verbose) {
        err.println(result.text());
      }
    }
  }

  private void write(EvalTask task, PartyResult result, OutputFile file) throws BadFile {
    OutputText text = task.outputText(options.raw);
    try {
      if (file != null) {
        file.write(to -> text.write(result.outputs(), to));
      } else if (ComputationJob.any(task.learnt())) {
        text.write(result.outputs(), out);
      }
    } catch (IOException e) {
      throw new BadFile("standard output could not be written in full", e);
    } finally {
      Arrays.fill(result.outputs().words(), 0);
    }
  }
}
