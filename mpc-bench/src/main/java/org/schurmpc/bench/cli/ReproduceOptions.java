package org.schurmpc.bench.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.schurmpc.cli.option.Durations;
import org.schurmpc.cli.option.HtmlFile;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Option;

/**
 * Defines the tables of a paper to measure and the duration of the measurements; {@link #check}
 * checks the ranges.
 */
final class ReproduceOptions {
  private static final int MAX_RUNS = 1000;
  private static final Duration SHORTEST = Duration.ofMillis(1);

  @Option(
      names = "--figure",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description =
          "Those with these numbers, of minimac: 5 to 13, 4.1, 4.6; of mascot: 9 to 11; of spdz: 3 to"
              + " 13; of lut: 3; default all.")
  List<String> figures;

  @Option(
      names = "--table",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description =
          "Those with these numbers, of tinytable: 1 to 3; of mascot: 2; of spdz: 2, 3; of lut: 1 to"
              + " 5; default all.")
  List<String> tables;

  @Option(
      names = "--mac",
      paramLabel = "NAME",
      arity = "1..*",
      split = ",",
      description = "Of tinytable's Tables 2 and 3, the rows of these; default all.")
  List<String> macs;

  @Option(
      names = "--threads",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description =
          "Of mascot's Figure 9: threads of each party; the paper has 1, 10 and 100; default 1 and"
              + " 10. Of spdz's figures: the paper has 1, 4 and 7; default 1, 2 and 4.")
  List<Integer> threads;

  @Option(
      names = "--widths",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description =
          "Of spdz's figures: numbers of elements that a thread handles at once, or lengths of lists;"
              + " the paper has 1, 2, 3, 4, 5, 10, 16, 32, 64 and 128; default some of them.")
  List<Integer> widths;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder for results; default results/STUDY.")
  Path folder;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      converter = HtmlFile.class,
      description = "Write the results there as a page with tables and charts (HTML), too.")
  Path report;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Of minimac: runs that count, of each row; default 5, or fewer of slow rows.")
  Integer runs;

  @Option(
      names = "--instances",
      paramLabel = "N",
      description = "Of minimac: rows of more are not run; default one for each processor.")
  Integer instances;

  @Option(
      names = "--each",
      paramLabel = "TIME",
      converter = Durations.class,
      description =
          "Of tinytable: how long each time is measured, the dealing included; default 30s, as in"
              + " the paper.")
  Duration each;

  @Option(
      names = "--link",
      paramLabel = "LINE",
      description =
          "Of tinytable: let the parties' connection imitate a line, as the main job does; 1gbit for"
              + " the paper's LAN.")
  String link;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "What would take longer is not run; default ${DEFAULT-VALUE}.",
      defaultValue = "25m")
  Duration budget;

  @Option(
      names = "--end-to-end",
      description =
          "Of minimac, in place of its figures: MiniTrix and TinyOT with material from oblivious"
              + " transfer, preprocessing and evaluation beside each other.")
  boolean endToEnd;

  @Option(
      names = "--quick",
      description = "One instance, one run, no warming up: to see that everything works.")
  boolean quick;

  /**
   * Checks the ranges of all options.
   *
   * @throws Refused naming the first option that is out of range
   */
  void check() throws Refused {
    Ranges.range("--runs", runs == null ? 1 : runs, 1, MAX_RUNS);
    Ranges.range("--instances", instances == null ? 1 : instances, 1, RunOptions.MAX_INSTANCES);
    Ranges.timeLimit("--budget", budget);
    if (each != null) {
      Ranges.atMostADay("--each", each);
      if (each.compareTo(SHORTEST) < 0) {
        throw new Refused("--each must be above 0");
      }
    }
  }

  /**
   * Requires that an option of another study was not given.
   *
   * @param given the option's value; null if the option was not given
   * @param study the study to which the option belongs
   * @throws Refused naming option and study, if the option was given
   */
  static void requireNot(Object given, String option, String study) throws Refused {
    if (given != null) {
      throw new Refused(option + " does not belong to reproduce " + study + "; see --help");
    }
  }
}
