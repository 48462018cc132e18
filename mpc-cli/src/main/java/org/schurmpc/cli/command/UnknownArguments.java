package org.schurmpc.cli.command;

import java.util.List;
import java.util.stream.Collectors;
import org.schurmpc.cli.config.Nearest;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Describes arguments that a command does not have, with what the user may have meant. */
final class UnknownArguments {
  private UnknownArguments() {}

  /** Returns one sentence about the first unknown argument, without the full stop. */
  static String sentence(UnmatchedArgumentException unknown) {
    CommandLine line = unknown.getCommandLine();
    CommandSpec spec = line.getCommandSpec();
    String command = spec.qualifiedName();
    String first = unknown.getUnmatched().get(0);
    if (first.startsWith("-")) {
      String name = first.replaceFirst("=.*", "");
      return "%s has no option '%s'%s; %s --help lists all"
          .formatted(command, name, Nearest.hint(name, options(spec)), command);
    }
    List<String> commands = commands(line);
    if (commands.isEmpty()) {
      return "%s does not take the argument '%s'; see %s --help".formatted(command, first, command);
    }
    return "%s has no command '%s'%s; there are %s"
        .formatted(command, first, Nearest.hint(first, commands), String.join(", ", commands));
  }

  private static List<String> options(CommandSpec spec) {
    return spec.options().stream()
        .filter(option -> !option.hidden())
        .flatMap(option -> List.of(option.names()).stream())
        .collect(Collectors.toList());
  }

  private static List<String> commands(CommandLine line) {
    return line.getSubcommands().entrySet().stream()
        .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
        .map(each -> each.getKey())
        .sorted()
        .collect(Collectors.toList());
  }
}
