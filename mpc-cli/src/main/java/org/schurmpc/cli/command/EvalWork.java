package org.schurmpc.cli.command;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.compute.PartyResult;
import org.schurmpc.cli.launch.RelayedChild;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.cli.values.OutputText;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/** What the child of {@code eval} does: everything, in a JVM that suits it. */
final class EvalWork {
  private final EvalOptions options;
  private final PrintStream out;
  private final PrintStream err;

  EvalWork(EvalOptions options, PrintStream out, PrintStream err) {
    this.options = options;
    this.out = out;
    this.err = err;
  }

  void run() throws MpcException {
    try {
      EvalTask task = options.task();
      OutputFile file = options.output == null ? null : OutputFile.open(options.output);
      try (ResultFile json = ResultFile.open(options.json)) {
        PartyResult result = task.run().run(task.plan(), task.inputs(), this::passDone);
        write(task, result, file);
        json.write(result.fields());
        if (options.job.verbose) {
          err.println(result.text());
        }
      }
    } catch (OutOfMemoryError e) {
      throw new Refused("the heap is too small: give more with --heap, as --heap 4g", e);
    }
  }

  private void passDone() {
    err.println(RelayedChild.PROGRESS);
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
