package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.Dnnr17;
import org.schurmpc.bench.reproduce.InstanceLimit;
import org.schurmpc.bench.reproduce.PaperTable;
import org.schurmpc.bench.reproduce.Reproduction;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.bench.reproduce.Sizes;
import org.schurmpc.bench.reproduce.StudyOutput;
import org.schurmpc.bench.reproduce.TableResult;
import org.schurmpc.bench.reproduce.TimeEffort;
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
record TinyTableStudy(Optional<TableResult> sizes, Timings timings)
    implements ReproduceCommand.Study {
  private static final Duration USUAL = Duration.ofSeconds(30);

  /** Checks the options and prepares the measurements. */
  static TinyTableStudy of(
      ReproduceOptions options, Optional<HeapSize> heap, Reproduction.Runner runner)
      throws MpcException {
    ReproduceOptions.requireNot(options.widths, "--widths", Dnnr17.NAME);
    ReproduceOptions.requireNot(options.endToEnd ? true : null, "--end-to-end", Dnnr17.NAME);
    ReproduceOptions.requireNot(options.threads, "--threads", Dnnr17.NAME);
    ReproduceOptions.requireNot(options.figures, "--figure", Dnnr17.NAME);
    ReproduceOptions.requireNot(options.runs, "--runs", Dnnr17.NAME);
    ReproduceOptions.requireNot(options.instances, "--instances", Dnnr17.NAME);
    Line line = options.link == null ? null : Line.parse(options.link);
    List<PaperTable> tables = Dnnr17.times();
    boolean withSizes = true;
    if (options.tables != null) {
      Dnnr17.requireTables(options.tables);
      tables = tables.stream().filter(table -> options.tables.contains(table.id())).toList();
      withSizes = options.tables.contains(Dnnr17.sizes().id());
    }
    if (options.macs != null) {
      Dnnr17.requireMacs(options.macs);
      tables = tables.stream().map(table -> Dnnr17.only(table, options.macs)).toList();
    }
    Timings timings =
        new Timings(tables, effort(options), line, InstanceLimit.ofThisMachine(), heap, runner);
    return new TinyTableStudy(withSizes ? Optional.of(Sizes.compute()) : Optional.empty(), timings);
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
    StudyOutput output = new StudyOutput(Dnnr17.PAPER, out, results, draws);
    output.begin(List.of());
    List<TableResult> all = new ArrayList<>();
    if (sizes.isPresent()) {
      output.take(sizes.get());
      all.add(sizes.get());
    }
    all.addAll(timings.run(output));
    output.end(all, Map.of());
  }
}
