package org.schurmpc.cli.command;

import picocli.CommandLine.Option;

/** What every command understands. */
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

  /** Whether stack traces and the children's errors are shown. */
  public boolean debug() {
    return debug;
  }
}
