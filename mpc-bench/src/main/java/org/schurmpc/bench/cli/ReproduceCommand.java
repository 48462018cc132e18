package org.schurmpc.bench.cli;

import java.io.PrintStream;
import org.schurmpc.cli.command.CommonOptions;
import org.schurmpc.cli.launch.Program;
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
    footer = {
      "",
      "Example: java -jar mpc-bench.jar reproduce minimac --figure 5 13 4.6 --report dlt14.html",
      "",
      StudyCommand.EXIT_CODES
    })
final class ReproduceCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  /** Creates the command with its subcommands. */
  static CommandLine of(Program program, PrintStream out, PrintStream err) {
    return new CommandLine(new ReproduceCommand())
        .addSubcommand(new MiniMacStudy(program, out, err))
        .addSubcommand(new TinyTableStudy(program, out, err))
        .addSubcommand(new MascotStudy(program, out, err))
        .addSubcommand(new SpdzStudy(program, out, err))
        .addSubcommand(new LutStudy(program, out, err));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "reproduce what? There are " + spec.subcommands().keySet());
  }
}
