package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.List;
import org.schurmpc.bench.reproduce.Effort;
import org.schurmpc.bench.reproduce.Paper;
import org.schurmpc.bench.reproduce.PaperTable;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Implements {@code reproduce spdz}. */
@Command(
    name = "spdz",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures tables and figures of KSS13 again, what functions of the library cost, and latency"
          + " and throughput of programs, and prints the paper's beside ours."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar reproduce spdz --table 2 3",
      "Example: java -jar mpc-bench.jar reproduce spdz --figure 4 --threads 1,4 --widths 1,10,100",
      "",
      StudyCommand.EXIT_CODES
    })
final class SpdzStudy extends StudyCommand {
  private static final int MAX_THREADS = 64;
  private static final int MAX_WIDTH = 1 << 20;

  @Option(
      names = "--table",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description = "Those with these numbers: 2, 3; default all.")
  private List<String> tables;

  @Option(
      names = "--figure",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description = "Those with these numbers: 3 to 13; default all.")
  private List<String> figures;

  @Option(
      names = "--threads",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description = "Of figures: the paper has 1, 4 and 7; default 1, 2 and 4.")
  private List<Integer> threads;

  @Option(
      names = "--widths",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description =
          "Of figures: numbers of elements that a thread handles at once, or lengths of lists; the"
              + " paper has 1, 2, 3, 4, 5, 10, 16, 32, 64 and 128; default some of them.")
  private List<Integer> widths;

  SpdzStudy(Program program, PrintStream out, PrintStream err) {
    super(program, out, err);
  }

  @Override
  Paper paper() {
    return Paper.KSS13;
  }

  @Override
  List<PaperTable> tables() throws Refused {
    return paper().numbered(tables, figures);
  }

  @Override
  Effort effort(Effort usual) throws Refused {
    Effort effort = usual;
    if (threads != null) {
      effort = effort.with("threads", listed("--threads", threads, MAX_THREADS));
    }
    return widths == null ? effort : effort.with("widths", listed("--widths", widths, MAX_WIDTH));
  }
}
