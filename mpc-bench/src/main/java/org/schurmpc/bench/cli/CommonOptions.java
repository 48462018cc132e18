package org.schurmpc.bench.cli;

import picocli.CommandLine.Option;

/** What every command understands. */
final class CommonOptions {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;

  @Option(names = "--debug", description = "Show stack traces and what the children write.")
  boolean debug;
}
