package org.schurmpc.cli;

import java.util.Locale;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.cli.command.OperatorCommands;

/** Runs an operator's commands. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // reports read the same everywhere
    System.exit(new CommandLineProgram(OperatorCommands.standalone()).run(args));
  }
}
