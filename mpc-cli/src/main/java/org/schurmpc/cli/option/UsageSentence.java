package org.schurmpc.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.cli.config.Nearest;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one sentence what is wrong with a command line, and what the user may have meant. */
public final class UsageSentence {
  private static final Pattern TOO_FEW =
      Pattern.compile(
          "(?:positional parameter|option '(.*?)') at index \\S+ \\((.*?)\\) requires at least"
              + " (\\d+) values, but only (\\d+) were specified.*");

  private UsageSentence() {}

  /** Returns the sentence about an error, without the full stop. */
  public static String of(ParameterException error) {
    if (error instanceof UnmatchedArgumentException unknown) {
      return unknown(unknown.getCommandLine(), unknown.getUnmatched());
    }
    List<String> unmatched = error.getCommandLine().getUnmatchedArguments();
    if (error instanceof MissingParameterException
        && unmatched.stream().anyMatch(each -> each.startsWith("-"))) {
      return unknown(error.getCommandLine(), unmatched); // perhaps what is missing, misspelt
    }
    String text = error.getMessage().strip().replaceAll("\\s*\\R\\s*", " ");
    Matcher few = TOO_FEW.matcher(text);
    if (few.matches()) {
      String name = few.group(1) == null ? few.group(2) : few.group(1);
      text = "%s takes %s values or more, not %s".formatted(name, few.group(3), few.group(4));
    }
    text =
        text.replaceAll("[.;]$", "")
            .replace("is not an int", "is no whole number")
            .replace("is not a long", "is no whole number")
            .replace("option option", "option"); // picocli's, of maps
    return text + "; see " + error.getCommandLine().getCommandSpec().qualifiedName() + " --help";
  }

  private static String unknown(CommandLine line, List<String> unmatched) {
    String command = line.getCommandSpec().qualifiedName();
    String first = unmatched.get(0);
    if (first.startsWith("-")) {
      String name = first.replaceFirst("=.*", "");
      Optional<String> elsewhere = elsewhere(line.getCommandSpec(), name);
      if (elsewhere.isPresent()) {
        return "%s; %s --help lists its options".formatted(elsewhere.get(), command);
      }
      return "there is no option '%s'%s; %s --help lists all"
          .formatted(name, Nearest.hint(name, options(line.getCommandSpec())), command);
    }
    List<String> commands = commands(line);
    if (commands.isEmpty()) {
      return "the argument '%s' is one too many; see %s --help".formatted(first, command);
    }
    // What was meant for a command may have been taken for a parameter.
    String meant =
        parameters(line.getCommandSpec()).stream()
            .filter(each -> Nearest.of(each, commands).isPresent())
            .findFirst()
            .orElse(first);
    return "there is no command '%s'%s; %s has %s"
        .formatted(meant, Nearest.hint(meant, commands), command, String.join(", ", commands));
  }

  /** Returns why the command does not take an option that other commands take. */
  private static Optional<String> elsewhere(CommandSpec spec, String option) {
    Optional<String> why =
        spec.userObject() instanceof OptionsElsewhere command
            ? command.why(option)
            : Optional.empty();
    for (CommandSpec mixin : spec.mixins().values()) {
      why = why.or(() -> elsewhere(mixin, option));
    }
    return why;
  }

  private static List<String> options(CommandSpec spec) {
    return spec.options().stream()
        .filter(option -> !option.hidden())
        .flatMap(option -> List.of(option.names()).stream())
        .toList();
  }

  private static List<String> commands(CommandLine line) {
    List<String> names = new ArrayList<>();
    line.getSubcommands()
        .forEach(
            (name, command) -> {
              if (!command.getCommandSpec().usageMessage().hidden()) {
                names.add(name);
              }
            });
    names.sort(null);
    return names;
  }

  private static List<String> parameters(CommandSpec spec) {
    List<String> values = new ArrayList<>();
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      Optional.<Object>ofNullable(parameter.getValue()).ifPresent(value -> values.add("" + value));
    }
    return values;
  }
}
