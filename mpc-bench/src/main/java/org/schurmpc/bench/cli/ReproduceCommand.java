package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.schurmpc.bench.html.ResultReports;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.Dlt14;
import org.schurmpc.bench.reproduce.Dnnr17;
import org.schurmpc.bench.reproduce.Korsvv17;
import org.schurmpc.bench.reproduce.Kos16;
import org.schurmpc.bench.reproduce.Kss13;
import org.schurmpc.bench.reproduce.MeasuredPrograms;
import org.schurmpc.bench.reproduce.Plots;
import org.schurmpc.bench.reproduce.Rates;
import org.schurmpc.bench.reproduce.Reproduction;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Implements {@code reproduce}: repeats the measurements of a paper. */
@Command(
    name = "reproduce",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures the tables of a paper again and prints the paper's figures beside ours. Results go"
          + " to a folder: JSON and plots for each table, and JSON for all of them."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar reproduce minimac --figure 5 13 4.6 --report dlt14.html",
      "Example: java -jar mpc-bench.jar reproduce minimac --end-to-end",
      "Example: java -jar mpc-bench.jar reproduce tinytable --table 2 --link 1gbit",
      "Example: java -jar mpc-bench.jar reproduce mascot --table 2 --figure 10",
      "Example: java -jar mpc-bench.jar reproduce spdz --table 2 3",
      "Example: java -jar mpc-bench.jar reproduce spdz --figure 4 --threads 1,4 --widths 1,10,100",
      "Example: java -jar mpc-bench.jar reproduce lut --table 3 --figure 3",
      "",
      "Exit codes: as the main job's; whatever can be refused is refused before anything runs."
    })
final class ReproduceCommand implements Callable<Integer> {
  private final Program program;
  private final PrintStream out;
  private final PrintStream err;

  @Parameters(
      paramLabel = "STUDY",
      description =
          "minimac: DLT14, from MiniMac to MiniTrix, and TinyOT; tinytable: DNNR17, AES with its four"
              + " kinds of MACs, S-boxes as tables or as gates; mascot: KOS16, what triples and inputs"
              + " cost, and how fast they are made; spdz: KSS13, what functions of the library"
              + " cost, and latency and throughput of programs; or lut: KORSVV17, AES and triple DES"
              + " by masked tables and by other methods of SPDZ.")
  private String study;

  @Mixin private final ReproduceOptions options = new ReproduceOptions();
  @Mixin private final JvmOptions jvm = new JvmOptions();
  @Mixin private final CommonOptions common = new CommonOptions();

  /** Reproduces the tables of a paper. */
  interface Study {
    /**
     * Measures, prints and stores the tables.
     *
     * @param draws whether plots are written as PNG beside SVG
     */
    void run(PrintStream out, ResultsFolder results, boolean draws)
        throws MpcException, RunFailed, InterruptedException;
  }

  ReproduceCommand(Program program, PrintStream out, PrintStream err) {
    this.program = program;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, RunFailed, InterruptedException {
    options.check();
    Study chosen = study();
    Path folder = options.folder == null ? Path.of("results", study) : options.folder;
    ResultsFolder results = ResultsFolder.open(folder);
    Optional<String> obstacle = Plots.obstacle();
    obstacle.ifPresent(why -> err.println(program.saying("no plots as PNG: " + why)));
    try (ReportFile report = ReportFile.open(options.report, ResultReports::report)) {
      chosen.run(out, results.withReport(report), obstacle.isEmpty());
    }
    out.println("results in " + results);
    return 0;
  }

  private Study study() throws MpcException {
    return switch (study) {
      case Dlt14.NAME ->
          options.endToEnd
              ? EndToEndStudy.of(options, heap(), runner())
              : MiniMacStudy.of(options, heap(), runner());
      case Kos16.NAME -> MascotStudy.of(options, heap(), generationRunner(), programRunner());
      case Dnnr17.NAME -> TinyTableStudy.of(options, heap(), runner());
      case Kss13.NAME -> SpdzStudy.of(options, heap(), programRunner());
      case Korsvv17.NAME -> LutStudy.of(options, heap(), runner(), generationRunner());
      default ->
          throw new Refused(
              "reproduce what? There are %s, %s, %s, %s and %s, not '%s'"
                  .formatted(
                      Dlt14.NAME, Dnnr17.NAME, Kos16.NAME, Kss13.NAME, Korsvv17.NAME, study));
    };
  }

  private Rates.Runner generationRunner() throws Refused {
    PlanRun run = planRun();
    return (plan, size, what) -> run.of(what, plan, size);
  }

  private MeasuredPrograms.Runner programRunner() throws Refused {
    PlanRun run = planRun();
    return (plan, size, what) -> run.of(what, plan, size);
  }

  private PlanRun planRun() throws Refused {
    return new PlanRun(program, jvm.chosen(), common.debug() ? err : null);
  }

  private Optional<HeapSize> heap() throws Refused {
    return Optional.ofNullable(jvm.heapOr(null));
  }

  private Reproduction.Runner runner() throws Refused {
    PlanRun run = planRun();
    return (plan, size, what) -> run.of(what, plan, size);
  }
}
