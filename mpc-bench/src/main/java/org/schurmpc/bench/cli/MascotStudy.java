package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.Auctions;
import org.schurmpc.bench.reproduce.InstanceLimit;
import org.schurmpc.bench.reproduce.Kos16;
import org.schurmpc.bench.reproduce.MeasuredPrograms;
import org.schurmpc.bench.reproduce.RateEffort;
import org.schurmpc.bench.reproduce.RateTable;
import org.schurmpc.bench.reproduce.Rates;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.bench.reproduce.StudyOutput;
import org.schurmpc.bench.reproduce.TableResult;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.MpcException;

/**
 * Reproduces Table 2 and Figures 9 to 11 of KOS16.
 *
 * @param auctions Figure 11, if it is wanted
 * @param budget the time for all tables together
 */
record MascotStudy(Rates rates, Optional<Auctions> auctions, Duration budget, boolean quick)
    implements ReproduceCommand.Study {
  private static final int MAX_THREADS = 100;

  /** Checks the options and prepares the measurements. */
  static MascotStudy of(
      ReproduceOptions options,
      Optional<HeapSize> heap,
      Rates.Runner runner,
      MeasuredPrograms.Runner programs)
      throws MpcException {
    ReproduceOptions.requireNot(options.widths, "--widths", Kos16.NAME);
    ReproduceOptions.requireNot(options.endToEnd ? true : null, "--end-to-end", Kos16.NAME);
    ReproduceOptions.requireNot(options.macs, "--mac", Kos16.NAME);
    ReproduceOptions.requireNot(options.runs, "--runs", Kos16.NAME);
    ReproduceOptions.requireNot(options.instances, "--instances", Kos16.NAME);
    ReproduceOptions.requireNot(options.each, "--each", Kos16.NAME);
    ReproduceOptions.requireNot(options.link, "--link", Kos16.NAME);
    RateEffort effort =
        options.quick ? RateEffort.quick(options.budget) : RateEffort.usual(options.budget);
    List<Integer> threads = options.threads == null ? usualThreads(options) : options.threads;
    for (int count : threads) {
      Ranges.range("--threads", count, 1, MAX_THREADS);
    }
    List<RateTable> tables = Kos16.tables(threads, effort);
    boolean withAuctions = true;
    if (options.tables != null || options.figures != null) {
      List<String> chosenTables = options.tables == null ? List.of() : options.tables;
      List<String> chosenFigures = options.figures == null ? List.of() : options.figures;
      Kos16.requireTables(chosenTables);
      Kos16.requireFigures(chosenFigures);
      withAuctions = Kos16.hasAuctions(chosenFigures);
      tables =
          tables.stream()
              .filter(
                  table ->
                      chosenTables.contains(table.paper().id())
                          || chosenFigures.contains(table.paper().id()))
              .toList();
    }
    InstanceLimit machine = InstanceLimit.ofThisMachine();
    MeasuredPrograms measured = new MeasuredPrograms(machine.memoryMegabytes(), heap, programs);
    return new MascotStudy(
        new Rates(tables, effort, machine, heap, runner, System::nanoTime),
        withAuctions
            ? Optional.of(new Auctions(effort, options.quick, measured, runner, heap))
            : Optional.empty(),
        options.budget,
        options.quick);
  }

  private static List<Integer> usualThreads(ReproduceOptions options) {
    return options.quick ? Kos16.USUAL_THREADS.subList(0, 1) : Kos16.USUAL_THREADS;
  }

  @Override
  public void run(PrintStream out, ResultsFolder results, boolean draws)
      throws MpcException, RunFailed, InterruptedException {
    StudyOutput output = new StudyOutput(Kos16.PAPER, out, results, draws);
    output.begin(
        quick
            ? List.of("--quick: of so few items the checks cost most; compare nothing.")
            : List.of());
    long start = System.nanoTime();
    List<TableResult> all = new ArrayList<>(rates.run(output));
    if (auctions.isPresent()) {
      Duration left = budget.minusNanos(System.nanoTime() - start);
      all.add(auctions.get().run(left, output));
    }
    output.end(all, Map.of());
  }
}
