package org.schurmpc.bench.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.cli.option.DistinctFiles;
import org.schurmpc.cli.option.Durations;
import org.schurmpc.cli.option.HelpSection;
import org.schurmpc.cli.option.HtmlFile;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Option;

/**
 * Defines the options for the number of runs and their conditions; {@link #check} checks their
 * ranges.
 */
@HelpSection.In(HelpSection.RUNS)
final class BenchOptions {
  private static final int MAX_RUNS = 100_000;

  @Option(names = "--runs", paramLabel = "N", description = "Runs that count; default 5.")
  int runs = 5;

  @Option(names = "--warmup", paramLabel = "N", description = "Runs before them; default 1.")
  int warmup = 1;

  @Option(
      names = "--rehearsal",
      paramLabel = "TIME",
      converter = Durations.class,
      description =
          "How long each party exercises the protocol in its own process before it connects, for "
              + "the JIT compiler's sake; default ${DEFAULT-VALUE}.",
      defaultValue = "5s")
  Duration rehearsal;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the result there as JSON.")
  Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      converter = HtmlFile.class,
      description = "Write the result there as a page with tables and charts (HTML).")
  Path report;

  @HelpSection.In(HelpSection.CONNECTION)
  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long a party waits for a silent peer; default 30s.")
  Duration timeout = Duration.ofSeconds(30);

  /** The line to imitate: commands mix it in whose parties run on this machine. */
  final LinkOption link = new LinkOption();

  /**
   * Checks the ranges of all options.
   *
   * @throws Refused naming the first option that is out of range
   */
  void check() throws Refused {
    Ranges.range("--runs", runs, 1, MAX_RUNS);
    Ranges.range("--warmup", warmup, 0, MAX_RUNS);
    Ranges.timeLimit("--timeout", timeout);
    Ranges.atMostADay("--rehearsal", rehearsal);
    DistinctFiles.require(files());
    line();
  }

  private Map<String, Path> files() {
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("--json", json);
    files.put("--report", report);
    return files;
  }

  /** Returns the schedule of runs that the options give. */
  Schedule schedule() {
    return new Schedule(warmup, runs, rehearsal.toMillis(), timeout.toMillis());
  }

  /** Returns the link that the connection between the parties emulates; null for none. */
  Line line() throws Refused {
    return link.line();
  }
}
