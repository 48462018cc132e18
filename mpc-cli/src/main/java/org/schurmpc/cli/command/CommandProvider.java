package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;

/**
 * Adds a command for operators that another module implements. Found by the service loader, so that
 * this module does not know the other one.
 */
public interface CommandProvider {
  /** Returns the name of the command. */
  String name();

  /** Creates the command, with its subcommands. */
  CommandLine command(PrintStream out, PrintStream err);

  /** Returns all providers on the class path. */
  static List<CommandProvider> all() {
    return ServiceLoader.load(CommandProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }
}
