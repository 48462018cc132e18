package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.schurmpc.bench.compare.Comparison;
import org.schurmpc.bench.compare.ComparisonReport;
import org.schurmpc.bench.compare.Contender;
import org.schurmpc.bench.compare.PairedRuns;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.Durations;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code compare}: runs two programs in turn and compares their figures. */
@Command(
    name = "compare",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs two programs in turn, pair by pair, on the same machine in the same hour, and prints"
          + " medians and how many times as fast the first one is, with a 95 %% interval.",
      "A figure is the wall time of the command, or a number that the command prints."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar compare --ours './two-parties.sh' --theirs './peer.sh'",
      "Example: java -jar mpc-bench.jar compare --ours 'java -jar new.jar ot --k 4'"
          + " --theirs 'java -jar old.jar ot --k 4' --figure '(?m)^[0-9,]+ +([0-9,]+)' --unit OTs/s --rate",
      "",
      "Exit codes: 0 compared, 2 wrong call, 3 a program printed no figure or a file cannot be"
          + " written, 4 a program failed or took too long."
    })
final class CompareCommand implements Callable<Integer> {
  private static final int MAX_PAIRS = 10_000;
  private static final String SECONDS = "s";

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--ours",
      paramLabel = "COMMAND",
      description = "The command of the first program, for /bin/sh.")
  private String ours;

  @Option(
      names = "--theirs",
      paramLabel = "COMMAND",
      description =
          "The command of the other program. If a program has several processes, its command starts"
              + " all of them and waits for them, as in 'party 1 & party 2; wait'.")
  private String theirs;

  @Option(
      names = "--figure",
      paramLabel = "REGEX",
      description =
          "A regular expression whose first group is the figure in what a program prints; the last"
              + " match counts. Default: the wall time in seconds.")
  private String figure;

  @Option(
      names = "--their-figure",
      paramLabel = "REGEX",
      description = "The expression for the other program; default that of --figure.")
  private String theirFigure;

  @Option(
      names = "--rate",
      description = "More is better: the figures are rates. Otherwise they are times.")
  private boolean rate;

  @Option(
      names = "--unit",
      paramLabel = "UNIT",
      description = "The unit of the figures, for the report; default s for wall times.")
  private String unit;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "How many pairs are counted; default ${DEFAULT-VALUE}.")
  private int pairs = 5;

  @Option(
      names = "--warmup",
      paramLabel = "N",
      description = "How many pairs run before, and are not counted; default ${DEFAULT-VALUE}.")
  private int warmup = 1;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      defaultValue = "10m",
      description = "How long one launch may take; default ${DEFAULT-VALUE}.")
  private Duration timeout;

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "A line for the report, such as the version and the flags of a program.")
  private List<String> notes = new ArrayList<>();

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON.")
  private Path json;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  CompareCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, RunFailed, InterruptedException {
    PairedRuns runs = runs();
    try (ResultFile file = ResultFile.open(json)) {
      Comparison comparison = runs.run(rate, err::println);
      ComparisonReport report = new ComparisonReport(comparison, unit(), notes);
      file.write(report.fields());
      report.print(out);
    }
    return 0;
  }

  private PairedRuns runs() throws Refused {
    if (isMissing(ours) || isMissing(theirs)) {
      throw new Refused("which programs? Say with --ours COMMAND --theirs COMMAND");
    }
    Ranges.range("--pairs", pairs, 2, MAX_PAIRS);
    Ranges.range("--warmup", warmup, 0, MAX_PAIRS);
    Ranges.atMostADay("--timeout", timeout);
    Optional<Pattern> our = Contender.figure("--figure", figure);
    Optional<Pattern> their = Contender.figure("--their-figure", theirFigure).or(() -> our);
    if (our.isPresent() != their.isPresent()) {
      throw new Refused("--their-figure needs --figure: a wall time is not compared with a number");
    }
    if (rate && our.isEmpty()) {
      throw new Refused("--rate needs --figure: without it the figures are wall times");
    }
    return new PairedRuns(
        new Contender("ours", ours, our),
        new Contender("theirs", theirs, their),
        pairs,
        warmup,
        timeout);
  }

  private static boolean isMissing(String command) {
    return command == null || command.isBlank();
  }

  private String unit() {
    if (unit != null) {
      return unit;
    }
    return figure == null ? SECONDS : "";
  }
}
