package org.schurmpc.cli;

import java.util.Locale;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.cli.command.OperatorCommands;

/** Starts the program that offers only an operator's commands. */
public final class Main {
  private Main() {}

  /** Runs the command line and exits with its exit code. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // numbers look alike in every locale
    System.exit(new CommandLineProgram(OperatorCommands.standalone()).run(args));
  }
}
