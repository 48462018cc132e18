package org.schurmpc.cli.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Rebuilds the options of a command for the child process that does the command's work. */
public final class ChildArguments {
  private ChildArguments() {}

  /**
   * Returns the arguments that run a hidden command with all options that the user gave.
   *
   * @param command the name of the hidden command
   * @param given the options as picocli parsed them
   */
  public static List<String> of(String command, ParseResult given) {
    List<String> arguments = new ArrayList<>();
    arguments.add(command);
    for (OptionSpec option : given.matchedOptions()) {
      if (option.arity().min() > 1) {
        arguments.add(option.longestName());
        arguments.addAll(option.originalStringValues());
        continue;
      }
      for (String value : option.originalStringValues()) {
        // A flag is a single argument; an option and its value are joined by "=".
        arguments.add(
            option.arity().max() == 0 ? option.longestName() : option.longestName() + "=" + value);
      }
    }
    return arguments;
  }
}
