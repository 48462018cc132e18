package org.schurmpc.cli.command;

import org.schurmpc.cli.option.CommonOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the commands of a client of services. */
@Command(
    name = "client",
    usageHelpAutoWidth = true,
    description =
        "Gives inputs to services and takes outputs from them, which it checks itself; a client is no"
            + " party.",
    footer = {"", ClientFailures.EXIT_CODES})
final class ClientCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "what is a client to do? client submit, result or jobs");
  }
}
