package org.schurmpc.bench;

import java.util.Locale;
import org.schurmpc.bench.cli.BenchCommands;
import org.schurmpc.cli.command.CommandLineProgram;

/** The entry of the runnable jar. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // reports read the same everywhere
    System.exit(new CommandLineProgram(new BenchCommands()).run(args));
  }
}
