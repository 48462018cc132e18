package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.schurmpc.bench.launch.HeapSize;
import org.schurmpc.bench.launch.Jvm;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.Dlt14;
import org.schurmpc.bench.reproduce.Effort;
import org.schurmpc.bench.reproduce.Figure;
import org.schurmpc.bench.reproduce.FigureResult;
import org.schurmpc.bench.reproduce.FigureTable;
import org.schurmpc.bench.reproduce.Plots;
import org.schurmpc.bench.reproduce.Reproduction;
import org.schurmpc.bench.reproduce.ReproductionJson;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.bench.reproduce.Room;
import org.schurmpc.bench.reproduce.RungOrder;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures a paper's tables again. */
@Command(
    name = "reproduce",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures the tables of a paper again and prints the paper's figures beside ours. Results go"
          + " to a folder: JSON and a plot for each figure, and both for all of them."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar reproduce minimac --figure 5 13 4.6",
      "",
      "Exit codes: as the main job's; whatever can be refused is refused before anything runs."
    })
final class ReproduceCommand implements Callable<Integer> {
  private static final int MAX_RUNS = 1000;

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(
      paramLabel = "STUDY",
      description = "minimac: DLT14, from MiniMac to MiniTrix, and TinyOT.")
  private String study;

  @Option(
      names = "--figure",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description = "Those with these numbers: 5 to 13, 4.1, 4.6; default all.")
  private List<String> figures;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder for results; default results/STUDY.")
  private Path folder;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Runs that count, of each row; default 5, or fewer of slow rows.")
  private Integer runs;

  @Option(
      names = "--instances",
      paramLabel = "N",
      description = "Rows of more are not run; default one for each processor.")
  private Integer instances;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "Rows that would take longer are not run; default ${DEFAULT-VALUE}.",
      defaultValue = "25m")
  private Duration budget;

  @Option(
      names = "--quick",
      description = "One instance, one run, no warming up: to see that everything works.")
  private boolean quick;

  @Mixin private final JvmOptions jvm = new JvmOptions();
  @Mixin private final CommonOptions common = new CommonOptions();

  ReproduceCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, RunFailed, InterruptedException {
    List<Figure> chosen = check();
    Jvm children = jvm.chosen();
    Optional<HeapSize> heap = Optional.ofNullable(jvm.heapOr(null));
    Reproduction reproduction = reproduction(chosen, children, heap);
    ResultsFolder results = ResultsFolder.open(folder == null ? Path.of("results", study) : folder);
    Optional<String> obstacle = Plots.obstacle();
    obstacle.ifPresent(why -> err.println(CommandLineProgram.NAME + ": no plots: " + why));
    Optional<Plots> plots =
        obstacle.isPresent() ? Optional.empty() : Optional.of(Plots.in(results));
    run(reproduction, results, plots);
    return 0;
  }

  private List<Figure> check() throws Refused {
    if (!study.equals(Dlt14.NAME)) {
      throw new Refused("reproduce what? There is " + Dlt14.NAME + ", not '" + study + "'");
    }
    BenchOptions.range("--runs", runs == null ? 1 : runs, 1, MAX_RUNS);
    BenchOptions.range(
        "--instances", instances == null ? 1 : instances, 1, RunOptions.MAX_INSTANCES);
    BenchOptions.atMostADay("--budget", budget);
    if (budget.isZero()) {
      throw new Refused("--budget must be above 0");
    }
    return figures == null ? Dlt14.figures() : Dlt14.numbered(figures);
  }

  private Effort effort() {
    if (quick) {
      return Effort.quick(runs == null ? 1 : runs, budget);
    }
    return runs == null ? Effort.usual(budget) : Effort.exactly(runs, budget);
  }

  private Room room() {
    if (instances != null) {
      return Room.upTo(instances, "--instances allows " + instances);
    }
    return quick ? Room.upTo(1, "--quick runs one") : Room.ofThisMachine();
  }

  private Reproduction reproduction(List<Figure> chosen, Jvm children, Optional<HeapSize> heap)
      throws MpcException {
    PrintStream echo = common.debug ? err : null;
    return new Reproduction(
        chosen,
        effort(),
        room(),
        heap,
        (plan, size, what) -> PlanRun.of(what, plan, children, size, echo),
        System::nanoTime);
  }

  private void run(Reproduction reproduction, ResultsFolder results, Optional<Plots> plots)
      throws MpcException, RunFailed, InterruptedException {
    Instant started = Instant.now();
    out.println(Dlt14.CITATION + "; " + Dlt14.MACHINES);
    out.println();
    FigureTable table = new FigureTable(out);
    List<FigureResult> all =
        reproduction.run(
            result -> {
              table.print(result);
              ReproductionJson.write(result, results);
              if (plots.isPresent()) {
                plots.get().draw(result);
              }
            });
    RungOrder.of(all).print(out);
    ReproductionJson.write(all, started, results);
    if (plots.isPresent()) {
      plots.get().drawRungs(all);
    }
    out.println("results in " + results);
  }
}
