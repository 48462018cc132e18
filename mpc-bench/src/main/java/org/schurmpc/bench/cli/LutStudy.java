package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.CipherRuns;
import org.schurmpc.bench.reproduce.DealtFolders;
import org.schurmpc.bench.reproduce.InstanceLimit;
import org.schurmpc.bench.reproduce.Korsvv17;
import org.schurmpc.bench.reproduce.LutEffort;
import org.schurmpc.bench.reproduce.LutTables;
import org.schurmpc.bench.reproduce.PaperTable;
import org.schurmpc.bench.reproduce.Rates;
import org.schurmpc.bench.reproduce.Reproduction;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.bench.reproduce.StudyOutput;
import org.schurmpc.bench.reproduce.TableResult;
import org.schurmpc.bench.reproduce.TripleRuns;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/**
 * Reproduces Tables 1 to 5 and Figure 3 of KORSVV17.
 *
 * @param tables those that are wanted
 * @param heap of each child; empty for what it needs
 * @param runner runs evaluations
 * @param generation runs the preprocessing by itself
 * @param stores fills stores
 */
record LutStudy(
    List<PaperTable> tables,
    LutEffort effort,
    Optional<HeapSize> heap,
    Reproduction.Runner runner,
    Rates.Runner generation,
    CipherRuns.Stores stores)
    implements ReproduceCommand.Study {
  private static final String STORES = "stores";

  /** Checks the options. */
  static LutStudy of(
      ReproduceOptions options,
      Optional<HeapSize> heap,
      Reproduction.Runner runner,
      Rates.Runner generation)
      throws MpcException {
    return of(options, heap, runner, generation, new DealtFolders());
  }

  /** Checks the options, with stores of a test. */
  static LutStudy of(
      ReproduceOptions options,
      Optional<HeapSize> heap,
      Reproduction.Runner runner,
      Rates.Runner generation,
      CipherRuns.Stores stores)
      throws MpcException {
    requireNone(options);
    boolean all = options.tables == null && options.figures == null;
    List<PaperTable> tables =
        all
            ? Korsvv17.all()
            : Korsvv17.numbered(
                options.tables == null ? List.of() : options.tables,
                options.figures == null ? List.of() : options.figures);
    LutEffort effort =
        options.quick ? LutEffort.quick(options.budget) : LutEffort.usual(options.budget);
    return new LutStudy(tables, effort, heap, runner, generation, stores);
  }

  private static void requireNone(ReproduceOptions options) throws Refused {
    ReproduceOptions.requireNot(options.widths, "--widths", Korsvv17.NAME);
    ReproduceOptions.requireNot(options.threads, "--threads", Korsvv17.NAME);
    ReproduceOptions.requireNot(options.endToEnd ? true : null, "--end-to-end", Korsvv17.NAME);
    ReproduceOptions.requireNot(options.macs, "--mac", Korsvv17.NAME);
    ReproduceOptions.requireNot(options.runs, "--runs", Korsvv17.NAME);
    ReproduceOptions.requireNot(options.instances, "--instances", Korsvv17.NAME);
    ReproduceOptions.requireNot(options.each, "--each", Korsvv17.NAME);
    ReproduceOptions.requireNot(options.link, "--link", Korsvv17.NAME);
  }

  @Override
  public void run(PrintStream out, ResultsFolder results, boolean draws)
      throws MpcException, RunFailed, InterruptedException {
    StudyOutput output = new StudyOutput(Korsvv17.PAPER, out, results, draws);
    output.begin(
        effort.quick()
            ? List.of("--quick: single runs of few blocks, without warming up; compare nothing.")
            : List.of());
    LongSupplier clock = System::nanoTime;
    CipherRuns runs =
        new CipherRuns(effort, InstanceLimit.ofThisMachine(), heap, runner, stores, clock);
    Path folder = Path.of(results.toString()).toAbsolutePath().normalize().resolve(STORES);
    LutTables measured = new LutTables(runs, new TripleRuns(effort, heap, generation), folder);
    List<TableResult> all = new ArrayList<>();
    for (PaperTable table : tables) {
      TableResult result = measured.run(table);
      output.take(result);
      all.add(result);
    }
    output.end(all, Map.of());
  }
}
