package org.schurmpc.data.command;

import org.schurmpc.cli.option.CommonOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Implements {@code data}: what is to be known of tables before a run. */
@Command(
    name = "data",
    usageHelpAutoWidth = true,
    description =
        "Checks tables that are inputs of programs. program run --data gives them to a program;"
            + " docs/data.md has the details.",
    footer = {"", "Exit codes: 0 done, 2 wrong call, 3 a bad file, or a table that does not fit."})
final class DataCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "what is to be done with tables? data check");
  }
}
