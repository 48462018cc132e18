package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.reproduce.Effort;
import org.schurmpc.bench.reproduce.Paper;
import org.schurmpc.bench.reproduce.PaperTable;
import org.schurmpc.cli.command.Durations;
import org.schurmpc.cli.command.Ranges;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Implements {@code reproduce tinytable}. */
@Command(
    name = "tinytable",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures the tables of DNNR17 again, AES with its four kinds of MACs, S-boxes as tables or as"
          + " gates, and prints the paper's beside ours."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar reproduce tinytable --table 2 --link 1gbit",
      "",
      StudyCommand.EXIT_CODES
    })
final class TinyTableStudy extends StudyCommand {
  private static final Duration SHORTEST = Duration.ofMillis(1);

  @Option(
      names = "--table",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description = "Those with these numbers: 1 to 3; default all.")
  private List<String> tables;

  @Option(
      names = "--mac",
      paramLabel = "NAME",
      arity = "1..*",
      split = ",",
      description = "Of Tables 2 and 3, the rows of these; default all.")
  private List<String> macs;

  @Option(
      names = "--each",
      paramLabel = "TIME",
      converter = Durations.class,
      description =
          "How long each time is measured, the dealing included; default 30s, as in the paper.")
  private Duration each;

  @Option(
      names = "--link",
      paramLabel = "LINE",
      description =
          "Let the parties' connection imitate a line, as the main job does; 1gbit for the paper's"
              + " LAN.")
  private String link;

  TinyTableStudy(Program program, PrintStream out, PrintStream err) {
    super(program, out, err);
  }

  @Override
  Paper paper() {
    return Paper.DNNR17;
  }

  @Override
  List<PaperTable> tables() throws Refused {
    List<PaperTable> chosen = paper().numbered(tables, null);
    if (macs == null) {
      return chosen;
    }
    List<String> known = paper().table("1").rows().stream().map(row -> row.text("mac")).toList();
    Paper.requireAmong("DNNR17 has no rows of MACs '%s'; it has [%s]", macs, known);
    return chosen.stream()
        .map(
            table ->
                table.id().equals("1") ? table : table.only(row -> macs.contains(row.text("mac"))))
        .toList();
  }

  @Override
  Effort effort(Effort usual) throws Refused {
    Effort effort = usual;
    if (each != null) {
      Ranges.atMostADay("--each", each);
      if (each.compareTo(SHORTEST) < 0) {
        throw new Refused("--each must be above 0");
      }
      if (isQuick()) {
        throw new Refused("--each and --quick contradict each other: leave one out");
      }
      effort = effort.with("each", each.toMillis() + "ms");
    }
    if (link != null) {
      Line.parse(link);
      effort = effort.with("line", link);
    }
    return effort;
  }
}
