package org.schurmpc.cli.option;

import picocli.CommandLine.Option;

/** Defines the options of every command. */
@HelpSection.In(HelpSection.PROCESS)
public final class CommonOptions {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean help;

  @Option(names = "--debug", description = "Show stack traces and what the children write.")
  private boolean debug;

  /** Returns whether to show stack traces and the error output of child processes. */
  public boolean debug() {
    return debug;
  }
}
