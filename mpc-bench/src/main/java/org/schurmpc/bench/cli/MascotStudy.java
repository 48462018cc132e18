package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.Collections;
import java.util.List;
import org.schurmpc.bench.reproduce.Effort;
import org.schurmpc.bench.reproduce.Paper;
import org.schurmpc.bench.reproduce.PaperTable;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Implements {@code reproduce mascot}. */
@Command(
    name = "mascot",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures a table and figures of KOS16 again, what triples and inputs cost, and how fast they"
          + " are made, and prints the paper's beside ours."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar reproduce mascot --table 2 --figure 10",
      "",
      StudyCommand.EXIT_CODES
    })
final class MascotStudy extends StudyCommand {
  private static final int MAX_THREADS = 100;

  @Option(
      names = "--table",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description = "Those with these numbers: 2; default all.")
  private List<String> tables;

  @Option(
      names = "--figure",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description = "Those with these numbers: 9 to 11; default all.")
  private List<String> figures;

  @Option(
      names = "--threads",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description =
          "Of Figure 9: threads of each party; the paper has 1, 10 and 100; default 1 and 10.")
  private List<Integer> threads;

  MascotStudy(Program program, PrintStream out, PrintStream err) {
    super(program, out, err);
  }

  @Override
  Paper paper() {
    return Paper.KOS16;
  }

  @Override
  List<PaperTable> tables() throws Refused {
    return paper().numbered(tables, figures);
  }

  @Override
  Effort effort(Effort usual) throws Refused {
    return threads == null
        ? usual
        : usual
            .with("threads", listed("--threads", threads, MAX_THREADS))
            .with("most", Collections.max(threads));
  }
}
