package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.schurmpc.bench.html.ResultReports;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.DealtFolders;
import org.schurmpc.bench.reproduce.Effort;
import org.schurmpc.bench.reproduce.Paper;
import org.schurmpc.bench.reproduce.PaperTable;
import org.schurmpc.bench.reproduce.Plots;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.bench.reproduce.Study;
import org.schurmpc.bench.reproduce.StudyOutput;
import org.schurmpc.bench.reproduce.TableResult;
import org.schurmpc.cli.command.CommonOptions;
import org.schurmpc.cli.command.Durations;
import org.schurmpc.cli.command.HtmlFile;
import org.schurmpc.cli.command.Ranges;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures tables of a paper again; a subclass has the options of its study. */
abstract class StudyCommand implements Callable<Integer> {
  static final String EXIT_CODES =
      "Exit codes: as the main job's; whatever can be refused is refused before anything runs.";

  private final Program program;
  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder for results; default results/STUDY.")
  private Path folder;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      converter = HtmlFile.class,
      description = "Write the results there as a page with tables and charts (HTML), too.")
  private Path report;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "What would take longer is not run; default ${DEFAULT-VALUE}.",
      defaultValue = "25m")
  private Duration budget;

  @Option(
      names = "--quick",
      description = "One instance, one run, no warming up: to see that everything works.")
  private boolean quick;

  @Mixin private final JvmOptions jvm = new JvmOptions();
  @Mixin private final CommonOptions common = new CommonOptions();

  StudyCommand(Program program, PrintStream out, PrintStream err) {
    this.program = program;
    this.out = out;
    this.err = err;
  }

  /** Returns the paper that is measured, as far as the options choose it. */
  abstract Paper paper();

  /** Returns the tables that are measured, as far as the options choose them. */
  abstract List<PaperTable> tables() throws Refused;

  /** Returns the effort with what the options of the study change. */
  Effort effort(Effort usual) throws Refused {
    return usual;
  }

  /** Returns numbers as a value of the effort, if all are in range. */
  static String listed(String option, List<Integer> numbers, int most) throws Refused {
    for (int number : numbers) {
      Ranges.range(option, number, 1, most);
    }
    return numbers.stream().map(Object::toString).collect(Collectors.joining(" "));
  }

  /** Returns whether it is only to be seen that everything works. */
  final boolean isQuick() {
    return quick;
  }

  @Override
  public final Integer call() throws MpcException, RunFailed, InterruptedException {
    Ranges.timeLimit("--budget", budget);
    PlanRun runs = new PlanRun(program, jvm.chosen(), common.debug() ? err : null);
    Path path = folder == null ? Path.of("results", paper().name()) : folder;
    Study study =
        study(
            effort(budget),
            new Study.Machinery(
                new RowCommands(),
                (plan, heap, what) -> runs.of(what, plan, heap),
                new DealtFolders(),
                path.toAbsolutePath().normalize().resolve("stores"),
                Optional.ofNullable(jvm.heapOr(null)),
                System::nanoTime));
    ResultsFolder results = ResultsFolder.open(path);
    Optional<String> obstacle = Plots.obstacle();
    obstacle.ifPresent(why -> err.println(program.saying("no plots as PNG: " + why)));
    try (ReportFile page = ReportFile.open(report, ResultReports::report)) {
      measure(study, new StudyOutput(paper(), out, results.withReport(page), obstacle.isEmpty()));
    }
    out.println("results in " + results);
    return 0;
  }

  /** Returns the effort that the options choose. */
  final Effort effort(Duration time) throws Refused {
    return effort(Effort.of(paper(), quick, time));
  }

  /** Prepares the study. */
  final Study study(Effort effort, Study.Machinery machinery) throws MpcException {
    return new Study(paper(), tables(), effort, machinery);
  }

  /** Measures, prints and stores the tables. */
  void measure(Study study, StudyOutput output)
      throws MpcException, RunFailed, InterruptedException {
    output.begin(quick && paper().hurried() != null ? List.of(paper().hurried()) : List.of());
    List<TableResult> all = study.run(output);
    output.end(all, Map.of());
  }
}
