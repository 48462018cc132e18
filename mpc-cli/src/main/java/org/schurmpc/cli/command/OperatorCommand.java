package org.schurmpc.cli.command;

import org.schurmpc.cli.option.CommonOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Implements the main command of a program that offers only the operator's commands. */
@Command(
    name = OperatorCommand.NAME,
    usageHelpAutoWidth = true,
    description = "Evaluates circuits with other parties, each on a machine of their own.",
    footer = {
      "",
      "Exit codes: 0 done, 2 wrong call, 3 bad file, 4 connection lost, 5 the parties disagree, 6 a"
          + " party cheated, 7 preprocessing exhausted, 9 another party cannot begin."
    })
final class OperatorCommand implements Runnable {
  static final String NAME = "mpc-cli";

  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }
}
