package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.Dnnr17;
import org.schurmpc.bench.reproduce.Dnnr17Json;
import org.schurmpc.bench.reproduce.Dnnr17Plots;
import org.schurmpc.bench.reproduce.Dnnr17Text;
import org.schurmpc.bench.reproduce.InstanceLimit;
import org.schurmpc.bench.reproduce.Reproduction;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.bench.reproduce.SizeResult;
import org.schurmpc.bench.reproduce.TimeEffort;
import org.schurmpc.bench.reproduce.TimeResult;
import org.schurmpc.bench.reproduce.TimeTable;
import org.schurmpc.bench.reproduce.Timings;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/**
 * Reproduces the tables of DNNR17.
 *
 * @param sizes the table of sizes; empty if it is not wanted
 * @param timings the tables of times
 */
record TinyTableStudy(Optional<SizeResult> sizes, Timings timings)
    implements ReproduceCommand.Study {
  private static final Duration USUAL = Duration.ofSeconds(30);

  /** Checks the options and prepares the measurements. */
  static TinyTableStudy of(
      ReproduceOptions options, Optional<HeapSize> heap, Reproduction.Runner runner)
      throws MpcException {
    ReproduceOptions.requireNot(options.threads, "--threads", Dnnr17.NAME);
    ReproduceOptions.requireNot(options.figures, "--figure", Dnnr17.NAME);
    ReproduceOptions.requireNot(options.runs, "--runs", Dnnr17.NAME);
    ReproduceOptions.requireNot(options.instances, "--instances", Dnnr17.NAME);
    Line line = options.link == null ? null : Line.parse(options.link);
    List<TimeTable> tables = Dnnr17.times();
    boolean withSizes = true;
    if (options.tables != null) {
      Dnnr17.requireTables(options.tables);
      tables = tables.stream().filter(table -> options.tables.contains(table.id())).toList();
      withSizes = options.tables.contains(Dnnr17.sizes().id());
    }
    if (options.macs != null) {
      Dnnr17.requireMacs(options.macs);
      tables = tables.stream().map(table -> table.only(options.macs)).toList();
    }
    Timings timings =
        new Timings(tables, effort(options), line, InstanceLimit.ofThisMachine(), heap, runner);
    return new TinyTableStudy(
        withSizes ? Optional.of(Dnnr17.sizes().compute()) : Optional.empty(), timings);
  }

  private static TimeEffort effort(ReproduceOptions options) throws Refused {
    if (options.quick) {
      ReproduceOptions.requireNot(options.each, "--each", Dnnr17.NAME + " --quick");
      return TimeEffort.quick(options.budget);
    }
    return TimeEffort.usual(options.each == null ? USUAL : options.each, options.budget);
  }

  @Override
  public void run(PrintStream out, ResultsFolder results, boolean draws)
      throws MpcException, RunFailed, InterruptedException {
    Instant started = Instant.now();
    out.println(Dnnr17.CITATION + "; " + Dnnr17.MACHINES);
    out.println();
    Dnnr17Text text = new Dnnr17Text(out);
    if (sizes.isPresent()) {
      text.print(sizes.get());
      Dnnr17Json.write(sizes.get(), results);
    }
    List<TimeResult> times =
        timings.run(
            result -> {
              text.print(result);
              Dnnr17Json.write(result, results);
              if (draws) {
                Dnnr17Plots.in(results).draw(result);
              }
            });
    Dnnr17Json.write(sizes, times, started, results);
  }
}
