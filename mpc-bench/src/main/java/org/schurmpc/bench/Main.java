package org.schurmpc.bench;

import java.util.Locale;
import org.schurmpc.bench.cli.BenchCommands;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.cli.launch.ArchivedStart;

/** Starts the program in the runnable jar. */
public final class Main {
  private Main() {}

  /** Runs the command line and exits with its exit code. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // numbers look alike in every locale
    ArchivedStart start = ArchivedStart.ofThisProcess(Main.class.getName(), args);
    System.exit(start.run(() -> new CommandLineProgram(new BenchCommands()).run(args), System.err));
  }
}
