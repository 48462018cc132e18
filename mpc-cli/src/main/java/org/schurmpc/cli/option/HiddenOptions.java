package org.schurmpc.cli.option;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Hides options that a command parses, but refuses with a reason. */
public final class HiddenOptions {
  private HiddenOptions() {}

  /** Leaves options out of the help of a command, and returns the command. */
  public static CommandLine in(CommandLine command, List<String> names) {
    CommandSpec spec = command.getCommandSpec();
    for (String name : names) {
      OptionSpec option = spec.findOption(name);
      spec.remove(option);
      spec.addOption(OptionSpec.builder(option).hidden(true).build());
    }
    return command;
  }
}
