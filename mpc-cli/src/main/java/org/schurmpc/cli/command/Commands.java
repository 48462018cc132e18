package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.Optional;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.core.abort.ExitCode;
import picocli.CommandLine;

/** Assembles the commands of a program. */
public interface Commands {
  /** Returns the program that offers these commands. */
  Program program();

  /** Assembles the main command, which is named after the program, with all its subcommands. */
  CommandLine assemble(PrintStream out, PrintStream err);

  /**
   * Returns the exit code of a failure that only these commands know; empty for every other
   * failure.
   */
  default Optional<ExitCode> exitCode(Throwable failure) {
    return Optional.empty();
  }
}
