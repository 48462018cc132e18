package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.core.abort.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Assembles the commands of a program. */
public interface Commands {
  /** Returns the program that offers these commands. */
  CommandName program();

  /** Returns the main command, which is named after the program, without subcommands. */
  CommandLine main(PrintStream out, PrintStream err);

  /** Returns a maker of each subcommand by the subcommand's name, in the order of the help. */
  Map<String, Supplier<CommandLine>> subcommands(PrintStream out, PrintStream err);

  /** Returns the version of the program; empty if the program has no option that shows it. */
  default Optional<String> version() {
    return Optional.empty();
  }

  /** Assembles the main command with all its subcommands. */
  default CommandLine assemble(PrintStream out, PrintStream err) {
    CommandLine line = main(out, err);
    subcommands(out, err).values().forEach(maker -> line.addSubcommand(maker.get()));
    return line;
  }

  /**
   * Assembles what a command line needs: if its first argument names a subcommand, that subcommand
   * alone, under a main command that has only its name. Creating the other commands takes longer
   * than many a command's work.
   */
  default CommandLine assembleFor(String[] args, PrintStream out, PrintStream err) {
    Supplier<CommandLine> maker = args.length == 0 ? null : subcommands(out, err).get(args[0]);
    return maker == null
        ? assemble(out, err)
        : new CommandLine(CommandSpec.create().name(program().name())).addSubcommand(maker.get());
  }

  /**
   * Returns the exit code of a failure that only these commands know; empty for every other
   * failure.
   */
  default Optional<ExitCode> exitCode(Throwable failure) {
    return Optional.empty();
  }
}
