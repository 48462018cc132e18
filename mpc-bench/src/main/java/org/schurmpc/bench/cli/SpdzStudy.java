package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.CurveEffort;
import org.schurmpc.bench.reproduce.Curves;
import org.schurmpc.bench.reproduce.InstanceLimit;
import org.schurmpc.bench.reproduce.Kss13;
import org.schurmpc.bench.reproduce.MeasuredPrograms;
import org.schurmpc.bench.reproduce.PaperTable;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.bench.reproduce.StudyOutput;
import org.schurmpc.bench.reproduce.TableResult;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/**
 * Reproduces Tables 2 and 3 and Figures 3 to 13 of KSS13.
 *
 * @param tables those of costs
 * @param curves the figures
 */
record SpdzStudy(List<PaperTable> tables, Curves curves) implements ReproduceCommand.Study {
  private static final int MAX_THREADS = 64;
  private static final int MAX_WIDTH = 1 << 20;

  /** Checks the options and prepares the measurements. */
  static SpdzStudy of(
      ReproduceOptions options, Optional<HeapSize> heap, MeasuredPrograms.Runner runner)
      throws MpcException {
    ReproduceOptions.requireNot(options.endToEnd ? true : null, "--end-to-end", Kss13.NAME);
    ReproduceOptions.requireNot(options.macs, "--mac", Kss13.NAME);
    ReproduceOptions.requireNot(options.runs, "--runs", Kss13.NAME);
    ReproduceOptions.requireNot(options.instances, "--instances", Kss13.NAME);
    ReproduceOptions.requireNot(options.each, "--each", Kss13.NAME);
    ReproduceOptions.requireNot(options.link, "--link", Kss13.NAME);
    boolean all = options.tables == null && options.figures == null;
    List<PaperTable> tables =
        all ? Kss13.tables() : Kss13.tables(options.tables == null ? List.of() : options.tables);
    List<PaperTable> figures =
        all
            ? Kss13.figures()
            : Kss13.figures(options.figures == null ? List.of() : options.figures);
    MeasuredPrograms programs =
        new MeasuredPrograms(InstanceLimit.ofThisMachine().memoryMegabytes(), heap, runner);
    return new SpdzStudy(tables, new Curves(figures, effort(options), programs, System::nanoTime));
  }

  private static CurveEffort effort(ReproduceOptions options) throws Refused {
    CurveEffort effort =
        options.quick ? CurveEffort.quick(options.budget) : CurveEffort.usual(options.budget);
    if (options.threads != null) {
      for (int count : options.threads) {
        Ranges.range("--threads", count, 1, MAX_THREADS);
      }
      effort = effort.withThreads(options.threads);
    }
    if (options.widths != null) {
      for (int width : options.widths) {
        Ranges.range("--widths", width, 1, MAX_WIDTH);
      }
      effort = effort.withWidths(options.widths);
    }
    return effort;
  }

  @Override
  public void run(PrintStream out, ResultsFolder results, boolean draws)
      throws MpcException, RunFailed, InterruptedException {
    StudyOutput output = new StudyOutput(Kss13.PAPER, out, results, draws);
    output.begin(List.of());
    List<TableResult> all = new ArrayList<>();
    for (PaperTable table : tables) {
      TableResult result = Kss13.costs(table);
      output.take(result);
      all.add(result);
    }
    all.addAll(curves.run(output));
    output.end(all, Map.of());
  }
}
