package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.List;
import org.schurmpc.bench.reproduce.Paper;
import org.schurmpc.bench.reproduce.PaperTable;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Implements {@code reproduce lut}. */
@Command(
    name = "lut",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures tables and a figure of KORSVV17 again, AES and triple DES by masked tables and by"
          + " other methods of SPDZ, and prints the paper's beside ours."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar reproduce lut --table 3 --figure 3",
      "",
      StudyCommand.EXIT_CODES
    })
final class LutStudy extends StudyCommand {
  @Option(
      names = "--table",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description = "Those with these numbers: 1 to 5; default all.")
  private List<String> tables;

  @Option(
      names = "--figure",
      paramLabel = "N",
      arity = "1..*",
      split = ",",
      description = "Those with these numbers: 3; default all.")
  private List<String> figures;

  LutStudy(Program program, PrintStream out, PrintStream err) {
    super(program, out, err);
  }

  @Override
  Paper paper() {
    return Paper.KORSVV17;
  }

  @Override
  List<PaperTable> tables() throws Refused {
    return paper().numbered(tables, figures);
  }
}
