package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.Dlt14;
import org.schurmpc.bench.reproduce.Effort;
import org.schurmpc.bench.reproduce.EndToEnd;
import org.schurmpc.bench.reproduce.Reproduction;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/** Measures DLT14's circuit with material that the parties generate themselves. */
record EndToEndStudy(EndToEnd measurements) implements ReproduceCommand.Study {
  private static final Duration REHEARSAL = Duration.ofSeconds(10);
  private static final String NAME = Dlt14.NAME + " --end-to-end";

  /** Checks the options and prepares the measurements. */
  static EndToEndStudy of(
      ReproduceOptions options, Optional<HeapSize> heap, Reproduction.Runner runner)
      throws MpcException {
    requireNone(options);
    int runs = options.runs == null ? 1 : options.runs;
    Effort effort =
        options.quick
            ? Effort.quick(runs, options.budget)
            : new Effort(runs, runs, 0, REHEARSAL, options.budget);
    return new EndToEndStudy(new EndToEnd(effort, options.quick, heap, runner));
  }

  private static void requireNone(ReproduceOptions options) throws Refused {
    ReproduceOptions.requireNot(options.widths, "--widths", NAME);
    ReproduceOptions.requireNot(options.figures, "--figure", NAME);
    ReproduceOptions.requireNot(options.threads, "--threads", NAME);
    ReproduceOptions.requireNot(options.tables, "--table", NAME);
    ReproduceOptions.requireNot(options.macs, "--mac", NAME);
    ReproduceOptions.requireNot(options.each, "--each", NAME);
    ReproduceOptions.requireNot(options.link, "--link", NAME);
    ReproduceOptions.requireNot(options.instances, "--instances", NAME);
  }

  @Override
  public void run(PrintStream out, ResultsFolder results, boolean draws)
      throws MpcException, RunFailed, InterruptedException {
    measurements.run(out, results);
  }
}
