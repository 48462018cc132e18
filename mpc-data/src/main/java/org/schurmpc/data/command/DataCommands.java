package org.schurmpc.data.command;

import java.io.PrintStream;
import org.schurmpc.cli.command.CommandProvider;
import picocli.CommandLine;

/** Adds {@code data} to the commands of operators. */
public final class DataCommands implements CommandProvider {
  @Override
  public String name() {
    return "data";
  }

  @Override
  public CommandLine command(PrintStream out, PrintStream err) {
    return new CommandLine(new DataCommand()).addSubcommand(new DataCheckCommand(out, err));
  }
}
