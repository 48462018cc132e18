package org.schurmpc.service.command;

import java.io.PrintStream;
import org.schurmpc.cli.command.CommandProvider;
import picocli.CommandLine;

/** Adds {@code serve} to the commands of operators. */
public final class ServeCommands implements CommandProvider {
  @Override
  public String name() {
    return "serve";
  }

  @Override
  public CommandLine command(PrintStream out, PrintStream err) {
    return new CommandLine(new ServeCommand(out, err)).addSubcommand(new ServeAuditCommand(out));
  }
}
