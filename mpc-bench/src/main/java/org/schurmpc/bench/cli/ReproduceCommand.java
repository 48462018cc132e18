package org.schurmpc.bench.cli;

import java.io.PrintStream;
import org.schurmpc.bench.reproduce.Paper;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.option.CommonOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Implements {@code reproduce}: repeats the measurements of a paper, which a subcommand names. */
@Command(
    name = "reproduce",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures the tables of a paper again and prints the paper's figures beside ours. Results go"
          + " to a folder: JSON and plots for each table, and JSON for all of them."
    },
    footer = {"", "Example: java -jar mpc-bench.jar reproduce lut --table 3 --figure 3"})
final class ReproduceCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  /** Creates the command with a subcommand for each paper. */
  static CommandLine of(CommandName program, PrintStream out, PrintStream err) {
    CommandLine line = new CommandLine(new ReproduceCommand());
    for (Paper paper : Paper.ALL) {
      line.addSubcommand(new StudyCommand(paper, program, out, err).line());
    }
    return line;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "reproduce what? There are " + String.join(", ", spec.subcommands().keySet()));
  }
}
