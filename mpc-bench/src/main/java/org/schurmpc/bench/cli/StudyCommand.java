package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.schurmpc.bench.html.ResultReports;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.DealtFolders;
import org.schurmpc.bench.reproduce.Effort;
import org.schurmpc.bench.reproduce.Paper;
import org.schurmpc.bench.reproduce.PaperTable;
import org.schurmpc.bench.reproduce.Plots;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.bench.reproduce.Study;
import org.schurmpc.bench.reproduce.StudyOption;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.Durations;
import org.schurmpc.cli.option.HtmlFile;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Measures tables of a paper again, with the options that all papers have and its own. */
@Command(sortOptions = false, usageHelpAutoWidth = true)
final class StudyCommand implements Callable<Integer> {
  /** The order in help of a paper's own options, which come before those of all papers. */
  private static final int FIRST = -2;

  private final Paper paper;
  private final CommandName program;
  private final PrintStream out;
  private final PrintStream err;
  private final Map<StudyOption, OptionSpec> own = new LinkedHashMap<>();
  private final OptionSpec tables;
  private final OptionSpec figures;

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

  StudyCommand(Paper paper, CommandName program, PrintStream out, PrintStream err) {
    this.paper = paper;
    this.program = program;
    this.out = out;
    this.err = err;
    this.tables = numbers("--table", paper.ids(true));
    this.figures = numbers("--figure", paper.ids(false));
  }

  private static OptionSpec numbers(String name, List<String> ids) {
    String known = "Those with these numbers: " + String.join(", ", ids) + "; default all.";
    return several(OptionSpec.builder(name).paramLabel("N").description(known), String.class);
  }

  /** Returns the command line of this command, named after the paper's study. */
  CommandLine line() {
    CommandLine line = new CommandLine(this);
    line.setCommandName(paper.name());
    line.getCommandSpec().usageMessage().description(paper.about()).footer(footer());
    for (boolean ofTables : new boolean[] {true, false}) {
      if (!paper.ids(ofTables).isEmpty()) {
        line.getCommandSpec().addOption(ofTables ? tables : figures);
      }
    }
    for (StudyOption option : paper.options()) {
      own.put(option, spec(option));
      line.getCommandSpec().addOption(own.get(option));
    }
    return line;
  }

  private static OptionSpec spec(StudyOption option) {
    OptionSpec.Builder spec =
        OptionSpec.builder(option.name()).description(option.help()).order(FIRST).arity("1");
    if (option.label() != null) {
      spec.paramLabel(option.label());
    }
    return switch (option.type()) {
      case "flag" -> spec.arity("0").type(Boolean.class).build();
      case "time" -> spec.type(Duration.class).converters(new Durations()).build();
      case "number" -> spec.type(Integer.class).build();
      case "numbers" -> several(spec, Integer.class);
      case "words" -> several(spec, String.class);
      default -> spec.type(String.class).build();
    };
  }

  private static OptionSpec several(OptionSpec.Builder spec, Class<?> type) {
    return spec.order(FIRST)
        .arity("1..*")
        .splitRegex(",")
        .type(List.class)
        .auxiliaryTypes(type)
        .build();
  }

  private String[] footer() {
    List<String> lines = new ArrayList<>(List.of(""));
    paper
        .examples()
        .forEach(each -> lines.add("Example: java -jar mpc-bench.jar reproduce " + each));
    lines.add("");
    lines.add(
        "Exit codes: as the main job's; whatever can be refused is refused before anything runs.");
    return lines.toArray(String[]::new);
  }

  /** Returns the paper, or what an option measures in its place. */
  private Paper paper() {
    return own.keySet().stream()
        .filter(option -> option.instead() != null && given(option) != null)
        .map(option -> Paper.of(option.instead()))
        .findFirst()
        .orElse(paper);
  }

  private Object given(StudyOption option) {
    return own.get(option).getValue();
  }

  @Override
  public Integer call() throws MpcException, RunFailed, InterruptedException {
    Ranges.timeLimit("--budget", budget);
    PlanRun runs = new PlanRun(program, jvm.chosen(), common.debug() ? err : null);
    Path path = folder == null ? Path.of("results", paper.name()) : folder;
    Study study =
        study(
            budget,
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
      study.write(out, results.withReport(page), obstacle.isEmpty());
    }
    out.println("results in " + results);
    return 0;
  }

  /** Prepares the study that the options describe. */
  Study study(Duration time, Study.Machinery machinery) throws MpcException {
    Paper measured = paper();
    Effort effort = Effort.of(measured, quick, time);
    for (StudyOption option : own.keySet()) {
      if (given(option) != null) {
        requireAlone(option);
        effort = option.applied(effort, given(option));
      }
    }
    List<PaperTable> chosen = measured.numbered(ids(tables), ids(figures));
    return new Study(measured, chosen, effort, machinery);
  }

  /** Returns the numbers that were given, which may end with another study's option. */
  private List<String> ids(OptionSpec numbers) throws Refused {
    List<String> ids = numbers.getValue();
    for (String id : ids == null ? List.<String>of() : ids) {
      if (id.startsWith("-")) {
        throw new Refused(
            "there is no option '%s'; mpc-bench reproduce %s --help lists all"
                .formatted(id, paper.name()));
      }
    }
    return ids;
  }

  private void requireAlone(StudyOption option) throws Refused {
    for (String other : option.without()) {
      Object value = own.get(option).command().findOption(other).getValue();
      if (value != null && !value.equals(false)) {
        throw new Refused(
            "%s and %s contradict each other: leave one out".formatted(option.name(), other));
      }
    }
  }
}
