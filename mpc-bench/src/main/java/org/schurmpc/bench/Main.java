package org.schurmpc.bench;

import org.schurmpc.bench.cli.CommandLineProgram;

/** The entry of the runnable jar. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(CommandLineProgram.run(args));
  }
}
