package org.schurmpc.cli.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** A command's options once more, for the child that does its work. */
public final class ChildArguments {
  private ChildArguments() {}

  /** The arguments of the hidden command with this name: all options that the user gave. */
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
        // A flag is a word alone.
        arguments.add(
            option.arity().max() == 0 ? option.longestName() : option.longestName() + "=" + value);
      }
    }
    return arguments;
  }
}
